impl serde::Serialize for Action {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.what.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Action", len)?;
        if let Some(v) = self.what.as_ref() {
            match v {
                action::What::Call(v) => {
                    let v = Call::try_from(*v)
                        .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", *v)))?;
                    struct_ser.serialize_field("call", &v)?;
                }
                action::What::Doubling(v) => {
                    let v = Doubling::try_from(*v)
                        .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", *v)))?;
                    struct_ser.serialize_field("doubling", &v)?;
                }
                action::What::Show(v) => {
                    struct_ser.serialize_field("show", v)?;
                }
                action::What::Play(v) => {
                    struct_ser.serialize_field("play", v)?;
                }
                action::What::Passed(v) => {
                    struct_ser.serialize_field("passed", v)?;
                }
                action::What::PassOn(v) => {
                    struct_ser.serialize_field("passOn", v)?;
                }
            }
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Action {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "call",
            "doubling",
            "show",
            "play",
            "passed",
            "pass_on",
            "passOn",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Call,
            Doubling,
            Show,
            Play,
            Passed,
            PassOn,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "call" => Ok(GeneratedField::Call),
                            "doubling" => Ok(GeneratedField::Doubling),
                            "show" => Ok(GeneratedField::Show),
                            "play" => Ok(GeneratedField::Play),
                            "passed" => Ok(GeneratedField::Passed),
                            "passOn" | "pass_on" => Ok(GeneratedField::PassOn),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Action;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Action")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Action, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut what__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Call => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("call"));
                            }
                            what__ = map_.next_value::<::std::option::Option<Call>>()?.map(|x| action::What::Call(x as i32));
                        }
                        GeneratedField::Doubling => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("doubling"));
                            }
                            what__ = map_.next_value::<::std::option::Option<Doubling>>()?.map(|x| action::What::Doubling(x as i32));
                        }
                        GeneratedField::Show => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("show"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(action::What::Show)
;
                        }
                        GeneratedField::Play => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("play"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(action::What::Play)
;
                        }
                        GeneratedField::Passed => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("passed"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(action::What::Passed);
                        }
                        GeneratedField::PassOn => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("passOn"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(action::What::PassOn)
;
                        }
                    }
                }
                Ok(Action {
                    what: what__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Action", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Alternative {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.action.is_some() {
            len += 1;
        }
        if self.value.is_some() {
            len += 1;
        }
        if self.covered.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Alternative", len)?;
        if let Some(v) = self.action.as_ref() {
            struct_ser.serialize_field("action", v)?;
        }
        if let Some(v) = self.value.as_ref() {
            struct_ser.serialize_field("value", v)?;
        }
        if let Some(v) = self.covered.as_ref() {
            struct_ser.serialize_field("covered", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Alternative {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "action",
            "value",
            "covered",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Action,
            Value,
            Covered,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "action" => Ok(GeneratedField::Action),
                            "value" => Ok(GeneratedField::Value),
                            "covered" => Ok(GeneratedField::Covered),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Alternative;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Alternative")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Alternative, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut action__ = None;
                let mut value__ = None;
                let mut covered__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Action => {
                            if action__.is_some() {
                                return Err(serde::de::Error::duplicate_field("action"));
                            }
                            action__ = map_.next_value()?;
                        }
                        GeneratedField::Value => {
                            if value__.is_some() {
                                return Err(serde::de::Error::duplicate_field("value"));
                            }
                            value__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::Covered => {
                            if covered__.is_some() {
                                return Err(serde::de::Error::duplicate_field("covered"));
                            }
                            covered__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                    }
                }
                Ok(Alternative {
                    action: action__,
                    value: value__,
                    covered: covered__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Alternative", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for AuctionForm {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "AUCTION_FORM_UNSPECIFIED",
            Self::Points => "AUCTION_FORM_POINTS",
            Self::CallRob => "AUCTION_FORM_CALL_ROB",
            Self::TakeIt => "AUCTION_FORM_TAKE_IT",
            Self::Rounds => "AUCTION_FORM_ROUNDS",
            Self::FirstPoints => "AUCTION_FORM_FIRST_POINTS",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for AuctionForm {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "AUCTION_FORM_UNSPECIFIED",
            "AUCTION_FORM_POINTS",
            "AUCTION_FORM_CALL_ROB",
            "AUCTION_FORM_TAKE_IT",
            "AUCTION_FORM_ROUNDS",
            "AUCTION_FORM_FIRST_POINTS",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = AuctionForm;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "AUCTION_FORM_UNSPECIFIED" => Ok(AuctionForm::Unspecified),
                    "AUCTION_FORM_POINTS" => Ok(AuctionForm::Points),
                    "AUCTION_FORM_CALL_ROB" => Ok(AuctionForm::CallRob),
                    "AUCTION_FORM_TAKE_IT" => Ok(AuctionForm::TakeIt),
                    "AUCTION_FORM_ROUNDS" => Ok(AuctionForm::Rounds),
                    "AUCTION_FORM_FIRST_POINTS" => Ok(AuctionForm::FirstPoints),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Audience {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "AUDIENCE_UNSPECIFIED",
            Self::Public => "AUDIENCE_PUBLIC",
            Self::Seat => "AUDIENCE_SEAT",
            Self::Operator => "AUDIENCE_OPERATOR",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Audience {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "AUDIENCE_UNSPECIFIED",
            "AUDIENCE_PUBLIC",
            "AUDIENCE_SEAT",
            "AUDIENCE_OPERATOR",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Audience;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "AUDIENCE_UNSPECIFIED" => Ok(Audience::Unspecified),
                    "AUDIENCE_PUBLIC" => Ok(Audience::Public),
                    "AUDIENCE_SEAT" => Ok(Audience::Seat),
                    "AUDIENCE_OPERATOR" => Ok(Audience::Operator),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Awaited {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "AWAITED_UNSPECIFIED",
            Self::Deal => "AWAITED_DEAL",
            Self::Wild => "AWAITED_WILD",
            Self::Gift => "AWAITED_GIFT",
            Self::Call => "AWAITED_CALL",
            Self::Landlord => "AWAITED_LANDLORD",
            Self::Doubling => "AWAITED_DOUBLING",
            Self::Show => "AWAITED_SHOW",
            Self::Lead => "AWAITED_LEAD",
            Self::Answer => "AWAITED_ANSWER",
            Self::Settlement => "AWAITED_SETTLEMENT",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Awaited {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "AWAITED_UNSPECIFIED",
            "AWAITED_DEAL",
            "AWAITED_WILD",
            "AWAITED_GIFT",
            "AWAITED_CALL",
            "AWAITED_LANDLORD",
            "AWAITED_DOUBLING",
            "AWAITED_SHOW",
            "AWAITED_LEAD",
            "AWAITED_ANSWER",
            "AWAITED_SETTLEMENT",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Awaited;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "AWAITED_UNSPECIFIED" => Ok(Awaited::Unspecified),
                    "AWAITED_DEAL" => Ok(Awaited::Deal),
                    "AWAITED_WILD" => Ok(Awaited::Wild),
                    "AWAITED_GIFT" => Ok(Awaited::Gift),
                    "AWAITED_CALL" => Ok(Awaited::Call),
                    "AWAITED_LANDLORD" => Ok(Awaited::Landlord),
                    "AWAITED_DOUBLING" => Ok(Awaited::Doubling),
                    "AWAITED_SHOW" => Ok(Awaited::Show),
                    "AWAITED_LEAD" => Ok(Awaited::Lead),
                    "AWAITED_ANSWER" => Ok(Awaited::Answer),
                    "AWAITED_SETTLEMENT" => Ok(Awaited::Settlement),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for BotSeat {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if !self.persona.is_empty() {
            len += 1;
        }
        if self.seed.is_some() {
            len += 1;
        }
        if self.disclosed {
            len += 1;
        }
        if self.strength.is_some() {
            len += 1;
        }
        if self.matching.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.BotSeat", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if !self.persona.is_empty() {
            struct_ser.serialize_field("persona", &self.persona)?;
        }
        if let Some(v) = self.seed.as_ref() {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("seed", ToString::to_string(&v).as_str())?;
        }
        if self.disclosed {
            struct_ser.serialize_field("disclosed", &self.disclosed)?;
        }
        if let Some(v) = self.strength.as_ref() {
            struct_ser.serialize_field("strength", v)?;
        }
        if let Some(v) = self.matching.as_ref() {
            struct_ser.serialize_field("matching", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for BotSeat {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "persona",
            "seed",
            "disclosed",
            "strength",
            "matching",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            Persona,
            Seed,
            Disclosed,
            Strength,
            Matching,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "persona" => Ok(GeneratedField::Persona),
                            "seed" => Ok(GeneratedField::Seed),
                            "disclosed" => Ok(GeneratedField::Disclosed),
                            "strength" => Ok(GeneratedField::Strength),
                            "matching" => Ok(GeneratedField::Matching),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = BotSeat;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.BotSeat")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<BotSeat, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut persona__ = None;
                let mut seed__ = None;
                let mut disclosed__ = None;
                let mut strength__ = None;
                let mut matching__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Persona => {
                            if persona__.is_some() {
                                return Err(serde::de::Error::duplicate_field("persona"));
                            }
                            persona__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Seed => {
                            if seed__.is_some() {
                                return Err(serde::de::Error::duplicate_field("seed"));
                            }
                            seed__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::Disclosed => {
                            if disclosed__.is_some() {
                                return Err(serde::de::Error::duplicate_field("disclosed"));
                            }
                            disclosed__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Strength => {
                            if strength__.is_some() {
                                return Err(serde::de::Error::duplicate_field("strength"));
                            }
                            strength__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::Matching => {
                            if matching__.is_some() {
                                return Err(serde::de::Error::duplicate_field("matching"));
                            }
                            matching__ = map_.next_value()?;
                        }
                    }
                }
                Ok(BotSeat {
                    chair: chair__.unwrap_or_default(),
                    persona: persona__.unwrap_or_default(),
                    seed: seed__,
                    disclosed: disclosed__.unwrap_or_default(),
                    strength: strength__,
                    matching: matching__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.BotSeat", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Call {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "CALL_UNSPECIFIED",
            Self::Pass => "CALL_PASS",
            Self::Score1 => "CALL_SCORE_1",
            Self::Score2 => "CALL_SCORE_2",
            Self::Score3 => "CALL_SCORE_3",
            Self::Call => "CALL_CALL",
            Self::Rob => "CALL_ROB",
            Self::Take => "CALL_TAKE",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Call {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "CALL_UNSPECIFIED",
            "CALL_PASS",
            "CALL_SCORE_1",
            "CALL_SCORE_2",
            "CALL_SCORE_3",
            "CALL_CALL",
            "CALL_ROB",
            "CALL_TAKE",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Call;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "CALL_UNSPECIFIED" => Ok(Call::Unspecified),
                    "CALL_PASS" => Ok(Call::Pass),
                    "CALL_SCORE_1" => Ok(Call::Score1),
                    "CALL_SCORE_2" => Ok(Call::Score2),
                    "CALL_SCORE_3" => Ok(Call::Score3),
                    "CALL_CALL" => Ok(Call::Call),
                    "CALL_ROB" => Ok(Call::Rob),
                    "CALL_TAKE" => Ok(Call::Take),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for CardCodec {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "CARD_CODEC_UNSPECIFIED",
            Self::RankText => "CARD_CODEC_RANK_TEXT",
            Self::RanksFrom0 => "CARD_CODEC_RANKS_FROM_0",
            Self::SuitsAceFrom0 => "CARD_CODEC_SUITS_ACE_FROM_0",
            Self::SuitsKingFrom1 => "CARD_CODEC_SUITS_KING_FROM_1",
            Self::SuitsAceFrom1 => "CARD_CODEC_SUITS_ACE_FROM_1",
            Self::Douzero => "CARD_CODEC_DOUZERO",
            Self::Counts15 => "CARD_CODEC_COUNTS_15",
            Self::Own => "CARD_CODEC_OWN",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for CardCodec {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "CARD_CODEC_UNSPECIFIED",
            "CARD_CODEC_RANK_TEXT",
            "CARD_CODEC_RANKS_FROM_0",
            "CARD_CODEC_SUITS_ACE_FROM_0",
            "CARD_CODEC_SUITS_KING_FROM_1",
            "CARD_CODEC_SUITS_ACE_FROM_1",
            "CARD_CODEC_DOUZERO",
            "CARD_CODEC_COUNTS_15",
            "CARD_CODEC_OWN",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = CardCodec;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "CARD_CODEC_UNSPECIFIED" => Ok(CardCodec::Unspecified),
                    "CARD_CODEC_RANK_TEXT" => Ok(CardCodec::RankText),
                    "CARD_CODEC_RANKS_FROM_0" => Ok(CardCodec::RanksFrom0),
                    "CARD_CODEC_SUITS_ACE_FROM_0" => Ok(CardCodec::SuitsAceFrom0),
                    "CARD_CODEC_SUITS_KING_FROM_1" => Ok(CardCodec::SuitsKingFrom1),
                    "CARD_CODEC_SUITS_ACE_FROM_1" => Ok(CardCodec::SuitsAceFrom1),
                    "CARD_CODEC_DOUZERO" => Ok(CardCodec::Douzero),
                    "CARD_CODEC_COUNTS_15" => Ok(CardCodec::Counts15),
                    "CARD_CODEC_OWN" => Ok(CardCodec::Own),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Cards {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.ids.is_empty() {
            len += 1;
        }
        if !self.text.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Cards", len)?;
        if !self.ids.is_empty() {
            struct_ser.serialize_field("ids", &self.ids)?;
        }
        if !self.text.is_empty() {
            struct_ser.serialize_field("text", &self.text)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Cards {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "ids",
            "text",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Ids,
            Text,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "ids" => Ok(GeneratedField::Ids),
                            "text" => Ok(GeneratedField::Text),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Cards;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Cards")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Cards, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut ids__ = None;
                let mut text__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Ids => {
                            if ids__.is_some() {
                                return Err(serde::de::Error::duplicate_field("ids"));
                            }
                            ids__ = 
                                Some(map_.next_value::<Vec<::pbjson::private::NumberDeserialize<_>>>()?
                                    .into_iter().map(|x| x.0).collect())
                            ;
                        }
                        GeneratedField::Text => {
                            if text__.is_some() {
                                return Err(serde::de::Error::duplicate_field("text"));
                            }
                            text__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Cards {
                    ids: ids__.unwrap_or_default(),
                    text: text__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Cards", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Chair {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "CHAIR_UNSPECIFIED",
            Self::First => "CHAIR_FIRST",
            Self::Second => "CHAIR_SECOND",
            Self::Third => "CHAIR_THIRD",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Chair {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "CHAIR_UNSPECIFIED",
            "CHAIR_FIRST",
            "CHAIR_SECOND",
            "CHAIR_THIRD",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Chair;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "CHAIR_UNSPECIFIED" => Ok(Chair::Unspecified),
                    "CHAIR_FIRST" => Ok(Chair::First),
                    "CHAIR_SECOND" => Ok(Chair::Second),
                    "CHAIR_THIRD" => Ok(Chair::Third),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for ChairCards {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.cards.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ChairCards", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if let Some(v) = self.cards.as_ref() {
            struct_ser.serialize_field("cards", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ChairCards {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "cards",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            Cards,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "cards" => Ok(GeneratedField::Cards),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ChairCards;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ChairCards")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ChairCards, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut cards__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Cards => {
                            if cards__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cards"));
                            }
                            cards__ = map_.next_value()?;
                        }
                    }
                }
                Ok(ChairCards {
                    chair: chair__.unwrap_or_default(),
                    cards: cards__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ChairCards", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ChairPresent {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.cards_left != 0 {
            len += 1;
        }
        if self.played.is_some() {
            len += 1;
        }
        if self.open.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ChairPresent", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if self.cards_left != 0 {
            struct_ser.serialize_field("cardsLeft", &self.cards_left)?;
        }
        if let Some(v) = self.played.as_ref() {
            struct_ser.serialize_field("played", v)?;
        }
        if let Some(v) = self.open.as_ref() {
            struct_ser.serialize_field("open", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ChairPresent {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "cards_left",
            "cardsLeft",
            "played",
            "open",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            CardsLeft,
            Played,
            Open,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "cardsLeft" | "cards_left" => Ok(GeneratedField::CardsLeft),
                            "played" => Ok(GeneratedField::Played),
                            "open" => Ok(GeneratedField::Open),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ChairPresent;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ChairPresent")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ChairPresent, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut cards_left__ = None;
                let mut played__ = None;
                let mut open__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::CardsLeft => {
                            if cards_left__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cardsLeft"));
                            }
                            cards_left__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Played => {
                            if played__.is_some() {
                                return Err(serde::de::Error::duplicate_field("played"));
                            }
                            played__ = map_.next_value()?;
                        }
                        GeneratedField::Open => {
                            if open__.is_some() {
                                return Err(serde::de::Error::duplicate_field("open"));
                            }
                            open__ = map_.next_value()?;
                        }
                    }
                }
                Ok(ChairPresent {
                    chair: chair__.unwrap_or_default(),
                    cards_left: cards_left__.unwrap_or_default(),
                    played: played__,
                    open: open__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ChairPresent", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ClassifyPlayRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.ruleset.is_empty() {
            len += 1;
        }
        if self.card_codec != 0 {
            len += 1;
        }
        if self.cards.is_some() {
            len += 1;
        }
        if self.standing.is_some() {
            len += 1;
        }
        if !self.wilds.is_empty() {
            len += 1;
        }
        if self.want_plans {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ClassifyPlayRequest", len)?;
        if !self.ruleset.is_empty() {
            struct_ser.serialize_field("ruleset", &self.ruleset)?;
        }
        if self.card_codec != 0 {
            let v = CardCodec::try_from(self.card_codec)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.card_codec)))?;
            struct_ser.serialize_field("cardCodec", &v)?;
        }
        if let Some(v) = self.cards.as_ref() {
            struct_ser.serialize_field("cards", v)?;
        }
        if let Some(v) = self.standing.as_ref() {
            struct_ser.serialize_field("standing", v)?;
        }
        if !self.wilds.is_empty() {
            struct_ser.serialize_field("wilds", &self.wilds)?;
        }
        if self.want_plans {
            struct_ser.serialize_field("wantPlans", &self.want_plans)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ClassifyPlayRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "ruleset",
            "card_codec",
            "cardCodec",
            "cards",
            "standing",
            "wilds",
            "want_plans",
            "wantPlans",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Ruleset,
            CardCodec,
            Cards,
            Standing,
            Wilds,
            WantPlans,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "ruleset" => Ok(GeneratedField::Ruleset),
                            "cardCodec" | "card_codec" => Ok(GeneratedField::CardCodec),
                            "cards" => Ok(GeneratedField::Cards),
                            "standing" => Ok(GeneratedField::Standing),
                            "wilds" => Ok(GeneratedField::Wilds),
                            "wantPlans" | "want_plans" => Ok(GeneratedField::WantPlans),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ClassifyPlayRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ClassifyPlayRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ClassifyPlayRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut ruleset__ = None;
                let mut card_codec__ = None;
                let mut cards__ = None;
                let mut standing__ = None;
                let mut wilds__ = None;
                let mut want_plans__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Ruleset => {
                            if ruleset__.is_some() {
                                return Err(serde::de::Error::duplicate_field("ruleset"));
                            }
                            ruleset__ = Some(map_.next_value()?);
                        }
                        GeneratedField::CardCodec => {
                            if card_codec__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cardCodec"));
                            }
                            card_codec__ = Some(map_.next_value::<CardCodec>()? as i32);
                        }
                        GeneratedField::Cards => {
                            if cards__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cards"));
                            }
                            cards__ = map_.next_value()?;
                        }
                        GeneratedField::Standing => {
                            if standing__.is_some() {
                                return Err(serde::de::Error::duplicate_field("standing"));
                            }
                            standing__ = map_.next_value()?;
                        }
                        GeneratedField::Wilds => {
                            if wilds__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wilds"));
                            }
                            wilds__ = Some(map_.next_value()?);
                        }
                        GeneratedField::WantPlans => {
                            if want_plans__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wantPlans"));
                            }
                            want_plans__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(ClassifyPlayRequest {
                    ruleset: ruleset__.unwrap_or_default(),
                    card_codec: card_codec__.unwrap_or_default(),
                    cards: cards__,
                    standing: standing__,
                    wilds: wilds__.unwrap_or_default(),
                    want_plans: want_plans__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ClassifyPlayRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ClassifyPlayResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.readings.is_empty() {
            len += 1;
        }
        if self.played_as.is_some() {
            len += 1;
        }
        if !self.plans.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ClassifyPlayResponse", len)?;
        if !self.readings.is_empty() {
            struct_ser.serialize_field("readings", &self.readings)?;
        }
        if let Some(v) = self.played_as.as_ref() {
            struct_ser.serialize_field("playedAs", v)?;
        }
        if !self.plans.is_empty() {
            struct_ser.serialize_field("plans", &self.plans)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ClassifyPlayResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "readings",
            "played_as",
            "playedAs",
            "plans",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Readings,
            PlayedAs,
            Plans,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "readings" => Ok(GeneratedField::Readings),
                            "playedAs" | "played_as" => Ok(GeneratedField::PlayedAs),
                            "plans" => Ok(GeneratedField::Plans),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ClassifyPlayResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ClassifyPlayResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ClassifyPlayResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut readings__ = None;
                let mut played_as__ = None;
                let mut plans__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Readings => {
                            if readings__.is_some() {
                                return Err(serde::de::Error::duplicate_field("readings"));
                            }
                            readings__ = Some(map_.next_value()?);
                        }
                        GeneratedField::PlayedAs => {
                            if played_as__.is_some() {
                                return Err(serde::de::Error::duplicate_field("playedAs"));
                            }
                            played_as__ = map_.next_value()?;
                        }
                        GeneratedField::Plans => {
                            if plans__.is_some() {
                                return Err(serde::de::Error::duplicate_field("plans"));
                            }
                            plans__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(ClassifyPlayResponse {
                    readings: readings__.unwrap_or_default(),
                    played_as: played_as__,
                    plans: plans__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ClassifyPlayResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for CloseRoomRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.room_id.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.CloseRoomRequest", len)?;
        if !self.room_id.is_empty() {
            struct_ser.serialize_field("roomId", &self.room_id)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for CloseRoomRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "room_id",
            "roomId",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            RoomId,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "roomId" | "room_id" => Ok(GeneratedField::RoomId),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = CloseRoomRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.CloseRoomRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<CloseRoomRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut room_id__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::RoomId => {
                            if room_id__.is_some() {
                                return Err(serde::de::Error::duplicate_field("roomId"));
                            }
                            room_id__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(CloseRoomRequest {
                    room_id: room_id__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.CloseRoomRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Combo {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.cards.is_some() {
            len += 1;
        }
        if !self.kind.is_empty() {
            len += 1;
        }
        if !self.key.is_empty() {
            len += 1;
        }
        if self.length != 0 {
            len += 1;
        }
        if !self.stands_for.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Combo", len)?;
        if let Some(v) = self.cards.as_ref() {
            struct_ser.serialize_field("cards", v)?;
        }
        if !self.kind.is_empty() {
            struct_ser.serialize_field("kind", &self.kind)?;
        }
        if !self.key.is_empty() {
            struct_ser.serialize_field("key", &self.key)?;
        }
        if self.length != 0 {
            struct_ser.serialize_field("length", &self.length)?;
        }
        if !self.stands_for.is_empty() {
            struct_ser.serialize_field("standsFor", &self.stands_for)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Combo {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "cards",
            "kind",
            "key",
            "length",
            "stands_for",
            "standsFor",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Cards,
            Kind,
            Key,
            Length,
            StandsFor,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "cards" => Ok(GeneratedField::Cards),
                            "kind" => Ok(GeneratedField::Kind),
                            "key" => Ok(GeneratedField::Key),
                            "length" => Ok(GeneratedField::Length),
                            "standsFor" | "stands_for" => Ok(GeneratedField::StandsFor),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Combo;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Combo")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Combo, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut cards__ = None;
                let mut kind__ = None;
                let mut key__ = None;
                let mut length__ = None;
                let mut stands_for__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Cards => {
                            if cards__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cards"));
                            }
                            cards__ = map_.next_value()?;
                        }
                        GeneratedField::Kind => {
                            if kind__.is_some() {
                                return Err(serde::de::Error::duplicate_field("kind"));
                            }
                            kind__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Key => {
                            if key__.is_some() {
                                return Err(serde::de::Error::duplicate_field("key"));
                            }
                            key__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Length => {
                            if length__.is_some() {
                                return Err(serde::de::Error::duplicate_field("length"));
                            }
                            length__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::StandsFor => {
                            if stands_for__.is_some() {
                                return Err(serde::de::Error::duplicate_field("standsFor"));
                            }
                            stands_for__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Combo {
                    cards: cards__,
                    kind: kind__.unwrap_or_default(),
                    key: key__.unwrap_or_default(),
                    length: length__.unwrap_or_default(),
                    stands_for: stands_for__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Combo", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ComboToBeat {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.combo.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ComboToBeat", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if let Some(v) = self.combo.as_ref() {
            struct_ser.serialize_field("combo", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ComboToBeat {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "combo",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            Combo,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "combo" => Ok(GeneratedField::Combo),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ComboToBeat;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ComboToBeat")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ComboToBeat, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut combo__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Combo => {
                            if combo__.is_some() {
                                return Err(serde::de::Error::duplicate_field("combo"));
                            }
                            combo__ = map_.next_value()?;
                        }
                    }
                }
                Ok(ComboToBeat {
                    chair: chair__.unwrap_or_default(),
                    combo: combo__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ComboToBeat", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Dealt {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.first != 0 {
            len += 1;
        }
        if !self.holds.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Dealt", len)?;
        if self.first != 0 {
            let v = Chair::try_from(self.first)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.first)))?;
            struct_ser.serialize_field("first", &v)?;
        }
        if !self.holds.is_empty() {
            struct_ser.serialize_field("holds", &self.holds)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Dealt {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "first",
            "holds",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            First,
            Holds,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "first" => Ok(GeneratedField::First),
                            "holds" => Ok(GeneratedField::Holds),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Dealt;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Dealt")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Dealt, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut first__ = None;
                let mut holds__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::First => {
                            if first__.is_some() {
                                return Err(serde::de::Error::duplicate_field("first"));
                            }
                            first__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Holds => {
                            if holds__.is_some() {
                                return Err(serde::de::Error::duplicate_field("holds"));
                            }
                            holds__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Dealt {
                    first: first__.unwrap_or_default(),
                    holds: holds__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Dealt", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for DecideRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.room_version.is_some() {
            len += 1;
        }
        if self.options.is_some() {
            len += 1;
        }
        if self.legal_plays.is_some() {
            len += 1;
        }
        if self.position.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.DecideRequest", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if let Some(v) = self.room_version.as_ref() {
            struct_ser.serialize_field("roomVersion", v)?;
        }
        if let Some(v) = self.options.as_ref() {
            struct_ser.serialize_field("options", v)?;
        }
        if let Some(v) = self.legal_plays.as_ref() {
            struct_ser.serialize_field("legalPlays", v)?;
        }
        if let Some(v) = self.position.as_ref() {
            match v {
                decide_request::Position::Hand(v) => {
                    struct_ser.serialize_field("hand", v)?;
                }
                decide_request::Position::RoomId(v) => {
                    struct_ser.serialize_field("roomId", v)?;
                }
            }
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for DecideRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "room_version",
            "roomVersion",
            "options",
            "legal_plays",
            "legalPlays",
            "hand",
            "room_id",
            "roomId",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            RoomVersion,
            Options,
            LegalPlays,
            Hand,
            RoomId,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "roomVersion" | "room_version" => Ok(GeneratedField::RoomVersion),
                            "options" => Ok(GeneratedField::Options),
                            "legalPlays" | "legal_plays" => Ok(GeneratedField::LegalPlays),
                            "hand" => Ok(GeneratedField::Hand),
                            "roomId" | "room_id" => Ok(GeneratedField::RoomId),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = DecideRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.DecideRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<DecideRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut room_version__ = None;
                let mut options__ = None;
                let mut legal_plays__ = None;
                let mut position__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::RoomVersion => {
                            if room_version__.is_some() {
                                return Err(serde::de::Error::duplicate_field("roomVersion"));
                            }
                            room_version__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::Options => {
                            if options__.is_some() {
                                return Err(serde::de::Error::duplicate_field("options"));
                            }
                            options__ = map_.next_value()?;
                        }
                        GeneratedField::LegalPlays => {
                            if legal_plays__.is_some() {
                                return Err(serde::de::Error::duplicate_field("legalPlays"));
                            }
                            legal_plays__ = map_.next_value()?;
                        }
                        GeneratedField::Hand => {
                            if position__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hand"));
                            }
                            position__ = map_.next_value::<::std::option::Option<_>>()?.map(decide_request::Position::Hand)
;
                        }
                        GeneratedField::RoomId => {
                            if position__.is_some() {
                                return Err(serde::de::Error::duplicate_field("roomId"));
                            }
                            position__ = map_.next_value::<::std::option::Option<_>>()?.map(decide_request::Position::RoomId);
                        }
                    }
                }
                Ok(DecideRequest {
                    chair: chair__.unwrap_or_default(),
                    room_version: room_version__,
                    options: options__,
                    legal_plays: legal_plays__,
                    position: position__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.DecideRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Decider {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "DECIDER_UNSPECIFIED",
            Self::Forced => "DECIDER_FORCED",
            Self::Rules => "DECIDER_RULES",
            Self::Cases => "DECIDER_CASES",
            Self::Search => "DECIDER_SEARCH",
            Self::Solver => "DECIDER_SOLVER",
            Self::Net => "DECIDER_NET",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Decider {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "DECIDER_UNSPECIFIED",
            "DECIDER_FORCED",
            "DECIDER_RULES",
            "DECIDER_CASES",
            "DECIDER_SEARCH",
            "DECIDER_SOLVER",
            "DECIDER_NET",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Decider;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "DECIDER_UNSPECIFIED" => Ok(Decider::Unspecified),
                    "DECIDER_FORCED" => Ok(Decider::Forced),
                    "DECIDER_RULES" => Ok(Decider::Rules),
                    "DECIDER_CASES" => Ok(Decider::Cases),
                    "DECIDER_SEARCH" => Ok(Decider::Search),
                    "DECIDER_SOLVER" => Ok(Decider::Solver),
                    "DECIDER_NET" => Ok(Decider::Net),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Decision {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.action.is_some() {
            len += 1;
        }
        if self.reason.is_some() {
            len += 1;
        }
        if self.think_time_ms != 0 {
            len += 1;
        }
        if self.emote != 0 {
            len += 1;
        }
        if self.win_chance.is_some() {
            len += 1;
        }
        if !self.alternatives.is_empty() {
            len += 1;
        }
        if self.unit != 0 {
            len += 1;
        }
        if self.trace.is_some() {
            len += 1;
        }
        if self.source.is_some() {
            len += 1;
        }
        if !self.warnings.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Decision", len)?;
        if let Some(v) = self.action.as_ref() {
            struct_ser.serialize_field("action", v)?;
        }
        if let Some(v) = self.reason.as_ref() {
            struct_ser.serialize_field("reason", v)?;
        }
        if self.think_time_ms != 0 {
            struct_ser.serialize_field("thinkTimeMs", &self.think_time_ms)?;
        }
        if self.emote != 0 {
            let v = Emote::try_from(self.emote)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.emote)))?;
            struct_ser.serialize_field("emote", &v)?;
        }
        if let Some(v) = self.win_chance.as_ref() {
            struct_ser.serialize_field("winChance", v)?;
        }
        if !self.alternatives.is_empty() {
            struct_ser.serialize_field("alternatives", &self.alternatives)?;
        }
        if self.unit != 0 {
            let v = ValueUnit::try_from(self.unit)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.unit)))?;
            struct_ser.serialize_field("unit", &v)?;
        }
        if let Some(v) = self.trace.as_ref() {
            struct_ser.serialize_field("trace", v)?;
        }
        if let Some(v) = self.source.as_ref() {
            struct_ser.serialize_field("source", v)?;
        }
        if !self.warnings.is_empty() {
            struct_ser.serialize_field("warnings", &self.warnings)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Decision {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "action",
            "reason",
            "think_time_ms",
            "thinkTimeMs",
            "emote",
            "win_chance",
            "winChance",
            "alternatives",
            "unit",
            "trace",
            "source",
            "warnings",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Action,
            Reason,
            ThinkTimeMs,
            Emote,
            WinChance,
            Alternatives,
            Unit,
            Trace,
            Source,
            Warnings,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "action" => Ok(GeneratedField::Action),
                            "reason" => Ok(GeneratedField::Reason),
                            "thinkTimeMs" | "think_time_ms" => Ok(GeneratedField::ThinkTimeMs),
                            "emote" => Ok(GeneratedField::Emote),
                            "winChance" | "win_chance" => Ok(GeneratedField::WinChance),
                            "alternatives" => Ok(GeneratedField::Alternatives),
                            "unit" => Ok(GeneratedField::Unit),
                            "trace" => Ok(GeneratedField::Trace),
                            "source" => Ok(GeneratedField::Source),
                            "warnings" => Ok(GeneratedField::Warnings),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Decision;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Decision")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Decision, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut action__ = None;
                let mut reason__ = None;
                let mut think_time_ms__ = None;
                let mut emote__ = None;
                let mut win_chance__ = None;
                let mut alternatives__ = None;
                let mut unit__ = None;
                let mut trace__ = None;
                let mut source__ = None;
                let mut warnings__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Action => {
                            if action__.is_some() {
                                return Err(serde::de::Error::duplicate_field("action"));
                            }
                            action__ = map_.next_value()?;
                        }
                        GeneratedField::Reason => {
                            if reason__.is_some() {
                                return Err(serde::de::Error::duplicate_field("reason"));
                            }
                            reason__ = map_.next_value()?;
                        }
                        GeneratedField::ThinkTimeMs => {
                            if think_time_ms__.is_some() {
                                return Err(serde::de::Error::duplicate_field("thinkTimeMs"));
                            }
                            think_time_ms__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Emote => {
                            if emote__.is_some() {
                                return Err(serde::de::Error::duplicate_field("emote"));
                            }
                            emote__ = Some(map_.next_value::<Emote>()? as i32);
                        }
                        GeneratedField::WinChance => {
                            if win_chance__.is_some() {
                                return Err(serde::de::Error::duplicate_field("winChance"));
                            }
                            win_chance__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::Alternatives => {
                            if alternatives__.is_some() {
                                return Err(serde::de::Error::duplicate_field("alternatives"));
                            }
                            alternatives__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Unit => {
                            if unit__.is_some() {
                                return Err(serde::de::Error::duplicate_field("unit"));
                            }
                            unit__ = Some(map_.next_value::<ValueUnit>()? as i32);
                        }
                        GeneratedField::Trace => {
                            if trace__.is_some() {
                                return Err(serde::de::Error::duplicate_field("trace"));
                            }
                            trace__ = map_.next_value()?;
                        }
                        GeneratedField::Source => {
                            if source__.is_some() {
                                return Err(serde::de::Error::duplicate_field("source"));
                            }
                            source__ = map_.next_value()?;
                        }
                        GeneratedField::Warnings => {
                            if warnings__.is_some() {
                                return Err(serde::de::Error::duplicate_field("warnings"));
                            }
                            warnings__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Decision {
                    action: action__,
                    reason: reason__,
                    think_time_ms: think_time_ms__.unwrap_or_default(),
                    emote: emote__.unwrap_or_default(),
                    win_chance: win_chance__,
                    alternatives: alternatives__.unwrap_or_default(),
                    unit: unit__.unwrap_or_default(),
                    trace: trace__,
                    source: source__,
                    warnings: warnings__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Decision", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for DecisionOptions {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.persona.is_empty() {
            len += 1;
        }
        if self.hand_seed.is_some() {
            len += 1;
        }
        if self.budget_ms.is_some() {
            len += 1;
        }
        if self.clock_ms.is_some() {
            len += 1;
        }
        if self.want_alternatives {
            len += 1;
        }
        if self.want_trace {
            len += 1;
        }
        if self.strength.is_some() {
            len += 1;
        }
        if !self.language.is_empty() {
            len += 1;
        }
        if self.worlds_max != 0 {
            len += 1;
        }
        if self.nodes_max != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.DecisionOptions", len)?;
        if !self.persona.is_empty() {
            struct_ser.serialize_field("persona", &self.persona)?;
        }
        if let Some(v) = self.hand_seed.as_ref() {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("handSeed", ToString::to_string(&v).as_str())?;
        }
        if let Some(v) = self.budget_ms.as_ref() {
            struct_ser.serialize_field("budgetMs", v)?;
        }
        if let Some(v) = self.clock_ms.as_ref() {
            struct_ser.serialize_field("clockMs", v)?;
        }
        if self.want_alternatives {
            struct_ser.serialize_field("wantAlternatives", &self.want_alternatives)?;
        }
        if self.want_trace {
            struct_ser.serialize_field("wantTrace", &self.want_trace)?;
        }
        if let Some(v) = self.strength.as_ref() {
            struct_ser.serialize_field("strength", v)?;
        }
        if !self.language.is_empty() {
            struct_ser.serialize_field("language", &self.language)?;
        }
        if self.worlds_max != 0 {
            struct_ser.serialize_field("worldsMax", &self.worlds_max)?;
        }
        if self.nodes_max != 0 {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("nodesMax", ToString::to_string(&self.nodes_max).as_str())?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for DecisionOptions {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "persona",
            "hand_seed",
            "handSeed",
            "budget_ms",
            "budgetMs",
            "clock_ms",
            "clockMs",
            "want_alternatives",
            "wantAlternatives",
            "want_trace",
            "wantTrace",
            "strength",
            "language",
            "worlds_max",
            "worldsMax",
            "nodes_max",
            "nodesMax",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Persona,
            HandSeed,
            BudgetMs,
            ClockMs,
            WantAlternatives,
            WantTrace,
            Strength,
            Language,
            WorldsMax,
            NodesMax,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "persona" => Ok(GeneratedField::Persona),
                            "handSeed" | "hand_seed" => Ok(GeneratedField::HandSeed),
                            "budgetMs" | "budget_ms" => Ok(GeneratedField::BudgetMs),
                            "clockMs" | "clock_ms" => Ok(GeneratedField::ClockMs),
                            "wantAlternatives" | "want_alternatives" => Ok(GeneratedField::WantAlternatives),
                            "wantTrace" | "want_trace" => Ok(GeneratedField::WantTrace),
                            "strength" => Ok(GeneratedField::Strength),
                            "language" => Ok(GeneratedField::Language),
                            "worldsMax" | "worlds_max" => Ok(GeneratedField::WorldsMax),
                            "nodesMax" | "nodes_max" => Ok(GeneratedField::NodesMax),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = DecisionOptions;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.DecisionOptions")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<DecisionOptions, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut persona__ = None;
                let mut hand_seed__ = None;
                let mut budget_ms__ = None;
                let mut clock_ms__ = None;
                let mut want_alternatives__ = None;
                let mut want_trace__ = None;
                let mut strength__ = None;
                let mut language__ = None;
                let mut worlds_max__ = None;
                let mut nodes_max__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Persona => {
                            if persona__.is_some() {
                                return Err(serde::de::Error::duplicate_field("persona"));
                            }
                            persona__ = Some(map_.next_value()?);
                        }
                        GeneratedField::HandSeed => {
                            if hand_seed__.is_some() {
                                return Err(serde::de::Error::duplicate_field("handSeed"));
                            }
                            hand_seed__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::BudgetMs => {
                            if budget_ms__.is_some() {
                                return Err(serde::de::Error::duplicate_field("budgetMs"));
                            }
                            budget_ms__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::ClockMs => {
                            if clock_ms__.is_some() {
                                return Err(serde::de::Error::duplicate_field("clockMs"));
                            }
                            clock_ms__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::WantAlternatives => {
                            if want_alternatives__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wantAlternatives"));
                            }
                            want_alternatives__ = Some(map_.next_value()?);
                        }
                        GeneratedField::WantTrace => {
                            if want_trace__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wantTrace"));
                            }
                            want_trace__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Strength => {
                            if strength__.is_some() {
                                return Err(serde::de::Error::duplicate_field("strength"));
                            }
                            strength__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::Language => {
                            if language__.is_some() {
                                return Err(serde::de::Error::duplicate_field("language"));
                            }
                            language__ = Some(map_.next_value()?);
                        }
                        GeneratedField::WorldsMax => {
                            if worlds_max__.is_some() {
                                return Err(serde::de::Error::duplicate_field("worldsMax"));
                            }
                            worlds_max__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::NodesMax => {
                            if nodes_max__.is_some() {
                                return Err(serde::de::Error::duplicate_field("nodesMax"));
                            }
                            nodes_max__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(DecisionOptions {
                    persona: persona__.unwrap_or_default(),
                    hand_seed: hand_seed__,
                    budget_ms: budget_ms__,
                    clock_ms: clock_ms__,
                    want_alternatives: want_alternatives__.unwrap_or_default(),
                    want_trace: want_trace__.unwrap_or_default(),
                    strength: strength__,
                    language: language__.unwrap_or_default(),
                    worlds_max: worlds_max__.unwrap_or_default(),
                    nodes_max: nodes_max__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.DecisionOptions", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for DecisionReason {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.code.is_empty() {
            len += 1;
        }
        if !self.text.is_empty() {
            len += 1;
        }
        if !self.facts.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.DecisionReason", len)?;
        if !self.code.is_empty() {
            struct_ser.serialize_field("code", &self.code)?;
        }
        if !self.text.is_empty() {
            struct_ser.serialize_field("text", &self.text)?;
        }
        if !self.facts.is_empty() {
            struct_ser.serialize_field("facts", &self.facts)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for DecisionReason {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "code",
            "text",
            "facts",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Code,
            Text,
            Facts,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "code" => Ok(GeneratedField::Code),
                            "text" => Ok(GeneratedField::Text),
                            "facts" => Ok(GeneratedField::Facts),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = DecisionReason;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.DecisionReason")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<DecisionReason, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut code__ = None;
                let mut text__ = None;
                let mut facts__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Code => {
                            if code__.is_some() {
                                return Err(serde::de::Error::duplicate_field("code"));
                            }
                            code__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Text => {
                            if text__.is_some() {
                                return Err(serde::de::Error::duplicate_field("text"));
                            }
                            text__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Facts => {
                            if facts__.is_some() {
                                return Err(serde::de::Error::duplicate_field("facts"));
                            }
                            facts__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(DecisionReason {
                    code: code__.unwrap_or_default(),
                    text: text__.unwrap_or_default(),
                    facts: facts__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.DecisionReason", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for DecisionSource {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.persona.is_empty() {
            len += 1;
        }
        if self.strength.is_some() {
            len += 1;
        }
        if !self.ruleset.is_empty() {
            len += 1;
        }
        if !self.engine_version.is_empty() {
            len += 1;
        }
        if self.hand_seed != 0 {
            len += 1;
        }
        if self.decider != 0 {
            len += 1;
        }
        if self.degraded != 0 {
            len += 1;
        }
        if self.compute_us != 0 {
            len += 1;
        }
        if self.worlds != 0 {
            len += 1;
        }
        if self.nodes != 0 {
            len += 1;
        }
        if self.room_version.is_some() {
            len += 1;
        }
        if self.repeated {
            len += 1;
        }
        if self.disclosed {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.DecisionSource", len)?;
        if !self.persona.is_empty() {
            struct_ser.serialize_field("persona", &self.persona)?;
        }
        if let Some(v) = self.strength.as_ref() {
            struct_ser.serialize_field("strength", v)?;
        }
        if !self.ruleset.is_empty() {
            struct_ser.serialize_field("ruleset", &self.ruleset)?;
        }
        if !self.engine_version.is_empty() {
            struct_ser.serialize_field("engineVersion", &self.engine_version)?;
        }
        if self.hand_seed != 0 {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("handSeed", ToString::to_string(&self.hand_seed).as_str())?;
        }
        if self.decider != 0 {
            let v = Decider::try_from(self.decider)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.decider)))?;
            struct_ser.serialize_field("decider", &v)?;
        }
        if self.degraded != 0 {
            let v = Degraded::try_from(self.degraded)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.degraded)))?;
            struct_ser.serialize_field("degraded", &v)?;
        }
        if self.compute_us != 0 {
            struct_ser.serialize_field("computeUs", &self.compute_us)?;
        }
        if self.worlds != 0 {
            struct_ser.serialize_field("worlds", &self.worlds)?;
        }
        if self.nodes != 0 {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("nodes", ToString::to_string(&self.nodes).as_str())?;
        }
        if let Some(v) = self.room_version.as_ref() {
            struct_ser.serialize_field("roomVersion", v)?;
        }
        if self.repeated {
            struct_ser.serialize_field("repeated", &self.repeated)?;
        }
        if self.disclosed {
            struct_ser.serialize_field("disclosed", &self.disclosed)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for DecisionSource {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "persona",
            "strength",
            "ruleset",
            "engine_version",
            "engineVersion",
            "hand_seed",
            "handSeed",
            "decider",
            "degraded",
            "compute_us",
            "computeUs",
            "worlds",
            "nodes",
            "room_version",
            "roomVersion",
            "repeated",
            "disclosed",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Persona,
            Strength,
            Ruleset,
            EngineVersion,
            HandSeed,
            Decider,
            Degraded,
            ComputeUs,
            Worlds,
            Nodes,
            RoomVersion,
            Repeated,
            Disclosed,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "persona" => Ok(GeneratedField::Persona),
                            "strength" => Ok(GeneratedField::Strength),
                            "ruleset" => Ok(GeneratedField::Ruleset),
                            "engineVersion" | "engine_version" => Ok(GeneratedField::EngineVersion),
                            "handSeed" | "hand_seed" => Ok(GeneratedField::HandSeed),
                            "decider" => Ok(GeneratedField::Decider),
                            "degraded" => Ok(GeneratedField::Degraded),
                            "computeUs" | "compute_us" => Ok(GeneratedField::ComputeUs),
                            "worlds" => Ok(GeneratedField::Worlds),
                            "nodes" => Ok(GeneratedField::Nodes),
                            "roomVersion" | "room_version" => Ok(GeneratedField::RoomVersion),
                            "repeated" => Ok(GeneratedField::Repeated),
                            "disclosed" => Ok(GeneratedField::Disclosed),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = DecisionSource;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.DecisionSource")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<DecisionSource, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut persona__ = None;
                let mut strength__ = None;
                let mut ruleset__ = None;
                let mut engine_version__ = None;
                let mut hand_seed__ = None;
                let mut decider__ = None;
                let mut degraded__ = None;
                let mut compute_us__ = None;
                let mut worlds__ = None;
                let mut nodes__ = None;
                let mut room_version__ = None;
                let mut repeated__ = None;
                let mut disclosed__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Persona => {
                            if persona__.is_some() {
                                return Err(serde::de::Error::duplicate_field("persona"));
                            }
                            persona__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Strength => {
                            if strength__.is_some() {
                                return Err(serde::de::Error::duplicate_field("strength"));
                            }
                            strength__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::Ruleset => {
                            if ruleset__.is_some() {
                                return Err(serde::de::Error::duplicate_field("ruleset"));
                            }
                            ruleset__ = Some(map_.next_value()?);
                        }
                        GeneratedField::EngineVersion => {
                            if engine_version__.is_some() {
                                return Err(serde::de::Error::duplicate_field("engineVersion"));
                            }
                            engine_version__ = Some(map_.next_value()?);
                        }
                        GeneratedField::HandSeed => {
                            if hand_seed__.is_some() {
                                return Err(serde::de::Error::duplicate_field("handSeed"));
                            }
                            hand_seed__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Decider => {
                            if decider__.is_some() {
                                return Err(serde::de::Error::duplicate_field("decider"));
                            }
                            decider__ = Some(map_.next_value::<Decider>()? as i32);
                        }
                        GeneratedField::Degraded => {
                            if degraded__.is_some() {
                                return Err(serde::de::Error::duplicate_field("degraded"));
                            }
                            degraded__ = Some(map_.next_value::<Degraded>()? as i32);
                        }
                        GeneratedField::ComputeUs => {
                            if compute_us__.is_some() {
                                return Err(serde::de::Error::duplicate_field("computeUs"));
                            }
                            compute_us__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Worlds => {
                            if worlds__.is_some() {
                                return Err(serde::de::Error::duplicate_field("worlds"));
                            }
                            worlds__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Nodes => {
                            if nodes__.is_some() {
                                return Err(serde::de::Error::duplicate_field("nodes"));
                            }
                            nodes__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::RoomVersion => {
                            if room_version__.is_some() {
                                return Err(serde::de::Error::duplicate_field("roomVersion"));
                            }
                            room_version__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::Repeated => {
                            if repeated__.is_some() {
                                return Err(serde::de::Error::duplicate_field("repeated"));
                            }
                            repeated__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Disclosed => {
                            if disclosed__.is_some() {
                                return Err(serde::de::Error::duplicate_field("disclosed"));
                            }
                            disclosed__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(DecisionSource {
                    persona: persona__.unwrap_or_default(),
                    strength: strength__,
                    ruleset: ruleset__.unwrap_or_default(),
                    engine_version: engine_version__.unwrap_or_default(),
                    hand_seed: hand_seed__.unwrap_or_default(),
                    decider: decider__.unwrap_or_default(),
                    degraded: degraded__.unwrap_or_default(),
                    compute_us: compute_us__.unwrap_or_default(),
                    worlds: worlds__.unwrap_or_default(),
                    nodes: nodes__.unwrap_or_default(),
                    room_version: room_version__,
                    repeated: repeated__.unwrap_or_default(),
                    disclosed: disclosed__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.DecisionSource", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Degraded {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "DEGRADED_UNSPECIFIED",
            Self::Overload => "DEGRADED_OVERLOAD",
            Self::Budget => "DEGRADED_BUDGET",
            Self::LegalPlays => "DEGRADED_LEGAL_PLAYS",
            Self::Store => "DEGRADED_STORE",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Degraded {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "DEGRADED_UNSPECIFIED",
            "DEGRADED_OVERLOAD",
            "DEGRADED_BUDGET",
            "DEGRADED_LEGAL_PLAYS",
            "DEGRADED_STORE",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Degraded;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "DEGRADED_UNSPECIFIED" => Ok(Degraded::Unspecified),
                    "DEGRADED_OVERLOAD" => Ok(Degraded::Overload),
                    "DEGRADED_BUDGET" => Ok(Degraded::Budget),
                    "DEGRADED_LEGAL_PLAYS" => Ok(Degraded::LegalPlays),
                    "DEGRADED_STORE" => Ok(Degraded::Store),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Doubling {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "DOUBLING_UNSPECIFIED",
            Self::None => "DOUBLING_NONE",
            Self::Double => "DOUBLING_DOUBLE",
            Self::Super => "DOUBLING_SUPER",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Doubling {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "DOUBLING_UNSPECIFIED",
            "DOUBLING_NONE",
            "DOUBLING_DOUBLE",
            "DOUBLING_SUPER",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Doubling;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "DOUBLING_UNSPECIFIED" => Ok(Doubling::Unspecified),
                    "DOUBLING_NONE" => Ok(Doubling::None),
                    "DOUBLING_DOUBLE" => Ok(Doubling::Double),
                    "DOUBLING_SUPER" => Ok(Doubling::Super),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Emote {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "EMOTE_UNSPECIFIED",
            Self::Hurry => "EMOTE_HURRY",
            Self::Happy => "EMOTE_HAPPY",
            Self::Angry => "EMOTE_ANGRY",
            Self::Praise => "EMOTE_PRAISE",
            Self::Sorry => "EMOTE_SORRY",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Emote {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "EMOTE_UNSPECIFIED",
            "EMOTE_HURRY",
            "EMOTE_HAPPY",
            "EMOTE_ANGRY",
            "EMOTE_PRAISE",
            "EMOTE_SORRY",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Emote;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "EMOTE_UNSPECIFIED" => Ok(Emote::Unspecified),
                    "EMOTE_HURRY" => Ok(Emote::Hurry),
                    "EMOTE_HAPPY" => Ok(Emote::Happy),
                    "EMOTE_ANGRY" => Ok(Emote::Angry),
                    "EMOTE_PRAISE" => Ok(Emote::Praise),
                    "EMOTE_SORRY" => Ok(Emote::Sorry),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Event {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.what.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Event", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if let Some(v) = self.what.as_ref() {
            match v {
                event::What::Action(v) => {
                    struct_ser.serialize_field("action", v)?;
                }
                event::What::LandlordFound(v) => {
                    struct_ser.serialize_field("landlordFound", v)?;
                }
                event::What::WildShown(v) => {
                    struct_ser.serialize_field("wildShown", v)?;
                }
            }
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Event {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "action",
            "landlord_found",
            "landlordFound",
            "wild_shown",
            "wildShown",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            Action,
            LandlordFound,
            WildShown,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "action" => Ok(GeneratedField::Action),
                            "landlordFound" | "landlord_found" => Ok(GeneratedField::LandlordFound),
                            "wildShown" | "wild_shown" => Ok(GeneratedField::WildShown),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Event;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Event")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Event, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut what__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Action => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("action"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(event::What::Action)
;
                        }
                        GeneratedField::LandlordFound => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("landlordFound"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(event::What::LandlordFound)
;
                        }
                        GeneratedField::WildShown => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wildShown"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(event::What::WildShown);
                        }
                    }
                }
                Ok(Event {
                    chair: chair__.unwrap_or_default(),
                    what: what__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Event", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Fact {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.concept.is_empty() {
            len += 1;
        }
        if !self.parts.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Fact", len)?;
        if !self.concept.is_empty() {
            struct_ser.serialize_field("concept", &self.concept)?;
        }
        if !self.parts.is_empty() {
            struct_ser.serialize_field("parts", &self.parts)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Fact {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "concept",
            "parts",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Concept,
            Parts,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "concept" => Ok(GeneratedField::Concept),
                            "parts" => Ok(GeneratedField::Parts),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Fact;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Fact")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Fact, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut concept__ = None;
                let mut parts__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Concept => {
                            if concept__.is_some() {
                                return Err(serde::de::Error::duplicate_field("concept"));
                            }
                            concept__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Parts => {
                            if parts__.is_some() {
                                return Err(serde::de::Error::duplicate_field("parts"));
                            }
                            parts__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Fact {
                    concept: concept__.unwrap_or_default(),
                    parts: parts__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Fact", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for FirstPlay {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.action.is_some() {
            len += 1;
        }
        if self.wins.is_some() {
            len += 1;
        }
        if self.reply.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.FirstPlay", len)?;
        if let Some(v) = self.action.as_ref() {
            struct_ser.serialize_field("action", v)?;
        }
        if let Some(v) = self.wins.as_ref() {
            struct_ser.serialize_field("wins", v)?;
        }
        if let Some(v) = self.reply.as_ref() {
            struct_ser.serialize_field("reply", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for FirstPlay {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "action",
            "wins",
            "reply",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Action,
            Wins,
            Reply,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "action" => Ok(GeneratedField::Action),
                            "wins" => Ok(GeneratedField::Wins),
                            "reply" => Ok(GeneratedField::Reply),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = FirstPlay;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.FirstPlay")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<FirstPlay, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut action__ = None;
                let mut wins__ = None;
                let mut reply__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Action => {
                            if action__.is_some() {
                                return Err(serde::de::Error::duplicate_field("action"));
                            }
                            action__ = map_.next_value()?;
                        }
                        GeneratedField::Wins => {
                            if wins__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wins"));
                            }
                            wins__ = map_.next_value()?;
                        }
                        GeneratedField::Reply => {
                            if reply__.is_some() {
                                return Err(serde::de::Error::duplicate_field("reply"));
                            }
                            reply__ = map_.next_value()?;
                        }
                    }
                }
                Ok(FirstPlay {
                    action: action__,
                    wins: wins__,
                    reply: reply__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.FirstPlay", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for GenerateEndgameRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.ruleset.is_empty() {
            len += 1;
        }
        if self.card_codec != 0 {
            len += 1;
        }
        if self.grade != 0 {
            len += 1;
        }
        if self.seed != 0 {
            len += 1;
        }
        if self.budget_ms.is_some() {
            len += 1;
        }
        if !self.language.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.GenerateEndgameRequest", len)?;
        if !self.ruleset.is_empty() {
            struct_ser.serialize_field("ruleset", &self.ruleset)?;
        }
        if self.card_codec != 0 {
            let v = CardCodec::try_from(self.card_codec)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.card_codec)))?;
            struct_ser.serialize_field("cardCodec", &v)?;
        }
        if self.grade != 0 {
            let v = Grade::try_from(self.grade)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.grade)))?;
            struct_ser.serialize_field("grade", &v)?;
        }
        if self.seed != 0 {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("seed", ToString::to_string(&self.seed).as_str())?;
        }
        if let Some(v) = self.budget_ms.as_ref() {
            struct_ser.serialize_field("budgetMs", v)?;
        }
        if !self.language.is_empty() {
            struct_ser.serialize_field("language", &self.language)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for GenerateEndgameRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "ruleset",
            "card_codec",
            "cardCodec",
            "grade",
            "seed",
            "budget_ms",
            "budgetMs",
            "language",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Ruleset,
            CardCodec,
            Grade,
            Seed,
            BudgetMs,
            Language,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "ruleset" => Ok(GeneratedField::Ruleset),
                            "cardCodec" | "card_codec" => Ok(GeneratedField::CardCodec),
                            "grade" => Ok(GeneratedField::Grade),
                            "seed" => Ok(GeneratedField::Seed),
                            "budgetMs" | "budget_ms" => Ok(GeneratedField::BudgetMs),
                            "language" => Ok(GeneratedField::Language),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = GenerateEndgameRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.GenerateEndgameRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<GenerateEndgameRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut ruleset__ = None;
                let mut card_codec__ = None;
                let mut grade__ = None;
                let mut seed__ = None;
                let mut budget_ms__ = None;
                let mut language__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Ruleset => {
                            if ruleset__.is_some() {
                                return Err(serde::de::Error::duplicate_field("ruleset"));
                            }
                            ruleset__ = Some(map_.next_value()?);
                        }
                        GeneratedField::CardCodec => {
                            if card_codec__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cardCodec"));
                            }
                            card_codec__ = Some(map_.next_value::<CardCodec>()? as i32);
                        }
                        GeneratedField::Grade => {
                            if grade__.is_some() {
                                return Err(serde::de::Error::duplicate_field("grade"));
                            }
                            grade__ = Some(map_.next_value::<Grade>()? as i32);
                        }
                        GeneratedField::Seed => {
                            if seed__.is_some() {
                                return Err(serde::de::Error::duplicate_field("seed"));
                            }
                            seed__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::BudgetMs => {
                            if budget_ms__.is_some() {
                                return Err(serde::de::Error::duplicate_field("budgetMs"));
                            }
                            budget_ms__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::Language => {
                            if language__.is_some() {
                                return Err(serde::de::Error::duplicate_field("language"));
                            }
                            language__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(GenerateEndgameRequest {
                    ruleset: ruleset__.unwrap_or_default(),
                    card_codec: card_codec__.unwrap_or_default(),
                    grade: grade__.unwrap_or_default(),
                    seed: seed__.unwrap_or_default(),
                    budget_ms: budget_ms__,
                    language: language__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.GenerateEndgameRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for GenerateEndgameResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.hand.is_some() {
            len += 1;
        }
        if self.solution.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.GenerateEndgameResponse", len)?;
        if let Some(v) = self.hand.as_ref() {
            struct_ser.serialize_field("hand", v)?;
        }
        if let Some(v) = self.solution.as_ref() {
            struct_ser.serialize_field("solution", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for GenerateEndgameResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "hand",
            "solution",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Hand,
            Solution,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "hand" => Ok(GeneratedField::Hand),
                            "solution" => Ok(GeneratedField::Solution),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = GenerateEndgameResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.GenerateEndgameResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<GenerateEndgameResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut hand__ = None;
                let mut solution__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Hand => {
                            if hand__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hand"));
                            }
                            hand__ = map_.next_value()?;
                        }
                        GeneratedField::Solution => {
                            if solution__.is_some() {
                                return Err(serde::de::Error::duplicate_field("solution"));
                            }
                            solution__ = map_.next_value()?;
                        }
                    }
                }
                Ok(GenerateEndgameResponse {
                    hand: hand__,
                    solution: solution__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.GenerateEndgameResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for GetPlayerRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.player_id.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.GetPlayerRequest", len)?;
        if !self.player_id.is_empty() {
            struct_ser.serialize_field("playerId", &self.player_id)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for GetPlayerRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "player_id",
            "playerId",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            PlayerId,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "playerId" | "player_id" => Ok(GeneratedField::PlayerId),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = GetPlayerRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.GetPlayerRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<GetPlayerRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut player_id__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::PlayerId => {
                            if player_id__.is_some() {
                                return Err(serde::de::Error::duplicate_field("playerId"));
                            }
                            player_id__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(GetPlayerRequest {
                    player_id: player_id__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.GetPlayerRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for GetPlayerResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.hands != 0 {
            len += 1;
        }
        if self.habits.is_some() {
            len += 1;
        }
        if !self.levels.is_empty() {
            len += 1;
        }
        if !self.standings.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.GetPlayerResponse", len)?;
        if self.hands != 0 {
            struct_ser.serialize_field("hands", &self.hands)?;
        }
        if let Some(v) = self.habits.as_ref() {
            struct_ser.serialize_field("habits", v)?;
        }
        if !self.levels.is_empty() {
            struct_ser.serialize_field("levels", &self.levels)?;
        }
        if !self.standings.is_empty() {
            struct_ser.serialize_field("standings", &self.standings)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for GetPlayerResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "hands",
            "habits",
            "levels",
            "standings",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Hands,
            Habits,
            Levels,
            Standings,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "hands" => Ok(GeneratedField::Hands),
                            "habits" => Ok(GeneratedField::Habits),
                            "levels" => Ok(GeneratedField::Levels),
                            "standings" => Ok(GeneratedField::Standings),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = GetPlayerResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.GetPlayerResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<GetPlayerResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut hands__ = None;
                let mut habits__ = None;
                let mut levels__ = None;
                let mut standings__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Hands => {
                            if hands__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hands"));
                            }
                            hands__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Habits => {
                            if habits__.is_some() {
                                return Err(serde::de::Error::duplicate_field("habits"));
                            }
                            habits__ = map_.next_value()?;
                        }
                        GeneratedField::Levels => {
                            if levels__.is_some() {
                                return Err(serde::de::Error::duplicate_field("levels"));
                            }
                            levels__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Standings => {
                            if standings__.is_some() {
                                return Err(serde::de::Error::duplicate_field("standings"));
                            }
                            standings__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(GetPlayerResponse {
                    hands: hands__.unwrap_or_default(),
                    habits: habits__,
                    levels: levels__.unwrap_or_default(),
                    standings: standings__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.GetPlayerResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for GetRoomRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.room_id.is_empty() {
            len += 1;
        }
        if self.audience != 0 {
            len += 1;
        }
        if self.chair != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.GetRoomRequest", len)?;
        if !self.room_id.is_empty() {
            struct_ser.serialize_field("roomId", &self.room_id)?;
        }
        if self.audience != 0 {
            let v = Audience::try_from(self.audience)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.audience)))?;
            struct_ser.serialize_field("audience", &v)?;
        }
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for GetRoomRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "room_id",
            "roomId",
            "audience",
            "chair",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            RoomId,
            Audience,
            Chair,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "roomId" | "room_id" => Ok(GeneratedField::RoomId),
                            "audience" => Ok(GeneratedField::Audience),
                            "chair" => Ok(GeneratedField::Chair),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = GetRoomRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.GetRoomRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<GetRoomRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut room_id__ = None;
                let mut audience__ = None;
                let mut chair__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::RoomId => {
                            if room_id__.is_some() {
                                return Err(serde::de::Error::duplicate_field("roomId"));
                            }
                            room_id__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Audience => {
                            if audience__.is_some() {
                                return Err(serde::de::Error::duplicate_field("audience"));
                            }
                            audience__ = Some(map_.next_value::<Audience>()? as i32);
                        }
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                    }
                }
                Ok(GetRoomRequest {
                    room_id: room_id__.unwrap_or_default(),
                    audience: audience__.unwrap_or_default(),
                    chair: chair__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.GetRoomRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Grade {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "GRADE_UNSPECIFIED",
            Self::Beginner => "GRADE_BEGINNER",
            Self::Easy => "GRADE_EASY",
            Self::Medium => "GRADE_MEDIUM",
            Self::Hard => "GRADE_HARD",
            Self::Master => "GRADE_MASTER",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Grade {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "GRADE_UNSPECIFIED",
            "GRADE_BEGINNER",
            "GRADE_EASY",
            "GRADE_MEDIUM",
            "GRADE_HARD",
            "GRADE_MASTER",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Grade;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "GRADE_UNSPECIFIED" => Ok(Grade::Unspecified),
                    "GRADE_BEGINNER" => Ok(Grade::Beginner),
                    "GRADE_EASY" => Ok(Grade::Easy),
                    "GRADE_MEDIUM" => Ok(Grade::Medium),
                    "GRADE_HARD" => Ok(Grade::Hard),
                    "GRADE_MASTER" => Ok(Grade::Master),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Habits {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.auctions != 0 {
            len += 1;
        }
        if self.wanted != 0 {
            len += 1;
        }
        if self.answerable != 0 {
            len += 1;
        }
        if self.answered != 0 {
            len += 1;
        }
        if self.bombs != 0 {
            len += 1;
        }
        if self.bombs_early != 0 {
            len += 1;
        }
        if self.bombs_kept != 0 {
            len += 1;
        }
        if self.choices != 0 {
            len += 1;
        }
        if self.highest != 0 {
            len += 1;
        }
        if self.leads != 0 {
            len += 1;
        }
        if self.leads_single != 0 {
            len += 1;
        }
        if self.guesses != 0 {
            len += 1;
        }
        if self.guesses_right != 0 {
            len += 1;
        }
        if self.fourths != 0 {
            len += 1;
        }
        if self.fourths_right != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Habits", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if self.auctions != 0 {
            struct_ser.serialize_field("auctions", &self.auctions)?;
        }
        if self.wanted != 0 {
            struct_ser.serialize_field("wanted", &self.wanted)?;
        }
        if self.answerable != 0 {
            struct_ser.serialize_field("answerable", &self.answerable)?;
        }
        if self.answered != 0 {
            struct_ser.serialize_field("answered", &self.answered)?;
        }
        if self.bombs != 0 {
            struct_ser.serialize_field("bombs", &self.bombs)?;
        }
        if self.bombs_early != 0 {
            struct_ser.serialize_field("bombsEarly", &self.bombs_early)?;
        }
        if self.bombs_kept != 0 {
            struct_ser.serialize_field("bombsKept", &self.bombs_kept)?;
        }
        if self.choices != 0 {
            struct_ser.serialize_field("choices", &self.choices)?;
        }
        if self.highest != 0 {
            struct_ser.serialize_field("highest", &self.highest)?;
        }
        if self.leads != 0 {
            struct_ser.serialize_field("leads", &self.leads)?;
        }
        if self.leads_single != 0 {
            struct_ser.serialize_field("leadsSingle", &self.leads_single)?;
        }
        if self.guesses != 0 {
            struct_ser.serialize_field("guesses", &self.guesses)?;
        }
        if self.guesses_right != 0 {
            struct_ser.serialize_field("guessesRight", &self.guesses_right)?;
        }
        if self.fourths != 0 {
            struct_ser.serialize_field("fourths", &self.fourths)?;
        }
        if self.fourths_right != 0 {
            struct_ser.serialize_field("fourthsRight", &self.fourths_right)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Habits {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "auctions",
            "wanted",
            "answerable",
            "answered",
            "bombs",
            "bombs_early",
            "bombsEarly",
            "bombs_kept",
            "bombsKept",
            "choices",
            "highest",
            "leads",
            "leads_single",
            "leadsSingle",
            "guesses",
            "guesses_right",
            "guessesRight",
            "fourths",
            "fourths_right",
            "fourthsRight",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            Auctions,
            Wanted,
            Answerable,
            Answered,
            Bombs,
            BombsEarly,
            BombsKept,
            Choices,
            Highest,
            Leads,
            LeadsSingle,
            Guesses,
            GuessesRight,
            Fourths,
            FourthsRight,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "auctions" => Ok(GeneratedField::Auctions),
                            "wanted" => Ok(GeneratedField::Wanted),
                            "answerable" => Ok(GeneratedField::Answerable),
                            "answered" => Ok(GeneratedField::Answered),
                            "bombs" => Ok(GeneratedField::Bombs),
                            "bombsEarly" | "bombs_early" => Ok(GeneratedField::BombsEarly),
                            "bombsKept" | "bombs_kept" => Ok(GeneratedField::BombsKept),
                            "choices" => Ok(GeneratedField::Choices),
                            "highest" => Ok(GeneratedField::Highest),
                            "leads" => Ok(GeneratedField::Leads),
                            "leadsSingle" | "leads_single" => Ok(GeneratedField::LeadsSingle),
                            "guesses" => Ok(GeneratedField::Guesses),
                            "guessesRight" | "guesses_right" => Ok(GeneratedField::GuessesRight),
                            "fourths" => Ok(GeneratedField::Fourths),
                            "fourthsRight" | "fourths_right" => Ok(GeneratedField::FourthsRight),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Habits;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Habits")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Habits, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut auctions__ = None;
                let mut wanted__ = None;
                let mut answerable__ = None;
                let mut answered__ = None;
                let mut bombs__ = None;
                let mut bombs_early__ = None;
                let mut bombs_kept__ = None;
                let mut choices__ = None;
                let mut highest__ = None;
                let mut leads__ = None;
                let mut leads_single__ = None;
                let mut guesses__ = None;
                let mut guesses_right__ = None;
                let mut fourths__ = None;
                let mut fourths_right__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Auctions => {
                            if auctions__.is_some() {
                                return Err(serde::de::Error::duplicate_field("auctions"));
                            }
                            auctions__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Wanted => {
                            if wanted__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wanted"));
                            }
                            wanted__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Answerable => {
                            if answerable__.is_some() {
                                return Err(serde::de::Error::duplicate_field("answerable"));
                            }
                            answerable__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Answered => {
                            if answered__.is_some() {
                                return Err(serde::de::Error::duplicate_field("answered"));
                            }
                            answered__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Bombs => {
                            if bombs__.is_some() {
                                return Err(serde::de::Error::duplicate_field("bombs"));
                            }
                            bombs__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::BombsEarly => {
                            if bombs_early__.is_some() {
                                return Err(serde::de::Error::duplicate_field("bombsEarly"));
                            }
                            bombs_early__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::BombsKept => {
                            if bombs_kept__.is_some() {
                                return Err(serde::de::Error::duplicate_field("bombsKept"));
                            }
                            bombs_kept__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Choices => {
                            if choices__.is_some() {
                                return Err(serde::de::Error::duplicate_field("choices"));
                            }
                            choices__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Highest => {
                            if highest__.is_some() {
                                return Err(serde::de::Error::duplicate_field("highest"));
                            }
                            highest__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Leads => {
                            if leads__.is_some() {
                                return Err(serde::de::Error::duplicate_field("leads"));
                            }
                            leads__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::LeadsSingle => {
                            if leads_single__.is_some() {
                                return Err(serde::de::Error::duplicate_field("leadsSingle"));
                            }
                            leads_single__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Guesses => {
                            if guesses__.is_some() {
                                return Err(serde::de::Error::duplicate_field("guesses"));
                            }
                            guesses__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::GuessesRight => {
                            if guesses_right__.is_some() {
                                return Err(serde::de::Error::duplicate_field("guessesRight"));
                            }
                            guesses_right__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Fourths => {
                            if fourths__.is_some() {
                                return Err(serde::de::Error::duplicate_field("fourths"));
                            }
                            fourths__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::FourthsRight => {
                            if fourths_right__.is_some() {
                                return Err(serde::de::Error::duplicate_field("fourthsRight"));
                            }
                            fourths_right__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(Habits {
                    chair: chair__.unwrap_or_default(),
                    auctions: auctions__.unwrap_or_default(),
                    wanted: wanted__.unwrap_or_default(),
                    answerable: answerable__.unwrap_or_default(),
                    answered: answered__.unwrap_or_default(),
                    bombs: bombs__.unwrap_or_default(),
                    bombs_early: bombs_early__.unwrap_or_default(),
                    bombs_kept: bombs_kept__.unwrap_or_default(),
                    choices: choices__.unwrap_or_default(),
                    highest: highest__.unwrap_or_default(),
                    leads: leads__.unwrap_or_default(),
                    leads_single: leads_single__.unwrap_or_default(),
                    guesses: guesses__.unwrap_or_default(),
                    guesses_right: guesses_right__.unwrap_or_default(),
                    fourths: fourths__.unwrap_or_default(),
                    fourths_right: fourths_right__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Habits", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Hand {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.ruleset.is_empty() {
            len += 1;
        }
        if self.card_codec != 0 {
            len += 1;
        }
        if self.first != 0 {
            len += 1;
        }
        if !self.holds.is_empty() {
            len += 1;
        }
        if !self.events.is_empty() {
            len += 1;
        }
        if self.present.is_some() {
            len += 1;
        }
        if !self.habits.is_empty() {
            len += 1;
        }
        if !self.card_numbers.is_empty() {
            len += 1;
        }
        if self.strict {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Hand", len)?;
        if !self.ruleset.is_empty() {
            struct_ser.serialize_field("ruleset", &self.ruleset)?;
        }
        if self.card_codec != 0 {
            let v = CardCodec::try_from(self.card_codec)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.card_codec)))?;
            struct_ser.serialize_field("cardCodec", &v)?;
        }
        if self.first != 0 {
            let v = Chair::try_from(self.first)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.first)))?;
            struct_ser.serialize_field("first", &v)?;
        }
        if !self.holds.is_empty() {
            struct_ser.serialize_field("holds", &self.holds)?;
        }
        if !self.events.is_empty() {
            struct_ser.serialize_field("events", &self.events)?;
        }
        if let Some(v) = self.present.as_ref() {
            struct_ser.serialize_field("present", v)?;
        }
        if !self.habits.is_empty() {
            struct_ser.serialize_field("habits", &self.habits)?;
        }
        if !self.card_numbers.is_empty() {
            struct_ser.serialize_field("cardNumbers", &self.card_numbers)?;
        }
        if self.strict {
            struct_ser.serialize_field("strict", &self.strict)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Hand {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "ruleset",
            "card_codec",
            "cardCodec",
            "first",
            "holds",
            "events",
            "present",
            "habits",
            "card_numbers",
            "cardNumbers",
            "strict",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Ruleset,
            CardCodec,
            First,
            Holds,
            Events,
            Present,
            Habits,
            CardNumbers,
            Strict,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "ruleset" => Ok(GeneratedField::Ruleset),
                            "cardCodec" | "card_codec" => Ok(GeneratedField::CardCodec),
                            "first" => Ok(GeneratedField::First),
                            "holds" => Ok(GeneratedField::Holds),
                            "events" => Ok(GeneratedField::Events),
                            "present" => Ok(GeneratedField::Present),
                            "habits" => Ok(GeneratedField::Habits),
                            "cardNumbers" | "card_numbers" => Ok(GeneratedField::CardNumbers),
                            "strict" => Ok(GeneratedField::Strict),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Hand;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Hand")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Hand, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut ruleset__ = None;
                let mut card_codec__ = None;
                let mut first__ = None;
                let mut holds__ = None;
                let mut events__ = None;
                let mut present__ = None;
                let mut habits__ = None;
                let mut card_numbers__ = None;
                let mut strict__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Ruleset => {
                            if ruleset__.is_some() {
                                return Err(serde::de::Error::duplicate_field("ruleset"));
                            }
                            ruleset__ = Some(map_.next_value()?);
                        }
                        GeneratedField::CardCodec => {
                            if card_codec__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cardCodec"));
                            }
                            card_codec__ = Some(map_.next_value::<CardCodec>()? as i32);
                        }
                        GeneratedField::First => {
                            if first__.is_some() {
                                return Err(serde::de::Error::duplicate_field("first"));
                            }
                            first__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Holds => {
                            if holds__.is_some() {
                                return Err(serde::de::Error::duplicate_field("holds"));
                            }
                            holds__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Events => {
                            if events__.is_some() {
                                return Err(serde::de::Error::duplicate_field("events"));
                            }
                            events__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Present => {
                            if present__.is_some() {
                                return Err(serde::de::Error::duplicate_field("present"));
                            }
                            present__ = map_.next_value()?;
                        }
                        GeneratedField::Habits => {
                            if habits__.is_some() {
                                return Err(serde::de::Error::duplicate_field("habits"));
                            }
                            habits__ = Some(map_.next_value()?);
                        }
                        GeneratedField::CardNumbers => {
                            if card_numbers__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cardNumbers"));
                            }
                            card_numbers__ = 
                                Some(map_.next_value::<Vec<::pbjson::private::NumberDeserialize<_>>>()?
                                    .into_iter().map(|x| x.0).collect())
                            ;
                        }
                        GeneratedField::Strict => {
                            if strict__.is_some() {
                                return Err(serde::de::Error::duplicate_field("strict"));
                            }
                            strict__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Hand {
                    ruleset: ruleset__.unwrap_or_default(),
                    card_codec: card_codec__.unwrap_or_default(),
                    first: first__.unwrap_or_default(),
                    holds: holds__.unwrap_or_default(),
                    events: events__.unwrap_or_default(),
                    present: present__,
                    habits: habits__.unwrap_or_default(),
                    card_numbers: card_numbers__.unwrap_or_default(),
                    strict: strict__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Hand", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for LegalPlays {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.plays.is_empty() {
            len += 1;
        }
        if self.may_pass {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.LegalPlays", len)?;
        if !self.plays.is_empty() {
            struct_ser.serialize_field("plays", &self.plays)?;
        }
        if self.may_pass {
            struct_ser.serialize_field("mayPass", &self.may_pass)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for LegalPlays {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "plays",
            "may_pass",
            "mayPass",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Plays,
            MayPass,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "plays" => Ok(GeneratedField::Plays),
                            "mayPass" | "may_pass" => Ok(GeneratedField::MayPass),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = LegalPlays;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.LegalPlays")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<LegalPlays, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut plays__ = None;
                let mut may_pass__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Plays => {
                            if plays__.is_some() {
                                return Err(serde::de::Error::duplicate_field("plays"));
                            }
                            plays__ = Some(map_.next_value()?);
                        }
                        GeneratedField::MayPass => {
                            if may_pass__.is_some() {
                                return Err(serde::de::Error::duplicate_field("mayPass"));
                            }
                            may_pass__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(LegalPlays {
                    plays: plays__.unwrap_or_default(),
                    may_pass: may_pass__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.LegalPlays", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ListLegalPlaysRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.hand.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ListLegalPlaysRequest", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if let Some(v) = self.hand.as_ref() {
            struct_ser.serialize_field("hand", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ListLegalPlaysRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "hand",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            Hand,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "hand" => Ok(GeneratedField::Hand),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ListLegalPlaysRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ListLegalPlaysRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ListLegalPlaysRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut hand__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Hand => {
                            if hand__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hand"));
                            }
                            hand__ = map_.next_value()?;
                        }
                    }
                }
                Ok(ListLegalPlaysRequest {
                    chair: chair__.unwrap_or_default(),
                    hand: hand__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ListLegalPlaysRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ListPersonasRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let len = 0;
        let struct_ser = serializer.serialize_struct("thirdseat.v1.ListPersonasRequest", len)?;
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ListPersonasRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                            Err(serde::de::Error::unknown_field(value, FIELDS))
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ListPersonasRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ListPersonasRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ListPersonasRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                while map_.next_key::<GeneratedField>()?.is_some() {
                    let _ = map_.next_value::<serde::de::IgnoredAny>()?;
                }
                Ok(ListPersonasRequest {
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ListPersonasRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ListPersonasResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.personas.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ListPersonasResponse", len)?;
        if !self.personas.is_empty() {
            struct_ser.serialize_field("personas", &self.personas)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ListPersonasResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "personas",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Personas,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "personas" => Ok(GeneratedField::Personas),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ListPersonasResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ListPersonasResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ListPersonasResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut personas__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Personas => {
                            if personas__.is_some() {
                                return Err(serde::de::Error::duplicate_field("personas"));
                            }
                            personas__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(ListPersonasResponse {
                    personas: personas__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ListPersonasResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ListRulesetsRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.rulesets.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ListRulesetsRequest", len)?;
        if !self.rulesets.is_empty() {
            struct_ser.serialize_field("rulesets", &self.rulesets)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ListRulesetsRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "rulesets",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Rulesets,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "rulesets" => Ok(GeneratedField::Rulesets),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ListRulesetsRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ListRulesetsRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ListRulesetsRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut rulesets__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Rulesets => {
                            if rulesets__.is_some() {
                                return Err(serde::de::Error::duplicate_field("rulesets"));
                            }
                            rulesets__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(ListRulesetsRequest {
                    rulesets: rulesets__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ListRulesetsRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ListRulesetsResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.rulesets.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ListRulesetsResponse", len)?;
        if !self.rulesets.is_empty() {
            struct_ser.serialize_field("rulesets", &self.rulesets)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ListRulesetsResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "rulesets",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Rulesets,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "rulesets" => Ok(GeneratedField::Rulesets),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ListRulesetsResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ListRulesetsResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ListRulesetsResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut rulesets__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Rulesets => {
                            if rulesets__.is_some() {
                                return Err(serde::de::Error::duplicate_field("rulesets"));
                            }
                            rulesets__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(ListRulesetsResponse {
                    rulesets: rulesets__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ListRulesetsResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ListStandingsRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.board.is_empty() {
            len += 1;
        }
        if !self.ruleset.is_empty() {
            len += 1;
        }
        if self.players_max != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ListStandingsRequest", len)?;
        if !self.board.is_empty() {
            struct_ser.serialize_field("board", &self.board)?;
        }
        if !self.ruleset.is_empty() {
            struct_ser.serialize_field("ruleset", &self.ruleset)?;
        }
        if self.players_max != 0 {
            struct_ser.serialize_field("playersMax", &self.players_max)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ListStandingsRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "board",
            "ruleset",
            "players_max",
            "playersMax",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Board,
            Ruleset,
            PlayersMax,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "board" => Ok(GeneratedField::Board),
                            "ruleset" => Ok(GeneratedField::Ruleset),
                            "playersMax" | "players_max" => Ok(GeneratedField::PlayersMax),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ListStandingsRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ListStandingsRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ListStandingsRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut board__ = None;
                let mut ruleset__ = None;
                let mut players_max__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Board => {
                            if board__.is_some() {
                                return Err(serde::de::Error::duplicate_field("board"));
                            }
                            board__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Ruleset => {
                            if ruleset__.is_some() {
                                return Err(serde::de::Error::duplicate_field("ruleset"));
                            }
                            ruleset__ = Some(map_.next_value()?);
                        }
                        GeneratedField::PlayersMax => {
                            if players_max__.is_some() {
                                return Err(serde::de::Error::duplicate_field("playersMax"));
                            }
                            players_max__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(ListStandingsRequest {
                    board: board__.unwrap_or_default(),
                    ruleset: ruleset__.unwrap_or_default(),
                    players_max: players_max__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ListStandingsRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ListStandingsResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.standings.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ListStandingsResponse", len)?;
        if !self.standings.is_empty() {
            struct_ser.serialize_field("standings", &self.standings)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ListStandingsResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "standings",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Standings,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "standings" => Ok(GeneratedField::Standings),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ListStandingsResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ListStandingsResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ListStandingsResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut standings__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Standings => {
                            if standings__.is_some() {
                                return Err(serde::de::Error::duplicate_field("standings"));
                            }
                            standings__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(ListStandingsResponse {
                    standings: standings__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ListStandingsResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for OpenRoomRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.request_id.is_empty() {
            len += 1;
        }
        if !self.room_id.is_empty() {
            len += 1;
        }
        if !self.ruleset.is_empty() {
            len += 1;
        }
        if self.card_codec != 0 {
            len += 1;
        }
        if !self.bots.is_empty() {
            len += 1;
        }
        if !self.players.is_empty() {
            len += 1;
        }
        if !self.events.is_empty() {
            len += 1;
        }
        if self.decide {
            len += 1;
        }
        if self.strict {
            len += 1;
        }
        if self.hand.is_some() {
            len += 1;
        }
        if self.hand_number != 0 {
            len += 1;
        }
        if self.sequence != 0 {
            len += 1;
        }
        if self.legal_plays.is_some() {
            len += 1;
        }
        if !self.card_numbers.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.OpenRoomRequest", len)?;
        if !self.request_id.is_empty() {
            struct_ser.serialize_field("requestId", &self.request_id)?;
        }
        if !self.room_id.is_empty() {
            struct_ser.serialize_field("roomId", &self.room_id)?;
        }
        if !self.ruleset.is_empty() {
            struct_ser.serialize_field("ruleset", &self.ruleset)?;
        }
        if self.card_codec != 0 {
            let v = CardCodec::try_from(self.card_codec)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.card_codec)))?;
            struct_ser.serialize_field("cardCodec", &v)?;
        }
        if !self.bots.is_empty() {
            struct_ser.serialize_field("bots", &self.bots)?;
        }
        if !self.players.is_empty() {
            struct_ser.serialize_field("players", &self.players)?;
        }
        if !self.events.is_empty() {
            struct_ser.serialize_field("events", &self.events)?;
        }
        if self.decide {
            struct_ser.serialize_field("decide", &self.decide)?;
        }
        if self.strict {
            struct_ser.serialize_field("strict", &self.strict)?;
        }
        if let Some(v) = self.hand.as_ref() {
            struct_ser.serialize_field("hand", v)?;
        }
        if self.hand_number != 0 {
            struct_ser.serialize_field("handNumber", &self.hand_number)?;
        }
        if self.sequence != 0 {
            struct_ser.serialize_field("sequence", &self.sequence)?;
        }
        if let Some(v) = self.legal_plays.as_ref() {
            struct_ser.serialize_field("legalPlays", v)?;
        }
        if !self.card_numbers.is_empty() {
            struct_ser.serialize_field("cardNumbers", &self.card_numbers)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for OpenRoomRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "request_id",
            "requestId",
            "room_id",
            "roomId",
            "ruleset",
            "card_codec",
            "cardCodec",
            "bots",
            "players",
            "events",
            "decide",
            "strict",
            "hand",
            "hand_number",
            "handNumber",
            "sequence",
            "legal_plays",
            "legalPlays",
            "card_numbers",
            "cardNumbers",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            RequestId,
            RoomId,
            Ruleset,
            CardCodec,
            Bots,
            Players,
            Events,
            Decide,
            Strict,
            Hand,
            HandNumber,
            Sequence,
            LegalPlays,
            CardNumbers,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "requestId" | "request_id" => Ok(GeneratedField::RequestId),
                            "roomId" | "room_id" => Ok(GeneratedField::RoomId),
                            "ruleset" => Ok(GeneratedField::Ruleset),
                            "cardCodec" | "card_codec" => Ok(GeneratedField::CardCodec),
                            "bots" => Ok(GeneratedField::Bots),
                            "players" => Ok(GeneratedField::Players),
                            "events" => Ok(GeneratedField::Events),
                            "decide" => Ok(GeneratedField::Decide),
                            "strict" => Ok(GeneratedField::Strict),
                            "hand" => Ok(GeneratedField::Hand),
                            "handNumber" | "hand_number" => Ok(GeneratedField::HandNumber),
                            "sequence" => Ok(GeneratedField::Sequence),
                            "legalPlays" | "legal_plays" => Ok(GeneratedField::LegalPlays),
                            "cardNumbers" | "card_numbers" => Ok(GeneratedField::CardNumbers),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = OpenRoomRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.OpenRoomRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<OpenRoomRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut request_id__ = None;
                let mut room_id__ = None;
                let mut ruleset__ = None;
                let mut card_codec__ = None;
                let mut bots__ = None;
                let mut players__ = None;
                let mut events__ = None;
                let mut decide__ = None;
                let mut strict__ = None;
                let mut hand__ = None;
                let mut hand_number__ = None;
                let mut sequence__ = None;
                let mut legal_plays__ = None;
                let mut card_numbers__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::RequestId => {
                            if request_id__.is_some() {
                                return Err(serde::de::Error::duplicate_field("requestId"));
                            }
                            request_id__ = Some(map_.next_value()?);
                        }
                        GeneratedField::RoomId => {
                            if room_id__.is_some() {
                                return Err(serde::de::Error::duplicate_field("roomId"));
                            }
                            room_id__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Ruleset => {
                            if ruleset__.is_some() {
                                return Err(serde::de::Error::duplicate_field("ruleset"));
                            }
                            ruleset__ = Some(map_.next_value()?);
                        }
                        GeneratedField::CardCodec => {
                            if card_codec__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cardCodec"));
                            }
                            card_codec__ = Some(map_.next_value::<CardCodec>()? as i32);
                        }
                        GeneratedField::Bots => {
                            if bots__.is_some() {
                                return Err(serde::de::Error::duplicate_field("bots"));
                            }
                            bots__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Players => {
                            if players__.is_some() {
                                return Err(serde::de::Error::duplicate_field("players"));
                            }
                            players__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Events => {
                            if events__.is_some() {
                                return Err(serde::de::Error::duplicate_field("events"));
                            }
                            events__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Decide => {
                            if decide__.is_some() {
                                return Err(serde::de::Error::duplicate_field("decide"));
                            }
                            decide__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Strict => {
                            if strict__.is_some() {
                                return Err(serde::de::Error::duplicate_field("strict"));
                            }
                            strict__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Hand => {
                            if hand__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hand"));
                            }
                            hand__ = map_.next_value()?;
                        }
                        GeneratedField::HandNumber => {
                            if hand_number__.is_some() {
                                return Err(serde::de::Error::duplicate_field("handNumber"));
                            }
                            hand_number__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Sequence => {
                            if sequence__.is_some() {
                                return Err(serde::de::Error::duplicate_field("sequence"));
                            }
                            sequence__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::LegalPlays => {
                            if legal_plays__.is_some() {
                                return Err(serde::de::Error::duplicate_field("legalPlays"));
                            }
                            legal_plays__ = map_.next_value()?;
                        }
                        GeneratedField::CardNumbers => {
                            if card_numbers__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cardNumbers"));
                            }
                            card_numbers__ = 
                                Some(map_.next_value::<Vec<::pbjson::private::NumberDeserialize<_>>>()?
                                    .into_iter().map(|x| x.0).collect())
                            ;
                        }
                    }
                }
                Ok(OpenRoomRequest {
                    request_id: request_id__.unwrap_or_default(),
                    room_id: room_id__.unwrap_or_default(),
                    ruleset: ruleset__.unwrap_or_default(),
                    card_codec: card_codec__.unwrap_or_default(),
                    bots: bots__.unwrap_or_default(),
                    players: players__.unwrap_or_default(),
                    events: events__.unwrap_or_default(),
                    decide: decide__.unwrap_or_default(),
                    strict: strict__.unwrap_or_default(),
                    hand: hand__,
                    hand_number: hand_number__.unwrap_or_default(),
                    sequence: sequence__.unwrap_or_default(),
                    legal_plays: legal_plays__,
                    card_numbers: card_numbers__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.OpenRoomRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for OpenRoomResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.room.is_some() {
            len += 1;
        }
        if self.next.is_some() {
            len += 1;
        }
        if !self.warnings.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.OpenRoomResponse", len)?;
        if let Some(v) = self.room.as_ref() {
            struct_ser.serialize_field("room", v)?;
        }
        if let Some(v) = self.next.as_ref() {
            struct_ser.serialize_field("next", v)?;
        }
        if !self.warnings.is_empty() {
            struct_ser.serialize_field("warnings", &self.warnings)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for OpenRoomResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "room",
            "next",
            "warnings",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Room,
            Next,
            Warnings,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "room" => Ok(GeneratedField::Room),
                            "next" => Ok(GeneratedField::Next),
                            "warnings" => Ok(GeneratedField::Warnings),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = OpenRoomResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.OpenRoomResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<OpenRoomResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut room__ = None;
                let mut next__ = None;
                let mut warnings__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Room => {
                            if room__.is_some() {
                                return Err(serde::de::Error::duplicate_field("room"));
                            }
                            room__ = map_.next_value()?;
                        }
                        GeneratedField::Next => {
                            if next__.is_some() {
                                return Err(serde::de::Error::duplicate_field("next"));
                            }
                            next__ = map_.next_value()?;
                        }
                        GeneratedField::Warnings => {
                            if warnings__.is_some() {
                                return Err(serde::de::Error::duplicate_field("warnings"));
                            }
                            warnings__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(OpenRoomResponse {
                    room: room__,
                    next: next__,
                    warnings: warnings__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.OpenRoomResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for PassOn {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "PASS_ON_UNSPECIFIED",
            Self::Next => "PASS_ON_NEXT",
            Self::Previous => "PASS_ON_PREVIOUS",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for PassOn {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "PASS_ON_UNSPECIFIED",
            "PASS_ON_NEXT",
            "PASS_ON_PREVIOUS",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = PassOn;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "PASS_ON_UNSPECIFIED" => Ok(PassOn::Unspecified),
                    "PASS_ON_NEXT" => Ok(PassOn::Next),
                    "PASS_ON_PREVIOUS" => Ok(PassOn::Previous),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Persona {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.name.is_empty() {
            len += 1;
        }
        if !self.title.is_empty() {
            len += 1;
        }
        if self.level != 0 {
            len += 1;
        }
        if !self.temperament.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Persona", len)?;
        if !self.name.is_empty() {
            struct_ser.serialize_field("name", &self.name)?;
        }
        if !self.title.is_empty() {
            struct_ser.serialize_field("title", &self.title)?;
        }
        if self.level != 0 {
            struct_ser.serialize_field("level", &self.level)?;
        }
        if !self.temperament.is_empty() {
            struct_ser.serialize_field("temperament", &self.temperament)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Persona {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "name",
            "title",
            "level",
            "temperament",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Name,
            Title,
            Level,
            Temperament,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "name" => Ok(GeneratedField::Name),
                            "title" => Ok(GeneratedField::Title),
                            "level" => Ok(GeneratedField::Level),
                            "temperament" => Ok(GeneratedField::Temperament),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Persona;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Persona")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Persona, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut name__ = None;
                let mut title__ = None;
                let mut level__ = None;
                let mut temperament__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Name => {
                            if name__.is_some() {
                                return Err(serde::de::Error::duplicate_field("name"));
                            }
                            name__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Title => {
                            if title__.is_some() {
                                return Err(serde::de::Error::duplicate_field("title"));
                            }
                            title__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Level => {
                            if level__.is_some() {
                                return Err(serde::de::Error::duplicate_field("level"));
                            }
                            level__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Temperament => {
                            if temperament__.is_some() {
                                return Err(serde::de::Error::duplicate_field("temperament"));
                            }
                            temperament__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Persona {
                    name: name__.unwrap_or_default(),
                    title: title__.unwrap_or_default(),
                    level: level__.unwrap_or_default(),
                    temperament: temperament__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Persona", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Placement {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.region.is_empty() {
            len += 1;
        }
        if !self.personas.is_empty() {
            len += 1;
        }
        if self.tables != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Placement", len)?;
        if !self.region.is_empty() {
            struct_ser.serialize_field("region", &self.region)?;
        }
        if !self.personas.is_empty() {
            struct_ser.serialize_field("personas", &self.personas)?;
        }
        if self.tables != 0 {
            struct_ser.serialize_field("tables", &self.tables)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Placement {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "region",
            "personas",
            "tables",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Region,
            Personas,
            Tables,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "region" => Ok(GeneratedField::Region),
                            "personas" => Ok(GeneratedField::Personas),
                            "tables" => Ok(GeneratedField::Tables),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Placement;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Placement")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Placement, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut region__ = None;
                let mut personas__ = None;
                let mut tables__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Region => {
                            if region__.is_some() {
                                return Err(serde::de::Error::duplicate_field("region"));
                            }
                            region__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Personas => {
                            if personas__.is_some() {
                                return Err(serde::de::Error::duplicate_field("personas"));
                            }
                            personas__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Tables => {
                            if tables__.is_some() {
                                return Err(serde::de::Error::duplicate_field("tables"));
                            }
                            tables__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(Placement {
                    region: region__.unwrap_or_default(),
                    personas: personas__.unwrap_or_default(),
                    tables: tables__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Placement", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for PlanCompanionsRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.regions.is_empty() {
            len += 1;
        }
        if self.seed.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.PlanCompanionsRequest", len)?;
        if !self.regions.is_empty() {
            struct_ser.serialize_field("regions", &self.regions)?;
        }
        if let Some(v) = self.seed.as_ref() {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("seed", ToString::to_string(&v).as_str())?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for PlanCompanionsRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "regions",
            "seed",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Regions,
            Seed,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "regions" => Ok(GeneratedField::Regions),
                            "seed" => Ok(GeneratedField::Seed),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = PlanCompanionsRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.PlanCompanionsRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<PlanCompanionsRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut regions__ = None;
                let mut seed__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Regions => {
                            if regions__.is_some() {
                                return Err(serde::de::Error::duplicate_field("regions"));
                            }
                            regions__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Seed => {
                            if seed__.is_some() {
                                return Err(serde::de::Error::duplicate_field("seed"));
                            }
                            seed__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                    }
                }
                Ok(PlanCompanionsRequest {
                    regions: regions__.unwrap_or_default(),
                    seed: seed__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.PlanCompanionsRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for PlanCompanionsResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.placements.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.PlanCompanionsResponse", len)?;
        if !self.placements.is_empty() {
            struct_ser.serialize_field("placements", &self.placements)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for PlanCompanionsResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "placements",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Placements,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "placements" => Ok(GeneratedField::Placements),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = PlanCompanionsResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.PlanCompanionsResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<PlanCompanionsResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut placements__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Placements => {
                            if placements__.is_some() {
                                return Err(serde::de::Error::duplicate_field("placements"));
                            }
                            placements__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(PlanCompanionsResponse {
                    placements: placements__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.PlanCompanionsResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for PlayerLevel {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.family.is_empty() {
            len += 1;
        }
        if self.level != 0 {
            len += 1;
        }
        if self.low != 0 {
            len += 1;
        }
        if self.high != 0 {
            len += 1;
        }
        if self.hands != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.PlayerLevel", len)?;
        if !self.family.is_empty() {
            struct_ser.serialize_field("family", &self.family)?;
        }
        if self.level != 0 {
            struct_ser.serialize_field("level", &self.level)?;
        }
        if self.low != 0 {
            struct_ser.serialize_field("low", &self.low)?;
        }
        if self.high != 0 {
            struct_ser.serialize_field("high", &self.high)?;
        }
        if self.hands != 0 {
            struct_ser.serialize_field("hands", &self.hands)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for PlayerLevel {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "family",
            "level",
            "low",
            "high",
            "hands",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Family,
            Level,
            Low,
            High,
            Hands,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "family" => Ok(GeneratedField::Family),
                            "level" => Ok(GeneratedField::Level),
                            "low" => Ok(GeneratedField::Low),
                            "high" => Ok(GeneratedField::High),
                            "hands" => Ok(GeneratedField::Hands),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = PlayerLevel;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.PlayerLevel")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<PlayerLevel, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut family__ = None;
                let mut level__ = None;
                let mut low__ = None;
                let mut high__ = None;
                let mut hands__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Family => {
                            if family__.is_some() {
                                return Err(serde::de::Error::duplicate_field("family"));
                            }
                            family__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Level => {
                            if level__.is_some() {
                                return Err(serde::de::Error::duplicate_field("level"));
                            }
                            level__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Low => {
                            if low__.is_some() {
                                return Err(serde::de::Error::duplicate_field("low"));
                            }
                            low__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::High => {
                            if high__.is_some() {
                                return Err(serde::de::Error::duplicate_field("high"));
                            }
                            high__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Hands => {
                            if hands__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hands"));
                            }
                            hands__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(PlayerLevel {
                    family: family__.unwrap_or_default(),
                    level: level__.unwrap_or_default(),
                    low: low__.unwrap_or_default(),
                    high: high__.unwrap_or_default(),
                    hands: hands__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.PlayerLevel", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for PlayerSeat {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if !self.player_id.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.PlayerSeat", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if !self.player_id.is_empty() {
            struct_ser.serialize_field("playerId", &self.player_id)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for PlayerSeat {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "player_id",
            "playerId",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            PlayerId,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "playerId" | "player_id" => Ok(GeneratedField::PlayerId),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = PlayerSeat;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.PlayerSeat")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<PlayerSeat, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut player_id__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::PlayerId => {
                            if player_id__.is_some() {
                                return Err(serde::de::Error::duplicate_field("playerId"));
                            }
                            player_id__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(PlayerSeat {
                    chair: chair__.unwrap_or_default(),
                    player_id: player_id__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.PlayerSeat", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for PlayerStanding {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.board.is_empty() {
            len += 1;
        }
        if !self.ruleset.is_empty() {
            len += 1;
        }
        if !self.player_id.is_empty() {
            len += 1;
        }
        if self.place != 0 {
            len += 1;
        }
        if self.points != 0 {
            len += 1;
        }
        if self.hands != 0 {
            len += 1;
        }
        if self.wins != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.PlayerStanding", len)?;
        if !self.board.is_empty() {
            struct_ser.serialize_field("board", &self.board)?;
        }
        if !self.ruleset.is_empty() {
            struct_ser.serialize_field("ruleset", &self.ruleset)?;
        }
        if !self.player_id.is_empty() {
            struct_ser.serialize_field("playerId", &self.player_id)?;
        }
        if self.place != 0 {
            struct_ser.serialize_field("place", &self.place)?;
        }
        if self.points != 0 {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("points", ToString::to_string(&self.points).as_str())?;
        }
        if self.hands != 0 {
            struct_ser.serialize_field("hands", &self.hands)?;
        }
        if self.wins != 0 {
            struct_ser.serialize_field("wins", &self.wins)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for PlayerStanding {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "board",
            "ruleset",
            "player_id",
            "playerId",
            "place",
            "points",
            "hands",
            "wins",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Board,
            Ruleset,
            PlayerId,
            Place,
            Points,
            Hands,
            Wins,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "board" => Ok(GeneratedField::Board),
                            "ruleset" => Ok(GeneratedField::Ruleset),
                            "playerId" | "player_id" => Ok(GeneratedField::PlayerId),
                            "place" => Ok(GeneratedField::Place),
                            "points" => Ok(GeneratedField::Points),
                            "hands" => Ok(GeneratedField::Hands),
                            "wins" => Ok(GeneratedField::Wins),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = PlayerStanding;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.PlayerStanding")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<PlayerStanding, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut board__ = None;
                let mut ruleset__ = None;
                let mut player_id__ = None;
                let mut place__ = None;
                let mut points__ = None;
                let mut hands__ = None;
                let mut wins__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Board => {
                            if board__.is_some() {
                                return Err(serde::de::Error::duplicate_field("board"));
                            }
                            board__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Ruleset => {
                            if ruleset__.is_some() {
                                return Err(serde::de::Error::duplicate_field("ruleset"));
                            }
                            ruleset__ = Some(map_.next_value()?);
                        }
                        GeneratedField::PlayerId => {
                            if player_id__.is_some() {
                                return Err(serde::de::Error::duplicate_field("playerId"));
                            }
                            player_id__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Place => {
                            if place__.is_some() {
                                return Err(serde::de::Error::duplicate_field("place"));
                            }
                            place__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Points => {
                            if points__.is_some() {
                                return Err(serde::de::Error::duplicate_field("points"));
                            }
                            points__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Hands => {
                            if hands__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hands"));
                            }
                            hands__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Wins => {
                            if wins__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wins"));
                            }
                            wins__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(PlayerStanding {
                    board: board__.unwrap_or_default(),
                    ruleset: ruleset__.unwrap_or_default(),
                    player_id: player_id__.unwrap_or_default(),
                    place: place__.unwrap_or_default(),
                    points: points__.unwrap_or_default(),
                    hands: hands__.unwrap_or_default(),
                    wins: wins__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.PlayerStanding", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Present {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.landlord != 0 {
            len += 1;
        }
        if !self.chairs.is_empty() {
            len += 1;
        }
        if self.standing.is_some() {
            len += 1;
        }
        if self.bottom.is_some() {
            len += 1;
        }
        if !self.wilds.is_empty() {
            len += 1;
        }
        if self.turn != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Present", len)?;
        if self.landlord != 0 {
            let v = Chair::try_from(self.landlord)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.landlord)))?;
            struct_ser.serialize_field("landlord", &v)?;
        }
        if !self.chairs.is_empty() {
            struct_ser.serialize_field("chairs", &self.chairs)?;
        }
        if let Some(v) = self.standing.as_ref() {
            struct_ser.serialize_field("standing", v)?;
        }
        if let Some(v) = self.bottom.as_ref() {
            struct_ser.serialize_field("bottom", v)?;
        }
        if !self.wilds.is_empty() {
            struct_ser.serialize_field("wilds", &self.wilds)?;
        }
        if self.turn != 0 {
            let v = Chair::try_from(self.turn)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.turn)))?;
            struct_ser.serialize_field("turn", &v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Present {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "landlord",
            "chairs",
            "standing",
            "bottom",
            "wilds",
            "turn",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Landlord,
            Chairs,
            Standing,
            Bottom,
            Wilds,
            Turn,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "landlord" => Ok(GeneratedField::Landlord),
                            "chairs" => Ok(GeneratedField::Chairs),
                            "standing" => Ok(GeneratedField::Standing),
                            "bottom" => Ok(GeneratedField::Bottom),
                            "wilds" => Ok(GeneratedField::Wilds),
                            "turn" => Ok(GeneratedField::Turn),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Present;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Present")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Present, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut landlord__ = None;
                let mut chairs__ = None;
                let mut standing__ = None;
                let mut bottom__ = None;
                let mut wilds__ = None;
                let mut turn__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Landlord => {
                            if landlord__.is_some() {
                                return Err(serde::de::Error::duplicate_field("landlord"));
                            }
                            landlord__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Chairs => {
                            if chairs__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chairs"));
                            }
                            chairs__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Standing => {
                            if standing__.is_some() {
                                return Err(serde::de::Error::duplicate_field("standing"));
                            }
                            standing__ = map_.next_value()?;
                        }
                        GeneratedField::Bottom => {
                            if bottom__.is_some() {
                                return Err(serde::de::Error::duplicate_field("bottom"));
                            }
                            bottom__ = map_.next_value()?;
                        }
                        GeneratedField::Wilds => {
                            if wilds__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wilds"));
                            }
                            wilds__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Turn => {
                            if turn__.is_some() {
                                return Err(serde::de::Error::duplicate_field("turn"));
                            }
                            turn__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                    }
                }
                Ok(Present {
                    landlord: landlord__.unwrap_or_default(),
                    chairs: chairs__.unwrap_or_default(),
                    standing: standing__,
                    bottom: bottom__,
                    wilds: wilds__.unwrap_or_default(),
                    turn: turn__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Present", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Reaction {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.sequence != 0 {
            len += 1;
        }
        if self.emote != 0 {
            len += 1;
        }
        if self.delay_ms != 0 {
            len += 1;
        }
        if !self.urge_after_ms.is_empty() {
            len += 1;
        }
        if self.hurries {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Reaction", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if self.sequence != 0 {
            struct_ser.serialize_field("sequence", &self.sequence)?;
        }
        if self.emote != 0 {
            let v = Emote::try_from(self.emote)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.emote)))?;
            struct_ser.serialize_field("emote", &v)?;
        }
        if self.delay_ms != 0 {
            struct_ser.serialize_field("delayMs", &self.delay_ms)?;
        }
        if !self.urge_after_ms.is_empty() {
            struct_ser.serialize_field("urgeAfterMs", &self.urge_after_ms)?;
        }
        if self.hurries {
            struct_ser.serialize_field("hurries", &self.hurries)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Reaction {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "sequence",
            "emote",
            "delay_ms",
            "delayMs",
            "urge_after_ms",
            "urgeAfterMs",
            "hurries",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            Sequence,
            Emote,
            DelayMs,
            UrgeAfterMs,
            Hurries,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "sequence" => Ok(GeneratedField::Sequence),
                            "emote" => Ok(GeneratedField::Emote),
                            "delayMs" | "delay_ms" => Ok(GeneratedField::DelayMs),
                            "urgeAfterMs" | "urge_after_ms" => Ok(GeneratedField::UrgeAfterMs),
                            "hurries" => Ok(GeneratedField::Hurries),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Reaction;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Reaction")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Reaction, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut sequence__ = None;
                let mut emote__ = None;
                let mut delay_ms__ = None;
                let mut urge_after_ms__ = None;
                let mut hurries__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Sequence => {
                            if sequence__.is_some() {
                                return Err(serde::de::Error::duplicate_field("sequence"));
                            }
                            sequence__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Emote => {
                            if emote__.is_some() {
                                return Err(serde::de::Error::duplicate_field("emote"));
                            }
                            emote__ = Some(map_.next_value::<Emote>()? as i32);
                        }
                        GeneratedField::DelayMs => {
                            if delay_ms__.is_some() {
                                return Err(serde::de::Error::duplicate_field("delayMs"));
                            }
                            delay_ms__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::UrgeAfterMs => {
                            if urge_after_ms__.is_some() {
                                return Err(serde::de::Error::duplicate_field("urgeAfterMs"));
                            }
                            urge_after_ms__ = 
                                Some(map_.next_value::<Vec<::pbjson::private::NumberDeserialize<_>>>()?
                                    .into_iter().map(|x| x.0).collect())
                            ;
                        }
                        GeneratedField::Hurries => {
                            if hurries__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hurries"));
                            }
                            hurries__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Reaction {
                    chair: chair__.unwrap_or_default(),
                    sequence: sequence__.unwrap_or_default(),
                    emote: emote__.unwrap_or_default(),
                    delay_ms: delay_ms__.unwrap_or_default(),
                    urge_after_ms: urge_after_ms__.unwrap_or_default(),
                    hurries: hurries__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Reaction", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Reason {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "REASON_UNSPECIFIED",
            Self::CardsInvalid => "REASON_CARDS_INVALID",
            Self::CountMismatch => "REASON_COUNT_MISMATCH",
            Self::OthersCards => "REASON_OTHERS_CARDS",
            Self::NoCombo => "REASON_NO_COMBO",
            Self::IllegalPlay => "REASON_ILLEGAL_PLAY",
            Self::BadEndgame => "REASON_BAD_ENDGAME",
            Self::RequestUnreadable => "REASON_REQUEST_UNREADABLE",
            Self::FieldMissing => "REASON_FIELD_MISSING",
            Self::FieldConflict => "REASON_FIELD_CONFLICT",
            Self::ValueUnknown => "REASON_VALUE_UNKNOWN",
            Self::TooLong => "REASON_TOO_LONG",
            Self::UnknownRuleset => "REASON_UNKNOWN_RULESET",
            Self::UnknownPersona => "REASON_UNKNOWN_PERSONA",
            Self::NotYourTurn => "REASON_NOT_YOUR_TURN",
            Self::WrongPhase => "REASON_WRONG_PHASE",
            Self::BodyTooLarge => "REASON_BODY_TOO_LARGE",
            Self::ProtocolUnsupported => "REASON_PROTOCOL_UNSUPPORTED",
            Self::CallUnknown => "REASON_CALL_UNKNOWN",
            Self::OriginRefused => "REASON_ORIGIN_REFUSED",
            Self::RoomNotFound => "REASON_ROOM_NOT_FOUND",
            Self::RoomExists => "REASON_ROOM_EXISTS",
            Self::VersionMismatch => "REASON_VERSION_MISMATCH",
            Self::Superseded => "REASON_SUPERSEDED",
            Self::SequenceGap => "REASON_SEQUENCE_GAP",
            Self::SequenceConflict => "REASON_SEQUENCE_CONFLICT",
            Self::HandMismatch => "REASON_HAND_MISMATCH",
            Self::HandClosed => "REASON_HAND_CLOSED",
            Self::NotABot => "REASON_NOT_A_BOT",
            Self::StrictEvent => "REASON_STRICT_EVENT",
            Self::EventImpossible => "REASON_EVENT_IMPOSSIBLE",
            Self::RoomTooLarge => "REASON_ROOM_TOO_LARGE",
            Self::RoomUnreadable => "REASON_ROOM_UNREADABLE",
            Self::WatcherTooSlow => "REASON_WATCHER_TOO_SLOW",
            Self::ShuttingDown => "REASON_SHUTTING_DOWN",
            Self::StoreUnavailable => "REASON_STORE_UNAVAILABLE",
            Self::Overloaded => "REASON_OVERLOADED",
            Self::QuotaExceeded => "REASON_QUOTA_EXCEEDED",
            Self::DeadlinePassed => "REASON_DEADLINE_PASSED",
            Self::StreamIdle => "REASON_STREAM_IDLE",
            Self::TokenMissing => "REASON_TOKEN_MISSING",
            Self::TokenUnknown => "REASON_TOKEN_UNKNOWN",
            Self::ScopeMissing => "REASON_SCOPE_MISSING",
            Self::Fault => "REASON_FAULT",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Reason {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "REASON_UNSPECIFIED",
            "REASON_CARDS_INVALID",
            "REASON_COUNT_MISMATCH",
            "REASON_OTHERS_CARDS",
            "REASON_NO_COMBO",
            "REASON_ILLEGAL_PLAY",
            "REASON_BAD_ENDGAME",
            "REASON_REQUEST_UNREADABLE",
            "REASON_FIELD_MISSING",
            "REASON_FIELD_CONFLICT",
            "REASON_VALUE_UNKNOWN",
            "REASON_TOO_LONG",
            "REASON_UNKNOWN_RULESET",
            "REASON_UNKNOWN_PERSONA",
            "REASON_NOT_YOUR_TURN",
            "REASON_WRONG_PHASE",
            "REASON_BODY_TOO_LARGE",
            "REASON_PROTOCOL_UNSUPPORTED",
            "REASON_CALL_UNKNOWN",
            "REASON_ORIGIN_REFUSED",
            "REASON_ROOM_NOT_FOUND",
            "REASON_ROOM_EXISTS",
            "REASON_VERSION_MISMATCH",
            "REASON_SUPERSEDED",
            "REASON_SEQUENCE_GAP",
            "REASON_SEQUENCE_CONFLICT",
            "REASON_HAND_MISMATCH",
            "REASON_HAND_CLOSED",
            "REASON_NOT_A_BOT",
            "REASON_STRICT_EVENT",
            "REASON_EVENT_IMPOSSIBLE",
            "REASON_ROOM_TOO_LARGE",
            "REASON_ROOM_UNREADABLE",
            "REASON_WATCHER_TOO_SLOW",
            "REASON_SHUTTING_DOWN",
            "REASON_STORE_UNAVAILABLE",
            "REASON_OVERLOADED",
            "REASON_QUOTA_EXCEEDED",
            "REASON_DEADLINE_PASSED",
            "REASON_STREAM_IDLE",
            "REASON_TOKEN_MISSING",
            "REASON_TOKEN_UNKNOWN",
            "REASON_SCOPE_MISSING",
            "REASON_FAULT",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Reason;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "REASON_UNSPECIFIED" => Ok(Reason::Unspecified),
                    "REASON_CARDS_INVALID" => Ok(Reason::CardsInvalid),
                    "REASON_COUNT_MISMATCH" => Ok(Reason::CountMismatch),
                    "REASON_OTHERS_CARDS" => Ok(Reason::OthersCards),
                    "REASON_NO_COMBO" => Ok(Reason::NoCombo),
                    "REASON_ILLEGAL_PLAY" => Ok(Reason::IllegalPlay),
                    "REASON_BAD_ENDGAME" => Ok(Reason::BadEndgame),
                    "REASON_REQUEST_UNREADABLE" => Ok(Reason::RequestUnreadable),
                    "REASON_FIELD_MISSING" => Ok(Reason::FieldMissing),
                    "REASON_FIELD_CONFLICT" => Ok(Reason::FieldConflict),
                    "REASON_VALUE_UNKNOWN" => Ok(Reason::ValueUnknown),
                    "REASON_TOO_LONG" => Ok(Reason::TooLong),
                    "REASON_UNKNOWN_RULESET" => Ok(Reason::UnknownRuleset),
                    "REASON_UNKNOWN_PERSONA" => Ok(Reason::UnknownPersona),
                    "REASON_NOT_YOUR_TURN" => Ok(Reason::NotYourTurn),
                    "REASON_WRONG_PHASE" => Ok(Reason::WrongPhase),
                    "REASON_BODY_TOO_LARGE" => Ok(Reason::BodyTooLarge),
                    "REASON_PROTOCOL_UNSUPPORTED" => Ok(Reason::ProtocolUnsupported),
                    "REASON_CALL_UNKNOWN" => Ok(Reason::CallUnknown),
                    "REASON_ORIGIN_REFUSED" => Ok(Reason::OriginRefused),
                    "REASON_ROOM_NOT_FOUND" => Ok(Reason::RoomNotFound),
                    "REASON_ROOM_EXISTS" => Ok(Reason::RoomExists),
                    "REASON_VERSION_MISMATCH" => Ok(Reason::VersionMismatch),
                    "REASON_SUPERSEDED" => Ok(Reason::Superseded),
                    "REASON_SEQUENCE_GAP" => Ok(Reason::SequenceGap),
                    "REASON_SEQUENCE_CONFLICT" => Ok(Reason::SequenceConflict),
                    "REASON_HAND_MISMATCH" => Ok(Reason::HandMismatch),
                    "REASON_HAND_CLOSED" => Ok(Reason::HandClosed),
                    "REASON_NOT_A_BOT" => Ok(Reason::NotABot),
                    "REASON_STRICT_EVENT" => Ok(Reason::StrictEvent),
                    "REASON_EVENT_IMPOSSIBLE" => Ok(Reason::EventImpossible),
                    "REASON_ROOM_TOO_LARGE" => Ok(Reason::RoomTooLarge),
                    "REASON_ROOM_UNREADABLE" => Ok(Reason::RoomUnreadable),
                    "REASON_WATCHER_TOO_SLOW" => Ok(Reason::WatcherTooSlow),
                    "REASON_SHUTTING_DOWN" => Ok(Reason::ShuttingDown),
                    "REASON_STORE_UNAVAILABLE" => Ok(Reason::StoreUnavailable),
                    "REASON_OVERLOADED" => Ok(Reason::Overloaded),
                    "REASON_QUOTA_EXCEEDED" => Ok(Reason::QuotaExceeded),
                    "REASON_DEADLINE_PASSED" => Ok(Reason::DeadlinePassed),
                    "REASON_STREAM_IDLE" => Ok(Reason::StreamIdle),
                    "REASON_TOKEN_MISSING" => Ok(Reason::TokenMissing),
                    "REASON_TOKEN_UNKNOWN" => Ok(Reason::TokenUnknown),
                    "REASON_SCOPE_MISSING" => Ok(Reason::ScopeMissing),
                    "REASON_FAULT" => Ok(Reason::Fault),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for RecordEventsRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.room_id.is_empty() {
            len += 1;
        }
        if !self.events.is_empty() {
            len += 1;
        }
        if self.decide {
            len += 1;
        }
        if self.options.is_some() {
            len += 1;
        }
        if self.want_reactions {
            len += 1;
        }
        if self.expected_version.is_some() {
            len += 1;
        }
        if self.legal_plays.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.RecordEventsRequest", len)?;
        if !self.room_id.is_empty() {
            struct_ser.serialize_field("roomId", &self.room_id)?;
        }
        if !self.events.is_empty() {
            struct_ser.serialize_field("events", &self.events)?;
        }
        if self.decide {
            struct_ser.serialize_field("decide", &self.decide)?;
        }
        if let Some(v) = self.options.as_ref() {
            struct_ser.serialize_field("options", v)?;
        }
        if self.want_reactions {
            struct_ser.serialize_field("wantReactions", &self.want_reactions)?;
        }
        if let Some(v) = self.expected_version.as_ref() {
            struct_ser.serialize_field("expectedVersion", v)?;
        }
        if let Some(v) = self.legal_plays.as_ref() {
            struct_ser.serialize_field("legalPlays", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for RecordEventsRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "room_id",
            "roomId",
            "events",
            "decide",
            "options",
            "want_reactions",
            "wantReactions",
            "expected_version",
            "expectedVersion",
            "legal_plays",
            "legalPlays",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            RoomId,
            Events,
            Decide,
            Options,
            WantReactions,
            ExpectedVersion,
            LegalPlays,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "roomId" | "room_id" => Ok(GeneratedField::RoomId),
                            "events" => Ok(GeneratedField::Events),
                            "decide" => Ok(GeneratedField::Decide),
                            "options" => Ok(GeneratedField::Options),
                            "wantReactions" | "want_reactions" => Ok(GeneratedField::WantReactions),
                            "expectedVersion" | "expected_version" => Ok(GeneratedField::ExpectedVersion),
                            "legalPlays" | "legal_plays" => Ok(GeneratedField::LegalPlays),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = RecordEventsRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.RecordEventsRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<RecordEventsRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut room_id__ = None;
                let mut events__ = None;
                let mut decide__ = None;
                let mut options__ = None;
                let mut want_reactions__ = None;
                let mut expected_version__ = None;
                let mut legal_plays__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::RoomId => {
                            if room_id__.is_some() {
                                return Err(serde::de::Error::duplicate_field("roomId"));
                            }
                            room_id__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Events => {
                            if events__.is_some() {
                                return Err(serde::de::Error::duplicate_field("events"));
                            }
                            events__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Decide => {
                            if decide__.is_some() {
                                return Err(serde::de::Error::duplicate_field("decide"));
                            }
                            decide__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Options => {
                            if options__.is_some() {
                                return Err(serde::de::Error::duplicate_field("options"));
                            }
                            options__ = map_.next_value()?;
                        }
                        GeneratedField::WantReactions => {
                            if want_reactions__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wantReactions"));
                            }
                            want_reactions__ = Some(map_.next_value()?);
                        }
                        GeneratedField::ExpectedVersion => {
                            if expected_version__.is_some() {
                                return Err(serde::de::Error::duplicate_field("expectedVersion"));
                            }
                            expected_version__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::LegalPlays => {
                            if legal_plays__.is_some() {
                                return Err(serde::de::Error::duplicate_field("legalPlays"));
                            }
                            legal_plays__ = map_.next_value()?;
                        }
                    }
                }
                Ok(RecordEventsRequest {
                    room_id: room_id__.unwrap_or_default(),
                    events: events__.unwrap_or_default(),
                    decide: decide__.unwrap_or_default(),
                    options: options__,
                    want_reactions: want_reactions__.unwrap_or_default(),
                    expected_version: expected_version__,
                    legal_plays: legal_plays__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.RecordEventsRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for RecordEventsResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.version != 0 {
            len += 1;
        }
        if self.sequence != 0 {
            len += 1;
        }
        if self.state.is_some() {
            len += 1;
        }
        if self.next.is_some() {
            len += 1;
        }
        if !self.warnings.is_empty() {
            len += 1;
        }
        if !self.reactions.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.RecordEventsResponse", len)?;
        if self.version != 0 {
            struct_ser.serialize_field("version", &self.version)?;
        }
        if self.sequence != 0 {
            struct_ser.serialize_field("sequence", &self.sequence)?;
        }
        if let Some(v) = self.state.as_ref() {
            struct_ser.serialize_field("state", v)?;
        }
        if let Some(v) = self.next.as_ref() {
            struct_ser.serialize_field("next", v)?;
        }
        if !self.warnings.is_empty() {
            struct_ser.serialize_field("warnings", &self.warnings)?;
        }
        if !self.reactions.is_empty() {
            struct_ser.serialize_field("reactions", &self.reactions)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for RecordEventsResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "version",
            "sequence",
            "state",
            "next",
            "warnings",
            "reactions",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Version,
            Sequence,
            State,
            Next,
            Warnings,
            Reactions,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "version" => Ok(GeneratedField::Version),
                            "sequence" => Ok(GeneratedField::Sequence),
                            "state" => Ok(GeneratedField::State),
                            "next" => Ok(GeneratedField::Next),
                            "warnings" => Ok(GeneratedField::Warnings),
                            "reactions" => Ok(GeneratedField::Reactions),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = RecordEventsResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.RecordEventsResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<RecordEventsResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut version__ = None;
                let mut sequence__ = None;
                let mut state__ = None;
                let mut next__ = None;
                let mut warnings__ = None;
                let mut reactions__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Version => {
                            if version__.is_some() {
                                return Err(serde::de::Error::duplicate_field("version"));
                            }
                            version__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Sequence => {
                            if sequence__.is_some() {
                                return Err(serde::de::Error::duplicate_field("sequence"));
                            }
                            sequence__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::State => {
                            if state__.is_some() {
                                return Err(serde::de::Error::duplicate_field("state"));
                            }
                            state__ = map_.next_value()?;
                        }
                        GeneratedField::Next => {
                            if next__.is_some() {
                                return Err(serde::de::Error::duplicate_field("next"));
                            }
                            next__ = map_.next_value()?;
                        }
                        GeneratedField::Warnings => {
                            if warnings__.is_some() {
                                return Err(serde::de::Error::duplicate_field("warnings"));
                            }
                            warnings__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Reactions => {
                            if reactions__.is_some() {
                                return Err(serde::de::Error::duplicate_field("reactions"));
                            }
                            reactions__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(RecordEventsResponse {
                    version: version__.unwrap_or_default(),
                    sequence: sequence__.unwrap_or_default(),
                    state: state__,
                    next: next__,
                    warnings: warnings__.unwrap_or_default(),
                    reactions: reactions__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.RecordEventsResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Region {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.name.is_empty() {
            len += 1;
        }
        if self.local_minute != 0 {
            len += 1;
        }
        if self.tables_lacking_one != 0 {
            len += 1;
        }
        if self.tables_lacking_two != 0 {
            len += 1;
        }
        if !self.waiting.is_empty() {
            len += 1;
        }
        if self.companions != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Region", len)?;
        if !self.name.is_empty() {
            struct_ser.serialize_field("name", &self.name)?;
        }
        if self.local_minute != 0 {
            struct_ser.serialize_field("localMinute", &self.local_minute)?;
        }
        if self.tables_lacking_one != 0 {
            struct_ser.serialize_field("tablesLackingOne", &self.tables_lacking_one)?;
        }
        if self.tables_lacking_two != 0 {
            struct_ser.serialize_field("tablesLackingTwo", &self.tables_lacking_two)?;
        }
        if !self.waiting.is_empty() {
            struct_ser.serialize_field("waiting", &self.waiting)?;
        }
        if self.companions != 0 {
            struct_ser.serialize_field("companions", &self.companions)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Region {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "name",
            "local_minute",
            "localMinute",
            "tables_lacking_one",
            "tablesLackingOne",
            "tables_lacking_two",
            "tablesLackingTwo",
            "waiting",
            "companions",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Name,
            LocalMinute,
            TablesLackingOne,
            TablesLackingTwo,
            Waiting,
            Companions,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "name" => Ok(GeneratedField::Name),
                            "localMinute" | "local_minute" => Ok(GeneratedField::LocalMinute),
                            "tablesLackingOne" | "tables_lacking_one" => Ok(GeneratedField::TablesLackingOne),
                            "tablesLackingTwo" | "tables_lacking_two" => Ok(GeneratedField::TablesLackingTwo),
                            "waiting" => Ok(GeneratedField::Waiting),
                            "companions" => Ok(GeneratedField::Companions),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Region;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Region")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Region, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut name__ = None;
                let mut local_minute__ = None;
                let mut tables_lacking_one__ = None;
                let mut tables_lacking_two__ = None;
                let mut waiting__ = None;
                let mut companions__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Name => {
                            if name__.is_some() {
                                return Err(serde::de::Error::duplicate_field("name"));
                            }
                            name__ = Some(map_.next_value()?);
                        }
                        GeneratedField::LocalMinute => {
                            if local_minute__.is_some() {
                                return Err(serde::de::Error::duplicate_field("localMinute"));
                            }
                            local_minute__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::TablesLackingOne => {
                            if tables_lacking_one__.is_some() {
                                return Err(serde::de::Error::duplicate_field("tablesLackingOne"));
                            }
                            tables_lacking_one__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::TablesLackingTwo => {
                            if tables_lacking_two__.is_some() {
                                return Err(serde::de::Error::duplicate_field("tablesLackingTwo"));
                            }
                            tables_lacking_two__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Waiting => {
                            if waiting__.is_some() {
                                return Err(serde::de::Error::duplicate_field("waiting"));
                            }
                            waiting__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Companions => {
                            if companions__.is_some() {
                                return Err(serde::de::Error::duplicate_field("companions"));
                            }
                            companions__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(Region {
                    name: name__.unwrap_or_default(),
                    local_minute: local_minute__.unwrap_or_default(),
                    tables_lacking_one: tables_lacking_one__.unwrap_or_default(),
                    tables_lacking_two: tables_lacking_two__.unwrap_or_default(),
                    waiting: waiting__.unwrap_or_default(),
                    companions: companions__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Region", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Retry {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "RETRY_UNSPECIFIED",
            Self::Never => "RETRY_NEVER",
            Self::Reread => "RETRY_REREAD",
            Self::Later => "RETRY_LATER",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Retry {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "RETRY_UNSPECIFIED",
            "RETRY_NEVER",
            "RETRY_REREAD",
            "RETRY_LATER",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Retry;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "RETRY_UNSPECIFIED" => Ok(Retry::Unspecified),
                    "RETRY_NEVER" => Ok(Retry::Never),
                    "RETRY_REREAD" => Ok(Retry::Reread),
                    "RETRY_LATER" => Ok(Retry::Later),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for ReviewHandRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.hand.is_some() {
            len += 1;
        }
        if self.options.is_some() {
            len += 1;
        }
        if self.open_nodes_max != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ReviewHandRequest", len)?;
        if let Some(v) = self.hand.as_ref() {
            struct_ser.serialize_field("hand", v)?;
        }
        if let Some(v) = self.options.as_ref() {
            struct_ser.serialize_field("options", v)?;
        }
        if self.open_nodes_max != 0 {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("openNodesMax", ToString::to_string(&self.open_nodes_max).as_str())?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ReviewHandRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "hand",
            "options",
            "open_nodes_max",
            "openNodesMax",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Hand,
            Options,
            OpenNodesMax,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "hand" => Ok(GeneratedField::Hand),
                            "options" => Ok(GeneratedField::Options),
                            "openNodesMax" | "open_nodes_max" => Ok(GeneratedField::OpenNodesMax),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ReviewHandRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ReviewHandRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ReviewHandRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut hand__ = None;
                let mut options__ = None;
                let mut open_nodes_max__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Hand => {
                            if hand__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hand"));
                            }
                            hand__ = map_.next_value()?;
                        }
                        GeneratedField::Options => {
                            if options__.is_some() {
                                return Err(serde::de::Error::duplicate_field("options"));
                            }
                            options__ = map_.next_value()?;
                        }
                        GeneratedField::OpenNodesMax => {
                            if open_nodes_max__.is_some() {
                                return Err(serde::de::Error::duplicate_field("openNodesMax"));
                            }
                            open_nodes_max__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(ReviewHandRequest {
                    hand: hand__,
                    options: options__,
                    open_nodes_max: open_nodes_max__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ReviewHandRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ReviewHandResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.turn != 0 {
            len += 1;
        }
        if self.chair != 0 {
            len += 1;
        }
        if self.review.is_some() {
            len += 1;
        }
        if self.chance.is_some() {
            len += 1;
        }
        if self.open_winner != 0 {
            len += 1;
        }
        if self.thrown_away {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ReviewHandResponse", len)?;
        if self.turn != 0 {
            struct_ser.serialize_field("turn", &self.turn)?;
        }
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if let Some(v) = self.review.as_ref() {
            struct_ser.serialize_field("review", v)?;
        }
        if let Some(v) = self.chance.as_ref() {
            struct_ser.serialize_field("chance", v)?;
        }
        if self.open_winner != 0 {
            let v = Side::try_from(self.open_winner)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.open_winner)))?;
            struct_ser.serialize_field("openWinner", &v)?;
        }
        if self.thrown_away {
            struct_ser.serialize_field("thrownAway", &self.thrown_away)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ReviewHandResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "turn",
            "chair",
            "review",
            "chance",
            "open_winner",
            "openWinner",
            "thrown_away",
            "thrownAway",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Turn,
            Chair,
            Review,
            Chance,
            OpenWinner,
            ThrownAway,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "turn" => Ok(GeneratedField::Turn),
                            "chair" => Ok(GeneratedField::Chair),
                            "review" => Ok(GeneratedField::Review),
                            "chance" => Ok(GeneratedField::Chance),
                            "openWinner" | "open_winner" => Ok(GeneratedField::OpenWinner),
                            "thrownAway" | "thrown_away" => Ok(GeneratedField::ThrownAway),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ReviewHandResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ReviewHandResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ReviewHandResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut turn__ = None;
                let mut chair__ = None;
                let mut review__ = None;
                let mut chance__ = None;
                let mut open_winner__ = None;
                let mut thrown_away__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Turn => {
                            if turn__.is_some() {
                                return Err(serde::de::Error::duplicate_field("turn"));
                            }
                            turn__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Review => {
                            if review__.is_some() {
                                return Err(serde::de::Error::duplicate_field("review"));
                            }
                            review__ = map_.next_value()?;
                        }
                        GeneratedField::Chance => {
                            if chance__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chance"));
                            }
                            chance__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::OpenWinner => {
                            if open_winner__.is_some() {
                                return Err(serde::de::Error::duplicate_field("openWinner"));
                            }
                            open_winner__ = Some(map_.next_value::<Side>()? as i32);
                        }
                        GeneratedField::ThrownAway => {
                            if thrown_away__.is_some() {
                                return Err(serde::de::Error::duplicate_field("thrownAway"));
                            }
                            thrown_away__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(ReviewHandResponse {
                    turn: turn__.unwrap_or_default(),
                    chair: chair__.unwrap_or_default(),
                    review: review__,
                    chance: chance__,
                    open_winner: open_winner__.unwrap_or_default(),
                    thrown_away: thrown_away__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ReviewHandResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ReviewPlayRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.hand.is_some() {
            len += 1;
        }
        if self.action.is_some() {
            len += 1;
        }
        if self.options.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ReviewPlayRequest", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if let Some(v) = self.hand.as_ref() {
            struct_ser.serialize_field("hand", v)?;
        }
        if let Some(v) = self.action.as_ref() {
            struct_ser.serialize_field("action", v)?;
        }
        if let Some(v) = self.options.as_ref() {
            struct_ser.serialize_field("options", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ReviewPlayRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "hand",
            "action",
            "options",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            Hand,
            Action,
            Options,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "hand" => Ok(GeneratedField::Hand),
                            "action" => Ok(GeneratedField::Action),
                            "options" => Ok(GeneratedField::Options),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ReviewPlayRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ReviewPlayRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ReviewPlayRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut hand__ = None;
                let mut action__ = None;
                let mut options__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Hand => {
                            if hand__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hand"));
                            }
                            hand__ = map_.next_value()?;
                        }
                        GeneratedField::Action => {
                            if action__.is_some() {
                                return Err(serde::de::Error::duplicate_field("action"));
                            }
                            action__ = map_.next_value()?;
                        }
                        GeneratedField::Options => {
                            if options__.is_some() {
                                return Err(serde::de::Error::duplicate_field("options"));
                            }
                            options__ = map_.next_value()?;
                        }
                    }
                }
                Ok(ReviewPlayRequest {
                    chair: chair__.unwrap_or_default(),
                    hand: hand__,
                    action: action__,
                    options: options__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ReviewPlayRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ReviewPlayResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.verdict != 0 {
            len += 1;
        }
        if !self.comment.is_empty() {
            len += 1;
        }
        if self.value_lost.is_some() {
            len += 1;
        }
        if self.lost_unit != 0 {
            len += 1;
        }
        if self.best.is_some() {
            len += 1;
        }
        if !self.better.is_empty() {
            len += 1;
        }
        if self.fault.is_some() {
            len += 1;
        }
        if self.merit.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.ReviewPlayResponse", len)?;
        if self.verdict != 0 {
            let v = Verdict::try_from(self.verdict)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.verdict)))?;
            struct_ser.serialize_field("verdict", &v)?;
        }
        if !self.comment.is_empty() {
            struct_ser.serialize_field("comment", &self.comment)?;
        }
        if let Some(v) = self.value_lost.as_ref() {
            struct_ser.serialize_field("valueLost", v)?;
        }
        if self.lost_unit != 0 {
            let v = ValueUnit::try_from(self.lost_unit)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.lost_unit)))?;
            struct_ser.serialize_field("lostUnit", &v)?;
        }
        if let Some(v) = self.best.as_ref() {
            struct_ser.serialize_field("best", v)?;
        }
        if !self.better.is_empty() {
            struct_ser.serialize_field("better", &self.better)?;
        }
        if let Some(v) = self.fault.as_ref() {
            struct_ser.serialize_field("fault", v)?;
        }
        if let Some(v) = self.merit.as_ref() {
            struct_ser.serialize_field("merit", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for ReviewPlayResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "verdict",
            "comment",
            "value_lost",
            "valueLost",
            "lost_unit",
            "lostUnit",
            "best",
            "better",
            "fault",
            "merit",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Verdict,
            Comment,
            ValueLost,
            LostUnit,
            Best,
            Better,
            Fault,
            Merit,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "verdict" => Ok(GeneratedField::Verdict),
                            "comment" => Ok(GeneratedField::Comment),
                            "valueLost" | "value_lost" => Ok(GeneratedField::ValueLost),
                            "lostUnit" | "lost_unit" => Ok(GeneratedField::LostUnit),
                            "best" => Ok(GeneratedField::Best),
                            "better" => Ok(GeneratedField::Better),
                            "fault" => Ok(GeneratedField::Fault),
                            "merit" => Ok(GeneratedField::Merit),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = ReviewPlayResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.ReviewPlayResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<ReviewPlayResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut verdict__ = None;
                let mut comment__ = None;
                let mut value_lost__ = None;
                let mut lost_unit__ = None;
                let mut best__ = None;
                let mut better__ = None;
                let mut fault__ = None;
                let mut merit__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Verdict => {
                            if verdict__.is_some() {
                                return Err(serde::de::Error::duplicate_field("verdict"));
                            }
                            verdict__ = Some(map_.next_value::<Verdict>()? as i32);
                        }
                        GeneratedField::Comment => {
                            if comment__.is_some() {
                                return Err(serde::de::Error::duplicate_field("comment"));
                            }
                            comment__ = Some(map_.next_value()?);
                        }
                        GeneratedField::ValueLost => {
                            if value_lost__.is_some() {
                                return Err(serde::de::Error::duplicate_field("valueLost"));
                            }
                            value_lost__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::LostUnit => {
                            if lost_unit__.is_some() {
                                return Err(serde::de::Error::duplicate_field("lostUnit"));
                            }
                            lost_unit__ = Some(map_.next_value::<ValueUnit>()? as i32);
                        }
                        GeneratedField::Best => {
                            if best__.is_some() {
                                return Err(serde::de::Error::duplicate_field("best"));
                            }
                            best__ = map_.next_value()?;
                        }
                        GeneratedField::Better => {
                            if better__.is_some() {
                                return Err(serde::de::Error::duplicate_field("better"));
                            }
                            better__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Fault => {
                            if fault__.is_some() {
                                return Err(serde::de::Error::duplicate_field("fault"));
                            }
                            fault__ = map_.next_value()?;
                        }
                        GeneratedField::Merit => {
                            if merit__.is_some() {
                                return Err(serde::de::Error::duplicate_field("merit"));
                            }
                            merit__ = map_.next_value()?;
                        }
                    }
                }
                Ok(ReviewPlayResponse {
                    verdict: verdict__.unwrap_or_default(),
                    comment: comment__.unwrap_or_default(),
                    value_lost: value_lost__,
                    lost_unit: lost_unit__.unwrap_or_default(),
                    best: best__,
                    better: better__.unwrap_or_default(),
                    fault: fault__,
                    merit: merit__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.ReviewPlayResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Room {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.room_id.is_empty() {
            len += 1;
        }
        if self.version != 0 {
            len += 1;
        }
        if self.sequence != 0 {
            len += 1;
        }
        if self.ruleset.is_some() {
            len += 1;
        }
        if self.card_codec != 0 {
            len += 1;
        }
        if !self.bots.is_empty() {
            len += 1;
        }
        if !self.players.is_empty() {
            len += 1;
        }
        if self.state.is_some() {
            len += 1;
        }
        if self.hand.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Room", len)?;
        if !self.room_id.is_empty() {
            struct_ser.serialize_field("roomId", &self.room_id)?;
        }
        if self.version != 0 {
            struct_ser.serialize_field("version", &self.version)?;
        }
        if self.sequence != 0 {
            struct_ser.serialize_field("sequence", &self.sequence)?;
        }
        if let Some(v) = self.ruleset.as_ref() {
            struct_ser.serialize_field("ruleset", v)?;
        }
        if self.card_codec != 0 {
            let v = CardCodec::try_from(self.card_codec)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.card_codec)))?;
            struct_ser.serialize_field("cardCodec", &v)?;
        }
        if !self.bots.is_empty() {
            struct_ser.serialize_field("bots", &self.bots)?;
        }
        if !self.players.is_empty() {
            struct_ser.serialize_field("players", &self.players)?;
        }
        if let Some(v) = self.state.as_ref() {
            struct_ser.serialize_field("state", v)?;
        }
        if let Some(v) = self.hand.as_ref() {
            struct_ser.serialize_field("hand", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Room {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "room_id",
            "roomId",
            "version",
            "sequence",
            "ruleset",
            "card_codec",
            "cardCodec",
            "bots",
            "players",
            "state",
            "hand",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            RoomId,
            Version,
            Sequence,
            Ruleset,
            CardCodec,
            Bots,
            Players,
            State,
            Hand,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "roomId" | "room_id" => Ok(GeneratedField::RoomId),
                            "version" => Ok(GeneratedField::Version),
                            "sequence" => Ok(GeneratedField::Sequence),
                            "ruleset" => Ok(GeneratedField::Ruleset),
                            "cardCodec" | "card_codec" => Ok(GeneratedField::CardCodec),
                            "bots" => Ok(GeneratedField::Bots),
                            "players" => Ok(GeneratedField::Players),
                            "state" => Ok(GeneratedField::State),
                            "hand" => Ok(GeneratedField::Hand),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Room;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Room")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Room, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut room_id__ = None;
                let mut version__ = None;
                let mut sequence__ = None;
                let mut ruleset__ = None;
                let mut card_codec__ = None;
                let mut bots__ = None;
                let mut players__ = None;
                let mut state__ = None;
                let mut hand__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::RoomId => {
                            if room_id__.is_some() {
                                return Err(serde::de::Error::duplicate_field("roomId"));
                            }
                            room_id__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Version => {
                            if version__.is_some() {
                                return Err(serde::de::Error::duplicate_field("version"));
                            }
                            version__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Sequence => {
                            if sequence__.is_some() {
                                return Err(serde::de::Error::duplicate_field("sequence"));
                            }
                            sequence__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Ruleset => {
                            if ruleset__.is_some() {
                                return Err(serde::de::Error::duplicate_field("ruleset"));
                            }
                            ruleset__ = map_.next_value()?;
                        }
                        GeneratedField::CardCodec => {
                            if card_codec__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cardCodec"));
                            }
                            card_codec__ = Some(map_.next_value::<CardCodec>()? as i32);
                        }
                        GeneratedField::Bots => {
                            if bots__.is_some() {
                                return Err(serde::de::Error::duplicate_field("bots"));
                            }
                            bots__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Players => {
                            if players__.is_some() {
                                return Err(serde::de::Error::duplicate_field("players"));
                            }
                            players__ = Some(map_.next_value()?);
                        }
                        GeneratedField::State => {
                            if state__.is_some() {
                                return Err(serde::de::Error::duplicate_field("state"));
                            }
                            state__ = map_.next_value()?;
                        }
                        GeneratedField::Hand => {
                            if hand__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hand"));
                            }
                            hand__ = map_.next_value()?;
                        }
                    }
                }
                Ok(Room {
                    room_id: room_id__.unwrap_or_default(),
                    version: version__.unwrap_or_default(),
                    sequence: sequence__.unwrap_or_default(),
                    ruleset: ruleset__,
                    card_codec: card_codec__.unwrap_or_default(),
                    bots: bots__.unwrap_or_default(),
                    players: players__.unwrap_or_default(),
                    state: state__,
                    hand: hand__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Room", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for RoomEnd {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "ROOM_END_UNSPECIFIED",
            Self::Closed => "ROOM_END_CLOSED",
            Self::Expired => "ROOM_END_EXPIRED",
            Self::Evicted => "ROOM_END_EVICTED",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for RoomEnd {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "ROOM_END_UNSPECIFIED",
            "ROOM_END_CLOSED",
            "ROOM_END_EXPIRED",
            "ROOM_END_EVICTED",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = RoomEnd;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "ROOM_END_UNSPECIFIED" => Ok(RoomEnd::Unspecified),
                    "ROOM_END_CLOSED" => Ok(RoomEnd::Closed),
                    "ROOM_END_EXPIRED" => Ok(RoomEnd::Expired),
                    "ROOM_END_EVICTED" => Ok(RoomEnd::Evicted),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for RoomEvent {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.sequence != 0 {
            len += 1;
        }
        if self.hand_number != 0 {
            len += 1;
        }
        if self.what.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.RoomEvent", len)?;
        if self.sequence != 0 {
            struct_ser.serialize_field("sequence", &self.sequence)?;
        }
        if self.hand_number != 0 {
            struct_ser.serialize_field("handNumber", &self.hand_number)?;
        }
        if let Some(v) = self.what.as_ref() {
            match v {
                room_event::What::Dealt(v) => {
                    struct_ser.serialize_field("dealt", v)?;
                }
                room_event::What::Table(v) => {
                    struct_ser.serialize_field("table", v)?;
                }
                room_event::What::Settled(v) => {
                    struct_ser.serialize_field("settled", v)?;
                }
                room_event::What::SeatChanged(v) => {
                    struct_ser.serialize_field("seatChanged", v)?;
                }
                room_event::What::Said(v) => {
                    struct_ser.serialize_field("said", v)?;
                }
            }
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for RoomEvent {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "sequence",
            "hand_number",
            "handNumber",
            "dealt",
            "table",
            "settled",
            "seat_changed",
            "seatChanged",
            "said",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Sequence,
            HandNumber,
            Dealt,
            Table,
            Settled,
            SeatChanged,
            Said,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "sequence" => Ok(GeneratedField::Sequence),
                            "handNumber" | "hand_number" => Ok(GeneratedField::HandNumber),
                            "dealt" => Ok(GeneratedField::Dealt),
                            "table" => Ok(GeneratedField::Table),
                            "settled" => Ok(GeneratedField::Settled),
                            "seatChanged" | "seat_changed" => Ok(GeneratedField::SeatChanged),
                            "said" => Ok(GeneratedField::Said),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = RoomEvent;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.RoomEvent")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<RoomEvent, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut sequence__ = None;
                let mut hand_number__ = None;
                let mut what__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Sequence => {
                            if sequence__.is_some() {
                                return Err(serde::de::Error::duplicate_field("sequence"));
                            }
                            sequence__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::HandNumber => {
                            if hand_number__.is_some() {
                                return Err(serde::de::Error::duplicate_field("handNumber"));
                            }
                            hand_number__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Dealt => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("dealt"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(room_event::What::Dealt)
;
                        }
                        GeneratedField::Table => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("table"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(room_event::What::Table)
;
                        }
                        GeneratedField::Settled => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("settled"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(room_event::What::Settled)
;
                        }
                        GeneratedField::SeatChanged => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("seatChanged"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(room_event::What::SeatChanged)
;
                        }
                        GeneratedField::Said => {
                            if what__.is_some() {
                                return Err(serde::de::Error::duplicate_field("said"));
                            }
                            what__ = map_.next_value::<::std::option::Option<_>>()?.map(room_event::What::Said)
;
                        }
                    }
                }
                Ok(RoomEvent {
                    sequence: sequence__.unwrap_or_default(),
                    hand_number: hand_number__.unwrap_or_default(),
                    what: what__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.RoomEvent", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Ruleset {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.name.is_empty() {
            len += 1;
        }
        if !self.points.is_empty() {
            len += 1;
        }
        if self.auction != 0 {
            len += 1;
        }
        if self.pass_on != 0 {
            len += 1;
        }
        if self.wild_ranks != 0 {
            len += 1;
        }
        if !self.doublings.is_empty() {
            len += 1;
        }
        if self.show {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Ruleset", len)?;
        if !self.name.is_empty() {
            struct_ser.serialize_field("name", &self.name)?;
        }
        if !self.points.is_empty() {
            struct_ser.serialize_field("points", &self.points)?;
        }
        if self.auction != 0 {
            let v = AuctionForm::try_from(self.auction)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.auction)))?;
            struct_ser.serialize_field("auction", &v)?;
        }
        if self.pass_on != 0 {
            let v = PassOn::try_from(self.pass_on)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.pass_on)))?;
            struct_ser.serialize_field("passOn", &v)?;
        }
        if self.wild_ranks != 0 {
            struct_ser.serialize_field("wildRanks", &self.wild_ranks)?;
        }
        if !self.doublings.is_empty() {
            let v = self.doublings.iter().cloned().map(|v| {
                Doubling::try_from(v)
                    .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", v)))
                }).collect::<std::result::Result<Vec<_>, _>>()?;
            struct_ser.serialize_field("doublings", &v)?;
        }
        if self.show {
            struct_ser.serialize_field("show", &self.show)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Ruleset {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "name",
            "points",
            "auction",
            "pass_on",
            "passOn",
            "wild_ranks",
            "wildRanks",
            "doublings",
            "show",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Name,
            Points,
            Auction,
            PassOn,
            WildRanks,
            Doublings,
            Show,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "name" => Ok(GeneratedField::Name),
                            "points" => Ok(GeneratedField::Points),
                            "auction" => Ok(GeneratedField::Auction),
                            "passOn" | "pass_on" => Ok(GeneratedField::PassOn),
                            "wildRanks" | "wild_ranks" => Ok(GeneratedField::WildRanks),
                            "doublings" => Ok(GeneratedField::Doublings),
                            "show" => Ok(GeneratedField::Show),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Ruleset;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Ruleset")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Ruleset, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut name__ = None;
                let mut points__ = None;
                let mut auction__ = None;
                let mut pass_on__ = None;
                let mut wild_ranks__ = None;
                let mut doublings__ = None;
                let mut show__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Name => {
                            if name__.is_some() {
                                return Err(serde::de::Error::duplicate_field("name"));
                            }
                            name__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Points => {
                            if points__.is_some() {
                                return Err(serde::de::Error::duplicate_field("points"));
                            }
                            points__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Auction => {
                            if auction__.is_some() {
                                return Err(serde::de::Error::duplicate_field("auction"));
                            }
                            auction__ = Some(map_.next_value::<AuctionForm>()? as i32);
                        }
                        GeneratedField::PassOn => {
                            if pass_on__.is_some() {
                                return Err(serde::de::Error::duplicate_field("passOn"));
                            }
                            pass_on__ = Some(map_.next_value::<PassOn>()? as i32);
                        }
                        GeneratedField::WildRanks => {
                            if wild_ranks__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wildRanks"));
                            }
                            wild_ranks__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Doublings => {
                            if doublings__.is_some() {
                                return Err(serde::de::Error::duplicate_field("doublings"));
                            }
                            doublings__ = Some(map_.next_value::<Vec<Doubling>>()?.into_iter().map(|x| x as i32).collect());
                        }
                        GeneratedField::Show => {
                            if show__.is_some() {
                                return Err(serde::de::Error::duplicate_field("show"));
                            }
                            show__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Ruleset {
                    name: name__.unwrap_or_default(),
                    points: points__.unwrap_or_default(),
                    auction: auction__.unwrap_or_default(),
                    pass_on: pass_on__.unwrap_or_default(),
                    wild_ranks: wild_ranks__.unwrap_or_default(),
                    doublings: doublings__.unwrap_or_default(),
                    show: show__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Ruleset", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for RulesetPoint {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.name.is_empty() {
            len += 1;
        }
        if !self.value.is_empty() {
            len += 1;
        }
        if !self.values.is_empty() {
            len += 1;
        }
        if !self.about.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.RulesetPoint", len)?;
        if !self.name.is_empty() {
            struct_ser.serialize_field("name", &self.name)?;
        }
        if !self.value.is_empty() {
            struct_ser.serialize_field("value", &self.value)?;
        }
        if !self.values.is_empty() {
            struct_ser.serialize_field("values", &self.values)?;
        }
        if !self.about.is_empty() {
            struct_ser.serialize_field("about", &self.about)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for RulesetPoint {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "name",
            "value",
            "values",
            "about",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Name,
            Value,
            Values,
            About,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "name" => Ok(GeneratedField::Name),
                            "value" => Ok(GeneratedField::Value),
                            "values" => Ok(GeneratedField::Values),
                            "about" => Ok(GeneratedField::About),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = RulesetPoint;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.RulesetPoint")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<RulesetPoint, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut name__ = None;
                let mut value__ = None;
                let mut values__ = None;
                let mut about__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Name => {
                            if name__.is_some() {
                                return Err(serde::de::Error::duplicate_field("name"));
                            }
                            name__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Value => {
                            if value__.is_some() {
                                return Err(serde::de::Error::duplicate_field("value"));
                            }
                            value__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Values => {
                            if values__.is_some() {
                                return Err(serde::de::Error::duplicate_field("values"));
                            }
                            values__ = Some(map_.next_value()?);
                        }
                        GeneratedField::About => {
                            if about__.is_some() {
                                return Err(serde::de::Error::duplicate_field("about"));
                            }
                            about__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(RulesetPoint {
                    name: name__.unwrap_or_default(),
                    value: value__.unwrap_or_default(),
                    values: values__.unwrap_or_default(),
                    about: about__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.RulesetPoint", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Said {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.emote != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Said", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if self.emote != 0 {
            let v = Emote::try_from(self.emote)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.emote)))?;
            struct_ser.serialize_field("emote", &v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Said {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "emote",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            Emote,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "emote" => Ok(GeneratedField::Emote),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Said;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Said")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Said, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut emote__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Emote => {
                            if emote__.is_some() {
                                return Err(serde::de::Error::duplicate_field("emote"));
                            }
                            emote__ = Some(map_.next_value::<Emote>()? as i32);
                        }
                    }
                }
                Ok(Said {
                    chair: chair__.unwrap_or_default(),
                    emote: emote__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Said", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for SeatChanged {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.holds.is_some() {
            len += 1;
        }
        if self.gave.is_some() {
            len += 1;
        }
        if self.got.is_some() {
            len += 1;
        }
        if self.who.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.SeatChanged", len)?;
        if let Some(v) = self.holds.as_ref() {
            struct_ser.serialize_field("holds", v)?;
        }
        if let Some(v) = self.gave.as_ref() {
            struct_ser.serialize_field("gave", v)?;
        }
        if let Some(v) = self.got.as_ref() {
            struct_ser.serialize_field("got", v)?;
        }
        if let Some(v) = self.who.as_ref() {
            match v {
                seat_changed::Who::Bot(v) => {
                    struct_ser.serialize_field("bot", v)?;
                }
                seat_changed::Who::Player(v) => {
                    struct_ser.serialize_field("player", v)?;
                }
            }
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for SeatChanged {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "holds",
            "gave",
            "got",
            "bot",
            "player",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Holds,
            Gave,
            Got,
            Bot,
            Player,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "holds" => Ok(GeneratedField::Holds),
                            "gave" => Ok(GeneratedField::Gave),
                            "got" => Ok(GeneratedField::Got),
                            "bot" => Ok(GeneratedField::Bot),
                            "player" => Ok(GeneratedField::Player),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = SeatChanged;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.SeatChanged")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<SeatChanged, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut holds__ = None;
                let mut gave__ = None;
                let mut got__ = None;
                let mut who__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Holds => {
                            if holds__.is_some() {
                                return Err(serde::de::Error::duplicate_field("holds"));
                            }
                            holds__ = map_.next_value()?;
                        }
                        GeneratedField::Gave => {
                            if gave__.is_some() {
                                return Err(serde::de::Error::duplicate_field("gave"));
                            }
                            gave__ = map_.next_value()?;
                        }
                        GeneratedField::Got => {
                            if got__.is_some() {
                                return Err(serde::de::Error::duplicate_field("got"));
                            }
                            got__ = map_.next_value()?;
                        }
                        GeneratedField::Bot => {
                            if who__.is_some() {
                                return Err(serde::de::Error::duplicate_field("bot"));
                            }
                            who__ = map_.next_value::<::std::option::Option<_>>()?.map(seat_changed::Who::Bot)
;
                        }
                        GeneratedField::Player => {
                            if who__.is_some() {
                                return Err(serde::de::Error::duplicate_field("player"));
                            }
                            who__ = map_.next_value::<::std::option::Option<_>>()?.map(seat_changed::Who::Player)
;
                        }
                    }
                }
                Ok(SeatChanged {
                    holds: holds__,
                    gave: gave__,
                    got: got__,
                    who: who__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.SeatChanged", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for SeatMatch {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.chairs.is_empty() {
            len += 1;
        }
        if self.offset != 0 {
            len += 1;
        }
        if self.predecessor {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.SeatMatch", len)?;
        if !self.chairs.is_empty() {
            let v = self.chairs.iter().cloned().map(|v| {
                Chair::try_from(v)
                    .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", v)))
                }).collect::<std::result::Result<Vec<_>, _>>()?;
            struct_ser.serialize_field("chairs", &v)?;
        }
        if self.offset != 0 {
            struct_ser.serialize_field("offset", &self.offset)?;
        }
        if self.predecessor {
            struct_ser.serialize_field("predecessor", &self.predecessor)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for SeatMatch {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chairs",
            "offset",
            "predecessor",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chairs,
            Offset,
            Predecessor,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chairs" => Ok(GeneratedField::Chairs),
                            "offset" => Ok(GeneratedField::Offset),
                            "predecessor" => Ok(GeneratedField::Predecessor),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = SeatMatch;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.SeatMatch")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<SeatMatch, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chairs__ = None;
                let mut offset__ = None;
                let mut predecessor__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chairs => {
                            if chairs__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chairs"));
                            }
                            chairs__ = Some(map_.next_value::<Vec<Chair>>()?.into_iter().map(|x| x as i32).collect());
                        }
                        GeneratedField::Offset => {
                            if offset__.is_some() {
                                return Err(serde::de::Error::duplicate_field("offset"));
                            }
                            offset__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Predecessor => {
                            if predecessor__.is_some() {
                                return Err(serde::de::Error::duplicate_field("predecessor"));
                            }
                            predecessor__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(SeatMatch {
                    chairs: chairs__.unwrap_or_default(),
                    offset: offset__.unwrap_or_default(),
                    predecessor: predecessor__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.SeatMatch", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Settled {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.winner != 0 {
            len += 1;
        }
        if !self.amounts.is_empty() {
            len += 1;
        }
        if !self.remaining.is_empty() {
            len += 1;
        }
        if !self.boards.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Settled", len)?;
        if self.winner != 0 {
            let v = Side::try_from(self.winner)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.winner)))?;
            struct_ser.serialize_field("winner", &v)?;
        }
        if !self.amounts.is_empty() {
            struct_ser.serialize_field("amounts", &self.amounts.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        }
        if !self.remaining.is_empty() {
            struct_ser.serialize_field("remaining", &self.remaining)?;
        }
        if !self.boards.is_empty() {
            struct_ser.serialize_field("boards", &self.boards)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Settled {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "winner",
            "amounts",
            "remaining",
            "boards",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Winner,
            Amounts,
            Remaining,
            Boards,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "winner" => Ok(GeneratedField::Winner),
                            "amounts" => Ok(GeneratedField::Amounts),
                            "remaining" => Ok(GeneratedField::Remaining),
                            "boards" => Ok(GeneratedField::Boards),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Settled;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Settled")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Settled, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut winner__ = None;
                let mut amounts__ = None;
                let mut remaining__ = None;
                let mut boards__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Winner => {
                            if winner__.is_some() {
                                return Err(serde::de::Error::duplicate_field("winner"));
                            }
                            winner__ = Some(map_.next_value::<Side>()? as i32);
                        }
                        GeneratedField::Amounts => {
                            if amounts__.is_some() {
                                return Err(serde::de::Error::duplicate_field("amounts"));
                            }
                            amounts__ = 
                                Some(map_.next_value::<Vec<::pbjson::private::NumberDeserialize<_>>>()?
                                    .into_iter().map(|x| x.0).collect())
                            ;
                        }
                        GeneratedField::Remaining => {
                            if remaining__.is_some() {
                                return Err(serde::de::Error::duplicate_field("remaining"));
                            }
                            remaining__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Boards => {
                            if boards__.is_some() {
                                return Err(serde::de::Error::duplicate_field("boards"));
                            }
                            boards__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Settled {
                    winner: winner__.unwrap_or_default(),
                    amounts: amounts__.unwrap_or_default(),
                    remaining: remaining__.unwrap_or_default(),
                    boards: boards__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Settled", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Show {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.open {
            len += 1;
        }
        if self.hand.is_some() {
            len += 1;
        }
        if self.factor != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Show", len)?;
        if self.open {
            struct_ser.serialize_field("open", &self.open)?;
        }
        if let Some(v) = self.hand.as_ref() {
            struct_ser.serialize_field("hand", v)?;
        }
        if self.factor != 0 {
            struct_ser.serialize_field("factor", &self.factor)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Show {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "open",
            "hand",
            "factor",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Open,
            Hand,
            Factor,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "open" => Ok(GeneratedField::Open),
                            "hand" => Ok(GeneratedField::Hand),
                            "factor" => Ok(GeneratedField::Factor),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Show;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Show")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Show, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut open__ = None;
                let mut hand__ = None;
                let mut factor__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Open => {
                            if open__.is_some() {
                                return Err(serde::de::Error::duplicate_field("open"));
                            }
                            open__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Hand => {
                            if hand__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hand"));
                            }
                            hand__ = map_.next_value()?;
                        }
                        GeneratedField::Factor => {
                            if factor__.is_some() {
                                return Err(serde::de::Error::duplicate_field("factor"));
                            }
                            factor__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(Show {
                    open: open__.unwrap_or_default(),
                    hand: hand__,
                    factor: factor__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Show", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Side {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "SIDE_UNSPECIFIED",
            Self::Landlord => "SIDE_LANDLORD",
            Self::Peasants => "SIDE_PEASANTS",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Side {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "SIDE_UNSPECIFIED",
            "SIDE_LANDLORD",
            "SIDE_PEASANTS",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Side;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "SIDE_UNSPECIFIED" => Ok(Side::Unspecified),
                    "SIDE_LANDLORD" => Ok(Side::Landlord),
                    "SIDE_PEASANTS" => Ok(Side::Peasants),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for SolveEndgameRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.hand.is_some() {
            len += 1;
        }
        if self.want_all_first_plays {
            len += 1;
        }
        if self.want_line {
            len += 1;
        }
        if self.want_hints {
            len += 1;
        }
        if self.pass_on {
            len += 1;
        }
        if self.budget_ms.is_some() {
            len += 1;
        }
        if self.nodes_max != 0 {
            len += 1;
        }
        if !self.language.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.SolveEndgameRequest", len)?;
        if let Some(v) = self.hand.as_ref() {
            struct_ser.serialize_field("hand", v)?;
        }
        if self.want_all_first_plays {
            struct_ser.serialize_field("wantAllFirstPlays", &self.want_all_first_plays)?;
        }
        if self.want_line {
            struct_ser.serialize_field("wantLine", &self.want_line)?;
        }
        if self.want_hints {
            struct_ser.serialize_field("wantHints", &self.want_hints)?;
        }
        if self.pass_on {
            struct_ser.serialize_field("passOn", &self.pass_on)?;
        }
        if let Some(v) = self.budget_ms.as_ref() {
            struct_ser.serialize_field("budgetMs", v)?;
        }
        if self.nodes_max != 0 {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("nodesMax", ToString::to_string(&self.nodes_max).as_str())?;
        }
        if !self.language.is_empty() {
            struct_ser.serialize_field("language", &self.language)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for SolveEndgameRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "hand",
            "want_all_first_plays",
            "wantAllFirstPlays",
            "want_line",
            "wantLine",
            "want_hints",
            "wantHints",
            "pass_on",
            "passOn",
            "budget_ms",
            "budgetMs",
            "nodes_max",
            "nodesMax",
            "language",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Hand,
            WantAllFirstPlays,
            WantLine,
            WantHints,
            PassOn,
            BudgetMs,
            NodesMax,
            Language,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "hand" => Ok(GeneratedField::Hand),
                            "wantAllFirstPlays" | "want_all_first_plays" => Ok(GeneratedField::WantAllFirstPlays),
                            "wantLine" | "want_line" => Ok(GeneratedField::WantLine),
                            "wantHints" | "want_hints" => Ok(GeneratedField::WantHints),
                            "passOn" | "pass_on" => Ok(GeneratedField::PassOn),
                            "budgetMs" | "budget_ms" => Ok(GeneratedField::BudgetMs),
                            "nodesMax" | "nodes_max" => Ok(GeneratedField::NodesMax),
                            "language" => Ok(GeneratedField::Language),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = SolveEndgameRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.SolveEndgameRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<SolveEndgameRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut hand__ = None;
                let mut want_all_first_plays__ = None;
                let mut want_line__ = None;
                let mut want_hints__ = None;
                let mut pass_on__ = None;
                let mut budget_ms__ = None;
                let mut nodes_max__ = None;
                let mut language__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Hand => {
                            if hand__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hand"));
                            }
                            hand__ = map_.next_value()?;
                        }
                        GeneratedField::WantAllFirstPlays => {
                            if want_all_first_plays__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wantAllFirstPlays"));
                            }
                            want_all_first_plays__ = Some(map_.next_value()?);
                        }
                        GeneratedField::WantLine => {
                            if want_line__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wantLine"));
                            }
                            want_line__ = Some(map_.next_value()?);
                        }
                        GeneratedField::WantHints => {
                            if want_hints__.is_some() {
                                return Err(serde::de::Error::duplicate_field("wantHints"));
                            }
                            want_hints__ = Some(map_.next_value()?);
                        }
                        GeneratedField::PassOn => {
                            if pass_on__.is_some() {
                                return Err(serde::de::Error::duplicate_field("passOn"));
                            }
                            pass_on__ = Some(map_.next_value()?);
                        }
                        GeneratedField::BudgetMs => {
                            if budget_ms__.is_some() {
                                return Err(serde::de::Error::duplicate_field("budgetMs"));
                            }
                            budget_ms__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::NodesMax => {
                            if nodes_max__.is_some() {
                                return Err(serde::de::Error::duplicate_field("nodesMax"));
                            }
                            nodes_max__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Language => {
                            if language__.is_some() {
                                return Err(serde::de::Error::duplicate_field("language"));
                            }
                            language__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(SolveEndgameRequest {
                    hand: hand__,
                    want_all_first_plays: want_all_first_plays__.unwrap_or_default(),
                    want_line: want_line__.unwrap_or_default(),
                    want_hints: want_hints__.unwrap_or_default(),
                    pass_on: pass_on__.unwrap_or_default(),
                    budget_ms: budget_ms__,
                    nodes_max: nodes_max__.unwrap_or_default(),
                    language: language__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.SolveEndgameRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for SolveEndgameResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.winner != 0 {
            len += 1;
        }
        if !self.first_plays.is_empty() {
            len += 1;
        }
        if self.first_plays_total != 0 {
            len += 1;
        }
        if !self.line.is_empty() {
            len += 1;
        }
        if !self.hints.is_empty() {
            len += 1;
        }
        if self.grade != 0 {
            len += 1;
        }
        if self.stopped != 0 {
            len += 1;
        }
        if self.nodes != 0 {
            len += 1;
        }
        if self.compute_us != 0 {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.SolveEndgameResponse", len)?;
        if self.winner != 0 {
            let v = Side::try_from(self.winner)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.winner)))?;
            struct_ser.serialize_field("winner", &v)?;
        }
        if !self.first_plays.is_empty() {
            struct_ser.serialize_field("firstPlays", &self.first_plays)?;
        }
        if self.first_plays_total != 0 {
            struct_ser.serialize_field("firstPlaysTotal", &self.first_plays_total)?;
        }
        if !self.line.is_empty() {
            struct_ser.serialize_field("line", &self.line)?;
        }
        if !self.hints.is_empty() {
            struct_ser.serialize_field("hints", &self.hints)?;
        }
        if self.grade != 0 {
            let v = Grade::try_from(self.grade)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.grade)))?;
            struct_ser.serialize_field("grade", &v)?;
        }
        if self.stopped != 0 {
            let v = SolveStopped::try_from(self.stopped)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.stopped)))?;
            struct_ser.serialize_field("stopped", &v)?;
        }
        if self.nodes != 0 {
            #[allow(clippy::needless_borrow)]
            #[allow(clippy::needless_borrows_for_generic_args)]
            struct_ser.serialize_field("nodes", ToString::to_string(&self.nodes).as_str())?;
        }
        if self.compute_us != 0 {
            struct_ser.serialize_field("computeUs", &self.compute_us)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for SolveEndgameResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "winner",
            "first_plays",
            "firstPlays",
            "first_plays_total",
            "firstPlaysTotal",
            "line",
            "hints",
            "grade",
            "stopped",
            "nodes",
            "compute_us",
            "computeUs",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Winner,
            FirstPlays,
            FirstPlaysTotal,
            Line,
            Hints,
            Grade,
            Stopped,
            Nodes,
            ComputeUs,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "winner" => Ok(GeneratedField::Winner),
                            "firstPlays" | "first_plays" => Ok(GeneratedField::FirstPlays),
                            "firstPlaysTotal" | "first_plays_total" => Ok(GeneratedField::FirstPlaysTotal),
                            "line" => Ok(GeneratedField::Line),
                            "hints" => Ok(GeneratedField::Hints),
                            "grade" => Ok(GeneratedField::Grade),
                            "stopped" => Ok(GeneratedField::Stopped),
                            "nodes" => Ok(GeneratedField::Nodes),
                            "computeUs" | "compute_us" => Ok(GeneratedField::ComputeUs),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = SolveEndgameResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.SolveEndgameResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<SolveEndgameResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut winner__ = None;
                let mut first_plays__ = None;
                let mut first_plays_total__ = None;
                let mut line__ = None;
                let mut hints__ = None;
                let mut grade__ = None;
                let mut stopped__ = None;
                let mut nodes__ = None;
                let mut compute_us__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Winner => {
                            if winner__.is_some() {
                                return Err(serde::de::Error::duplicate_field("winner"));
                            }
                            winner__ = Some(map_.next_value::<Side>()? as i32);
                        }
                        GeneratedField::FirstPlays => {
                            if first_plays__.is_some() {
                                return Err(serde::de::Error::duplicate_field("firstPlays"));
                            }
                            first_plays__ = Some(map_.next_value()?);
                        }
                        GeneratedField::FirstPlaysTotal => {
                            if first_plays_total__.is_some() {
                                return Err(serde::de::Error::duplicate_field("firstPlaysTotal"));
                            }
                            first_plays_total__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Line => {
                            if line__.is_some() {
                                return Err(serde::de::Error::duplicate_field("line"));
                            }
                            line__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Hints => {
                            if hints__.is_some() {
                                return Err(serde::de::Error::duplicate_field("hints"));
                            }
                            hints__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Grade => {
                            if grade__.is_some() {
                                return Err(serde::de::Error::duplicate_field("grade"));
                            }
                            grade__ = Some(map_.next_value::<Grade>()? as i32);
                        }
                        GeneratedField::Stopped => {
                            if stopped__.is_some() {
                                return Err(serde::de::Error::duplicate_field("stopped"));
                            }
                            stopped__ = Some(map_.next_value::<SolveStopped>()? as i32);
                        }
                        GeneratedField::Nodes => {
                            if nodes__.is_some() {
                                return Err(serde::de::Error::duplicate_field("nodes"));
                            }
                            nodes__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::ComputeUs => {
                            if compute_us__.is_some() {
                                return Err(serde::de::Error::duplicate_field("computeUs"));
                            }
                            compute_us__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(SolveEndgameResponse {
                    winner: winner__.unwrap_or_default(),
                    first_plays: first_plays__.unwrap_or_default(),
                    first_plays_total: first_plays_total__.unwrap_or_default(),
                    line: line__.unwrap_or_default(),
                    hints: hints__.unwrap_or_default(),
                    grade: grade__.unwrap_or_default(),
                    stopped: stopped__.unwrap_or_default(),
                    nodes: nodes__.unwrap_or_default(),
                    compute_us: compute_us__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.SolveEndgameResponse", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for SolveStopped {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "SOLVE_STOPPED_UNSPECIFIED",
            Self::Budget => "SOLVE_STOPPED_BUDGET",
            Self::Nodes => "SOLVE_STOPPED_NODES",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for SolveStopped {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "SOLVE_STOPPED_UNSPECIFIED",
            "SOLVE_STOPPED_BUDGET",
            "SOLVE_STOPPED_NODES",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = SolveStopped;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "SOLVE_STOPPED_UNSPECIFIED" => Ok(SolveStopped::Unspecified),
                    "SOLVE_STOPPED_BUDGET" => Ok(SolveStopped::Budget),
                    "SOLVE_STOPPED_NODES" => Ok(SolveStopped::Nodes),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for SplitPlan {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.splitter.is_empty() {
            len += 1;
        }
        if !self.parts.is_empty() {
            len += 1;
        }
        if self.hand_points != 0. {
            len += 1;
        }
        if self.weight != 0 {
            len += 1;
        }
        if self.mean != 0. {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.SplitPlan", len)?;
        if !self.splitter.is_empty() {
            struct_ser.serialize_field("splitter", &self.splitter)?;
        }
        if !self.parts.is_empty() {
            struct_ser.serialize_field("parts", &self.parts)?;
        }
        if self.hand_points != 0. {
            struct_ser.serialize_field("handPoints", &self.hand_points)?;
        }
        if self.weight != 0 {
            struct_ser.serialize_field("weight", &self.weight)?;
        }
        if self.mean != 0. {
            struct_ser.serialize_field("mean", &self.mean)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for SplitPlan {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "splitter",
            "parts",
            "hand_points",
            "handPoints",
            "weight",
            "mean",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Splitter,
            Parts,
            HandPoints,
            Weight,
            Mean,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "splitter" => Ok(GeneratedField::Splitter),
                            "parts" => Ok(GeneratedField::Parts),
                            "handPoints" | "hand_points" => Ok(GeneratedField::HandPoints),
                            "weight" => Ok(GeneratedField::Weight),
                            "mean" => Ok(GeneratedField::Mean),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = SplitPlan;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.SplitPlan")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<SplitPlan, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut splitter__ = None;
                let mut parts__ = None;
                let mut hand_points__ = None;
                let mut weight__ = None;
                let mut mean__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Splitter => {
                            if splitter__.is_some() {
                                return Err(serde::de::Error::duplicate_field("splitter"));
                            }
                            splitter__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Parts => {
                            if parts__.is_some() {
                                return Err(serde::de::Error::duplicate_field("parts"));
                            }
                            parts__ = Some(map_.next_value()?);
                        }
                        GeneratedField::HandPoints => {
                            if hand_points__.is_some() {
                                return Err(serde::de::Error::duplicate_field("handPoints"));
                            }
                            hand_points__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Weight => {
                            if weight__.is_some() {
                                return Err(serde::de::Error::duplicate_field("weight"));
                            }
                            weight__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Mean => {
                            if mean__.is_some() {
                                return Err(serde::de::Error::duplicate_field("mean"));
                            }
                            mean__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                    }
                }
                Ok(SplitPlan {
                    splitter: splitter__.unwrap_or_default(),
                    parts: parts__.unwrap_or_default(),
                    hand_points: hand_points__.unwrap_or_default(),
                    weight: weight__.unwrap_or_default(),
                    mean: mean__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.SplitPlan", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Stage {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "STAGE_UNSPECIFIED",
            Self::Auction => "STAGE_AUCTION",
            Self::Bottom => "STAGE_BOTTOM",
            Self::Doubling => "STAGE_DOUBLING",
            Self::Showing => "STAGE_SHOWING",
            Self::Play => "STAGE_PLAY",
            Self::Over => "STAGE_OVER",
            Self::Redeal => "STAGE_REDEAL",
            Self::Wild => "STAGE_WILD",
            Self::PassOn => "STAGE_PASS_ON",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Stage {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "STAGE_UNSPECIFIED",
            "STAGE_AUCTION",
            "STAGE_BOTTOM",
            "STAGE_DOUBLING",
            "STAGE_SHOWING",
            "STAGE_PLAY",
            "STAGE_OVER",
            "STAGE_REDEAL",
            "STAGE_WILD",
            "STAGE_PASS_ON",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Stage;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "STAGE_UNSPECIFIED" => Ok(Stage::Unspecified),
                    "STAGE_AUCTION" => Ok(Stage::Auction),
                    "STAGE_BOTTOM" => Ok(Stage::Bottom),
                    "STAGE_DOUBLING" => Ok(Stage::Doubling),
                    "STAGE_SHOWING" => Ok(Stage::Showing),
                    "STAGE_PLAY" => Ok(Stage::Play),
                    "STAGE_OVER" => Ok(Stage::Over),
                    "STAGE_REDEAL" => Ok(Stage::Redeal),
                    "STAGE_WILD" => Ok(Stage::Wild),
                    "STAGE_PASS_ON" => Ok(Stage::PassOn),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Stakes {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.points != 0 {
            len += 1;
        }
        if self.robs != 0 {
            len += 1;
        }
        if self.bombs != 0 {
            len += 1;
        }
        if self.open_hands != 0 {
            len += 1;
        }
        if !self.doublings.is_empty() {
            len += 1;
        }
        if self.multiplier != 0 {
            len += 1;
        }
        if !self.cards_won.is_empty() {
            len += 1;
        }
        if self.winner != 0 {
            len += 1;
        }
        if !self.amounts.is_empty() {
            len += 1;
        }
        if self.spring {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Stakes", len)?;
        if self.points != 0 {
            struct_ser.serialize_field("points", &self.points)?;
        }
        if self.robs != 0 {
            struct_ser.serialize_field("robs", &self.robs)?;
        }
        if self.bombs != 0 {
            struct_ser.serialize_field("bombs", &self.bombs)?;
        }
        if self.open_hands != 0 {
            struct_ser.serialize_field("openHands", &self.open_hands)?;
        }
        if !self.doublings.is_empty() {
            struct_ser.serialize_field("doublings", &self.doublings)?;
        }
        if self.multiplier != 0 {
            struct_ser.serialize_field("multiplier", &self.multiplier)?;
        }
        if !self.cards_won.is_empty() {
            struct_ser.serialize_field("cardsWon", &self.cards_won)?;
        }
        if self.winner != 0 {
            let v = Side::try_from(self.winner)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.winner)))?;
            struct_ser.serialize_field("winner", &v)?;
        }
        if !self.amounts.is_empty() {
            struct_ser.serialize_field("amounts", &self.amounts.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        }
        if self.spring {
            struct_ser.serialize_field("spring", &self.spring)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Stakes {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "points",
            "robs",
            "bombs",
            "open_hands",
            "openHands",
            "doublings",
            "multiplier",
            "cards_won",
            "cardsWon",
            "winner",
            "amounts",
            "spring",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Points,
            Robs,
            Bombs,
            OpenHands,
            Doublings,
            Multiplier,
            CardsWon,
            Winner,
            Amounts,
            Spring,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "points" => Ok(GeneratedField::Points),
                            "robs" => Ok(GeneratedField::Robs),
                            "bombs" => Ok(GeneratedField::Bombs),
                            "openHands" | "open_hands" => Ok(GeneratedField::OpenHands),
                            "doublings" => Ok(GeneratedField::Doublings),
                            "multiplier" => Ok(GeneratedField::Multiplier),
                            "cardsWon" | "cards_won" => Ok(GeneratedField::CardsWon),
                            "winner" => Ok(GeneratedField::Winner),
                            "amounts" => Ok(GeneratedField::Amounts),
                            "spring" => Ok(GeneratedField::Spring),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Stakes;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Stakes")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Stakes, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut points__ = None;
                let mut robs__ = None;
                let mut bombs__ = None;
                let mut open_hands__ = None;
                let mut doublings__ = None;
                let mut multiplier__ = None;
                let mut cards_won__ = None;
                let mut winner__ = None;
                let mut amounts__ = None;
                let mut spring__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Points => {
                            if points__.is_some() {
                                return Err(serde::de::Error::duplicate_field("points"));
                            }
                            points__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Robs => {
                            if robs__.is_some() {
                                return Err(serde::de::Error::duplicate_field("robs"));
                            }
                            robs__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Bombs => {
                            if bombs__.is_some() {
                                return Err(serde::de::Error::duplicate_field("bombs"));
                            }
                            bombs__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::OpenHands => {
                            if open_hands__.is_some() {
                                return Err(serde::de::Error::duplicate_field("openHands"));
                            }
                            open_hands__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Doublings => {
                            if doublings__.is_some() {
                                return Err(serde::de::Error::duplicate_field("doublings"));
                            }
                            doublings__ = 
                                Some(map_.next_value::<Vec<::pbjson::private::NumberDeserialize<_>>>()?
                                    .into_iter().map(|x| x.0).collect())
                            ;
                        }
                        GeneratedField::Multiplier => {
                            if multiplier__.is_some() {
                                return Err(serde::de::Error::duplicate_field("multiplier"));
                            }
                            multiplier__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::CardsWon => {
                            if cards_won__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cardsWon"));
                            }
                            cards_won__ = 
                                Some(map_.next_value::<Vec<::pbjson::private::NumberDeserialize<_>>>()?
                                    .into_iter().map(|x| x.0).collect())
                            ;
                        }
                        GeneratedField::Winner => {
                            if winner__.is_some() {
                                return Err(serde::de::Error::duplicate_field("winner"));
                            }
                            winner__ = Some(map_.next_value::<Side>()? as i32);
                        }
                        GeneratedField::Amounts => {
                            if amounts__.is_some() {
                                return Err(serde::de::Error::duplicate_field("amounts"));
                            }
                            amounts__ = 
                                Some(map_.next_value::<Vec<::pbjson::private::NumberDeserialize<_>>>()?
                                    .into_iter().map(|x| x.0).collect())
                            ;
                        }
                        GeneratedField::Spring => {
                            if spring__.is_some() {
                                return Err(serde::de::Error::duplicate_field("spring"));
                            }
                            spring__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Stakes {
                    points: points__.unwrap_or_default(),
                    robs: robs__.unwrap_or_default(),
                    bombs: bombs__.unwrap_or_default(),
                    open_hands: open_hands__.unwrap_or_default(),
                    doublings: doublings__.unwrap_or_default(),
                    multiplier: multiplier__.unwrap_or_default(),
                    cards_won: cards_won__.unwrap_or_default(),
                    winner: winner__.unwrap_or_default(),
                    amounts: amounts__.unwrap_or_default(),
                    spring: spring__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Stakes", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for TableState {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.hand_number != 0 {
            len += 1;
        }
        if self.stage != 0 {
            len += 1;
        }
        if self.turn != 0 {
            len += 1;
        }
        if self.awaited != 0 {
            len += 1;
        }
        if !self.calls.is_empty() {
            len += 1;
        }
        if !self.doublings.is_empty() {
            len += 1;
        }
        if self.may_show {
            len += 1;
        }
        if self.may_pass {
            len += 1;
        }
        if self.landlord != 0 {
            len += 1;
        }
        if self.bottom.is_some() {
            len += 1;
        }
        if self.standing.is_some() {
            len += 1;
        }
        if !self.cards_left.is_empty() {
            len += 1;
        }
        if self.stakes.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.TableState", len)?;
        if self.hand_number != 0 {
            struct_ser.serialize_field("handNumber", &self.hand_number)?;
        }
        if self.stage != 0 {
            let v = Stage::try_from(self.stage)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.stage)))?;
            struct_ser.serialize_field("stage", &v)?;
        }
        if self.turn != 0 {
            let v = Chair::try_from(self.turn)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.turn)))?;
            struct_ser.serialize_field("turn", &v)?;
        }
        if self.awaited != 0 {
            let v = Awaited::try_from(self.awaited)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.awaited)))?;
            struct_ser.serialize_field("awaited", &v)?;
        }
        if !self.calls.is_empty() {
            let v = self.calls.iter().cloned().map(|v| {
                Call::try_from(v)
                    .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", v)))
                }).collect::<std::result::Result<Vec<_>, _>>()?;
            struct_ser.serialize_field("calls", &v)?;
        }
        if !self.doublings.is_empty() {
            let v = self.doublings.iter().cloned().map(|v| {
                Doubling::try_from(v)
                    .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", v)))
                }).collect::<std::result::Result<Vec<_>, _>>()?;
            struct_ser.serialize_field("doublings", &v)?;
        }
        if self.may_show {
            struct_ser.serialize_field("mayShow", &self.may_show)?;
        }
        if self.may_pass {
            struct_ser.serialize_field("mayPass", &self.may_pass)?;
        }
        if self.landlord != 0 {
            let v = Chair::try_from(self.landlord)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.landlord)))?;
            struct_ser.serialize_field("landlord", &v)?;
        }
        if let Some(v) = self.bottom.as_ref() {
            struct_ser.serialize_field("bottom", v)?;
        }
        if let Some(v) = self.standing.as_ref() {
            struct_ser.serialize_field("standing", v)?;
        }
        if !self.cards_left.is_empty() {
            struct_ser.serialize_field("cardsLeft", &self.cards_left)?;
        }
        if let Some(v) = self.stakes.as_ref() {
            struct_ser.serialize_field("stakes", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for TableState {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "hand_number",
            "handNumber",
            "stage",
            "turn",
            "awaited",
            "calls",
            "doublings",
            "may_show",
            "mayShow",
            "may_pass",
            "mayPass",
            "landlord",
            "bottom",
            "standing",
            "cards_left",
            "cardsLeft",
            "stakes",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            HandNumber,
            Stage,
            Turn,
            Awaited,
            Calls,
            Doublings,
            MayShow,
            MayPass,
            Landlord,
            Bottom,
            Standing,
            CardsLeft,
            Stakes,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "handNumber" | "hand_number" => Ok(GeneratedField::HandNumber),
                            "stage" => Ok(GeneratedField::Stage),
                            "turn" => Ok(GeneratedField::Turn),
                            "awaited" => Ok(GeneratedField::Awaited),
                            "calls" => Ok(GeneratedField::Calls),
                            "doublings" => Ok(GeneratedField::Doublings),
                            "mayShow" | "may_show" => Ok(GeneratedField::MayShow),
                            "mayPass" | "may_pass" => Ok(GeneratedField::MayPass),
                            "landlord" => Ok(GeneratedField::Landlord),
                            "bottom" => Ok(GeneratedField::Bottom),
                            "standing" => Ok(GeneratedField::Standing),
                            "cardsLeft" | "cards_left" => Ok(GeneratedField::CardsLeft),
                            "stakes" => Ok(GeneratedField::Stakes),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = TableState;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.TableState")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<TableState, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut hand_number__ = None;
                let mut stage__ = None;
                let mut turn__ = None;
                let mut awaited__ = None;
                let mut calls__ = None;
                let mut doublings__ = None;
                let mut may_show__ = None;
                let mut may_pass__ = None;
                let mut landlord__ = None;
                let mut bottom__ = None;
                let mut standing__ = None;
                let mut cards_left__ = None;
                let mut stakes__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::HandNumber => {
                            if hand_number__.is_some() {
                                return Err(serde::de::Error::duplicate_field("handNumber"));
                            }
                            hand_number__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Stage => {
                            if stage__.is_some() {
                                return Err(serde::de::Error::duplicate_field("stage"));
                            }
                            stage__ = Some(map_.next_value::<Stage>()? as i32);
                        }
                        GeneratedField::Turn => {
                            if turn__.is_some() {
                                return Err(serde::de::Error::duplicate_field("turn"));
                            }
                            turn__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Awaited => {
                            if awaited__.is_some() {
                                return Err(serde::de::Error::duplicate_field("awaited"));
                            }
                            awaited__ = Some(map_.next_value::<Awaited>()? as i32);
                        }
                        GeneratedField::Calls => {
                            if calls__.is_some() {
                                return Err(serde::de::Error::duplicate_field("calls"));
                            }
                            calls__ = Some(map_.next_value::<Vec<Call>>()?.into_iter().map(|x| x as i32).collect());
                        }
                        GeneratedField::Doublings => {
                            if doublings__.is_some() {
                                return Err(serde::de::Error::duplicate_field("doublings"));
                            }
                            doublings__ = Some(map_.next_value::<Vec<Doubling>>()?.into_iter().map(|x| x as i32).collect());
                        }
                        GeneratedField::MayShow => {
                            if may_show__.is_some() {
                                return Err(serde::de::Error::duplicate_field("mayShow"));
                            }
                            may_show__ = Some(map_.next_value()?);
                        }
                        GeneratedField::MayPass => {
                            if may_pass__.is_some() {
                                return Err(serde::de::Error::duplicate_field("mayPass"));
                            }
                            may_pass__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Landlord => {
                            if landlord__.is_some() {
                                return Err(serde::de::Error::duplicate_field("landlord"));
                            }
                            landlord__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Bottom => {
                            if bottom__.is_some() {
                                return Err(serde::de::Error::duplicate_field("bottom"));
                            }
                            bottom__ = map_.next_value()?;
                        }
                        GeneratedField::Standing => {
                            if standing__.is_some() {
                                return Err(serde::de::Error::duplicate_field("standing"));
                            }
                            standing__ = map_.next_value()?;
                        }
                        GeneratedField::CardsLeft => {
                            if cards_left__.is_some() {
                                return Err(serde::de::Error::duplicate_field("cardsLeft"));
                            }
                            cards_left__ = 
                                Some(map_.next_value::<Vec<::pbjson::private::NumberDeserialize<_>>>()?
                                    .into_iter().map(|x| x.0).collect())
                            ;
                        }
                        GeneratedField::Stakes => {
                            if stakes__.is_some() {
                                return Err(serde::de::Error::duplicate_field("stakes"));
                            }
                            stakes__ = map_.next_value()?;
                        }
                    }
                }
                Ok(TableState {
                    hand_number: hand_number__.unwrap_or_default(),
                    stage: stage__.unwrap_or_default(),
                    turn: turn__.unwrap_or_default(),
                    awaited: awaited__.unwrap_or_default(),
                    calls: calls__.unwrap_or_default(),
                    doublings: doublings__.unwrap_or_default(),
                    may_show: may_show__.unwrap_or_default(),
                    may_pass: may_pass__.unwrap_or_default(),
                    landlord: landlord__.unwrap_or_default(),
                    bottom: bottom__,
                    standing: standing__,
                    cards_left: cards_left__.unwrap_or_default(),
                    stakes: stakes__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.TableState", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Trace {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.position.is_empty() {
            len += 1;
        }
        if !self.rows.is_empty() {
            len += 1;
        }
        if !self.row.is_empty() {
            len += 1;
        }
        if !self.guard.is_empty() {
            len += 1;
        }
        if !self.win_path.is_empty() {
            len += 1;
        }
        if self.strength_rank.is_some() {
            len += 1;
        }
        if self.strength_wins.is_some() {
            len += 1;
        }
        if !self.taken_as_naive.is_empty() {
            len += 1;
        }
        if self.split.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Trace", len)?;
        if !self.position.is_empty() {
            struct_ser.serialize_field("position", &self.position)?;
        }
        if !self.rows.is_empty() {
            struct_ser.serialize_field("rows", &self.rows)?;
        }
        if !self.row.is_empty() {
            struct_ser.serialize_field("row", &self.row)?;
        }
        if !self.guard.is_empty() {
            struct_ser.serialize_field("guard", &self.guard)?;
        }
        if !self.win_path.is_empty() {
            struct_ser.serialize_field("winPath", &self.win_path)?;
        }
        if let Some(v) = self.strength_rank.as_ref() {
            struct_ser.serialize_field("strengthRank", v)?;
        }
        if let Some(v) = self.strength_wins.as_ref() {
            struct_ser.serialize_field("strengthWins", v)?;
        }
        if !self.taken_as_naive.is_empty() {
            struct_ser.serialize_field("takenAsNaive", &self.taken_as_naive)?;
        }
        if let Some(v) = self.split.as_ref() {
            struct_ser.serialize_field("split", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Trace {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "position",
            "rows",
            "row",
            "guard",
            "win_path",
            "winPath",
            "strength_rank",
            "strengthRank",
            "strength_wins",
            "strengthWins",
            "taken_as_naive",
            "takenAsNaive",
            "split",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Position,
            Rows,
            Row,
            Guard,
            WinPath,
            StrengthRank,
            StrengthWins,
            TakenAsNaive,
            Split,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "position" => Ok(GeneratedField::Position),
                            "rows" => Ok(GeneratedField::Rows),
                            "row" => Ok(GeneratedField::Row),
                            "guard" => Ok(GeneratedField::Guard),
                            "winPath" | "win_path" => Ok(GeneratedField::WinPath),
                            "strengthRank" | "strength_rank" => Ok(GeneratedField::StrengthRank),
                            "strengthWins" | "strength_wins" => Ok(GeneratedField::StrengthWins),
                            "takenAsNaive" | "taken_as_naive" => Ok(GeneratedField::TakenAsNaive),
                            "split" => Ok(GeneratedField::Split),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Trace;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Trace")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Trace, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut position__ = None;
                let mut rows__ = None;
                let mut row__ = None;
                let mut guard__ = None;
                let mut win_path__ = None;
                let mut strength_rank__ = None;
                let mut strength_wins__ = None;
                let mut taken_as_naive__ = None;
                let mut split__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Position => {
                            if position__.is_some() {
                                return Err(serde::de::Error::duplicate_field("position"));
                            }
                            position__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Rows => {
                            if rows__.is_some() {
                                return Err(serde::de::Error::duplicate_field("rows"));
                            }
                            rows__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Row => {
                            if row__.is_some() {
                                return Err(serde::de::Error::duplicate_field("row"));
                            }
                            row__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Guard => {
                            if guard__.is_some() {
                                return Err(serde::de::Error::duplicate_field("guard"));
                            }
                            guard__ = Some(map_.next_value()?);
                        }
                        GeneratedField::WinPath => {
                            if win_path__.is_some() {
                                return Err(serde::de::Error::duplicate_field("winPath"));
                            }
                            win_path__ = Some(map_.next_value()?);
                        }
                        GeneratedField::StrengthRank => {
                            if strength_rank__.is_some() {
                                return Err(serde::de::Error::duplicate_field("strengthRank"));
                            }
                            strength_rank__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::StrengthWins => {
                            if strength_wins__.is_some() {
                                return Err(serde::de::Error::duplicate_field("strengthWins"));
                            }
                            strength_wins__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::TakenAsNaive => {
                            if taken_as_naive__.is_some() {
                                return Err(serde::de::Error::duplicate_field("takenAsNaive"));
                            }
                            taken_as_naive__ = 
                                Some(map_.next_value::<Vec<::pbjson::private::NumberDeserialize<_>>>()?
                                    .into_iter().map(|x| x.0).collect())
                            ;
                        }
                        GeneratedField::Split => {
                            if split__.is_some() {
                                return Err(serde::de::Error::duplicate_field("split"));
                            }
                            split__ = map_.next_value()?;
                        }
                    }
                }
                Ok(Trace {
                    position: position__.unwrap_or_default(),
                    rows: rows__.unwrap_or_default(),
                    row: row__.unwrap_or_default(),
                    guard: guard__.unwrap_or_default(),
                    win_path: win_path__.unwrap_or_default(),
                    strength_rank: strength_rank__,
                    strength_wins: strength_wins__,
                    taken_as_naive: taken_as_naive__.unwrap_or_default(),
                    split: split__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Trace", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for TurnDecision {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.chair != 0 {
            len += 1;
        }
        if self.result.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.TurnDecision", len)?;
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if let Some(v) = self.result.as_ref() {
            match v {
                turn_decision::Result::Decision(v) => {
                    struct_ser.serialize_field("decision", v)?;
                }
                turn_decision::Result::Status(v) => {
                    struct_ser.serialize_field("status", v)?;
                }
            }
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for TurnDecision {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "chair",
            "decision",
            "status",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Chair,
            Decision,
            Status,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "chair" => Ok(GeneratedField::Chair),
                            "decision" => Ok(GeneratedField::Decision),
                            "status" => Ok(GeneratedField::Status),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = TurnDecision;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.TurnDecision")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<TurnDecision, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut chair__ = None;
                let mut result__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::Decision => {
                            if result__.is_some() {
                                return Err(serde::de::Error::duplicate_field("decision"));
                            }
                            result__ = map_.next_value::<::std::option::Option<_>>()?.map(turn_decision::Result::Decision)
;
                        }
                        GeneratedField::Status => {
                            if result__.is_some() {
                                return Err(serde::de::Error::duplicate_field("status"));
                            }
                            result__ = map_.next_value::<::std::option::Option<_>>()?.map(turn_decision::Result::Status)
;
                        }
                    }
                }
                Ok(TurnDecision {
                    chair: chair__.unwrap_or_default(),
                    result: result__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.TurnDecision", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for ValueUnit {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "VALUE_UNIT_UNSPECIFIED",
            Self::Chance => "VALUE_UNIT_CHANCE",
            Self::Score => "VALUE_UNIT_SCORE",
            Self::Points => "VALUE_UNIT_POINTS",
            Self::Votes => "VALUE_UNIT_VOTES",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for ValueUnit {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "VALUE_UNIT_UNSPECIFIED",
            "VALUE_UNIT_CHANCE",
            "VALUE_UNIT_SCORE",
            "VALUE_UNIT_POINTS",
            "VALUE_UNIT_VOTES",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = ValueUnit;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "VALUE_UNIT_UNSPECIFIED" => Ok(ValueUnit::Unspecified),
                    "VALUE_UNIT_CHANCE" => Ok(ValueUnit::Chance),
                    "VALUE_UNIT_SCORE" => Ok(ValueUnit::Score),
                    "VALUE_UNIT_POINTS" => Ok(ValueUnit::Points),
                    "VALUE_UNIT_VOTES" => Ok(ValueUnit::Votes),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for Verdict {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        let variant = match self {
            Self::Unspecified => "VERDICT_UNSPECIFIED",
            Self::Best => "VERDICT_BEST",
            Self::Good => "VERDICT_GOOD",
            Self::Inaccurate => "VERDICT_INACCURATE",
            Self::Mistake => "VERDICT_MISTAKE",
        };
        serializer.serialize_str(variant)
    }
}
impl<'de> serde::Deserialize<'de> for Verdict {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "VERDICT_UNSPECIFIED",
            "VERDICT_BEST",
            "VERDICT_GOOD",
            "VERDICT_INACCURATE",
            "VERDICT_MISTAKE",
        ];

        struct GeneratedVisitor;

        impl serde::de::Visitor<'_> for GeneratedVisitor {
            type Value = Verdict;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "expected one of: {:?}", &FIELDS)
            }

            fn visit_i64<E>(self, v: i64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Signed(v), &self)
                    })
            }

            fn visit_u64<E>(self, v: u64) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                i32::try_from(v)
                    .ok()
                    .and_then(|x| x.try_into().ok())
                    .ok_or_else(|| {
                        serde::de::Error::invalid_value(serde::de::Unexpected::Unsigned(v), &self)
                    })
            }

            fn visit_str<E>(self, value: &str) -> std::result::Result<Self::Value, E>
            where
                E: serde::de::Error,
            {
                match value {
                    "VERDICT_UNSPECIFIED" => Ok(Verdict::Unspecified),
                    "VERDICT_BEST" => Ok(Verdict::Best),
                    "VERDICT_GOOD" => Ok(Verdict::Good),
                    "VERDICT_INACCURATE" => Ok(Verdict::Inaccurate),
                    "VERDICT_MISTAKE" => Ok(Verdict::Mistake),
                    _ => Err(serde::de::Error::unknown_variant(value, FIELDS)),
                }
            }
        }
        deserializer.deserialize_any(GeneratedVisitor)
    }
}
impl serde::Serialize for WaitingPlayer {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.waited_s != 0 {
            len += 1;
        }
        if self.level.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.WaitingPlayer", len)?;
        if self.waited_s != 0 {
            struct_ser.serialize_field("waitedS", &self.waited_s)?;
        }
        if let Some(v) = self.level.as_ref() {
            struct_ser.serialize_field("level", v)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for WaitingPlayer {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "waited_s",
            "waitedS",
            "level",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            WaitedS,
            Level,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "waitedS" | "waited_s" => Ok(GeneratedField::WaitedS),
                            "level" => Ok(GeneratedField::Level),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = WaitingPlayer;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.WaitingPlayer")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<WaitingPlayer, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut waited_s__ = None;
                let mut level__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::WaitedS => {
                            if waited_s__.is_some() {
                                return Err(serde::de::Error::duplicate_field("waitedS"));
                            }
                            waited_s__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Level => {
                            if level__.is_some() {
                                return Err(serde::de::Error::duplicate_field("level"));
                            }
                            level__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                    }
                }
                Ok(WaitingPlayer {
                    waited_s: waited_s__.unwrap_or_default(),
                    level: level__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.WaitingPlayer", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for Warning {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.sequence != 0 {
            len += 1;
        }
        if !self.rule.is_empty() {
            len += 1;
        }
        if !self.message.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.Warning", len)?;
        if self.sequence != 0 {
            struct_ser.serialize_field("sequence", &self.sequence)?;
        }
        if !self.rule.is_empty() {
            struct_ser.serialize_field("rule", &self.rule)?;
        }
        if !self.message.is_empty() {
            struct_ser.serialize_field("message", &self.message)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for Warning {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "sequence",
            "rule",
            "message",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Sequence,
            Rule,
            Message,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "sequence" => Ok(GeneratedField::Sequence),
                            "rule" => Ok(GeneratedField::Rule),
                            "message" => Ok(GeneratedField::Message),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = Warning;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.Warning")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<Warning, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut sequence__ = None;
                let mut rule__ = None;
                let mut message__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Sequence => {
                            if sequence__.is_some() {
                                return Err(serde::de::Error::duplicate_field("sequence"));
                            }
                            sequence__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::Rule => {
                            if rule__.is_some() {
                                return Err(serde::de::Error::duplicate_field("rule"));
                            }
                            rule__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Message => {
                            if message__.is_some() {
                                return Err(serde::de::Error::duplicate_field("message"));
                            }
                            message__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(Warning {
                    sequence: sequence__.unwrap_or_default(),
                    rule: rule__.unwrap_or_default(),
                    message: message__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.Warning", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for WatchRoomRequest {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if !self.room_id.is_empty() {
            len += 1;
        }
        if self.audience != 0 {
            len += 1;
        }
        if self.chair != 0 {
            len += 1;
        }
        if self.after_version.is_some() {
            len += 1;
        }
        if !self.language.is_empty() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.WatchRoomRequest", len)?;
        if !self.room_id.is_empty() {
            struct_ser.serialize_field("roomId", &self.room_id)?;
        }
        if self.audience != 0 {
            let v = Audience::try_from(self.audience)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.audience)))?;
            struct_ser.serialize_field("audience", &v)?;
        }
        if self.chair != 0 {
            let v = Chair::try_from(self.chair)
                .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", self.chair)))?;
            struct_ser.serialize_field("chair", &v)?;
        }
        if let Some(v) = self.after_version.as_ref() {
            struct_ser.serialize_field("afterVersion", v)?;
        }
        if !self.language.is_empty() {
            struct_ser.serialize_field("language", &self.language)?;
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for WatchRoomRequest {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "room_id",
            "roomId",
            "audience",
            "chair",
            "after_version",
            "afterVersion",
            "language",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            RoomId,
            Audience,
            Chair,
            AfterVersion,
            Language,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "roomId" | "room_id" => Ok(GeneratedField::RoomId),
                            "audience" => Ok(GeneratedField::Audience),
                            "chair" => Ok(GeneratedField::Chair),
                            "afterVersion" | "after_version" => Ok(GeneratedField::AfterVersion),
                            "language" => Ok(GeneratedField::Language),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = WatchRoomRequest;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.WatchRoomRequest")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<WatchRoomRequest, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut room_id__ = None;
                let mut audience__ = None;
                let mut chair__ = None;
                let mut after_version__ = None;
                let mut language__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::RoomId => {
                            if room_id__.is_some() {
                                return Err(serde::de::Error::duplicate_field("roomId"));
                            }
                            room_id__ = Some(map_.next_value()?);
                        }
                        GeneratedField::Audience => {
                            if audience__.is_some() {
                                return Err(serde::de::Error::duplicate_field("audience"));
                            }
                            audience__ = Some(map_.next_value::<Audience>()? as i32);
                        }
                        GeneratedField::Chair => {
                            if chair__.is_some() {
                                return Err(serde::de::Error::duplicate_field("chair"));
                            }
                            chair__ = Some(map_.next_value::<Chair>()? as i32);
                        }
                        GeneratedField::AfterVersion => {
                            if after_version__.is_some() {
                                return Err(serde::de::Error::duplicate_field("afterVersion"));
                            }
                            after_version__ = 
                                map_.next_value::<::std::option::Option<::pbjson::private::NumberDeserialize<_>>>()?.map(|x| x.0)
                            ;
                        }
                        GeneratedField::Language => {
                            if language__.is_some() {
                                return Err(serde::de::Error::duplicate_field("language"));
                            }
                            language__ = Some(map_.next_value()?);
                        }
                    }
                }
                Ok(WatchRoomRequest {
                    room_id: room_id__.unwrap_or_default(),
                    audience: audience__.unwrap_or_default(),
                    chair: chair__.unwrap_or_default(),
                    after_version: after_version__,
                    language: language__.unwrap_or_default(),
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.WatchRoomRequest", FIELDS, GeneratedVisitor)
    }
}
impl serde::Serialize for WatchRoomResponse {
    #[allow(deprecated)]
    fn serialize<S>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error>
    where
        S: serde::Serializer,
    {
        use serde::ser::SerializeStruct;
        let mut len = 0;
        if self.version != 0 {
            len += 1;
        }
        if self.state.is_some() {
            len += 1;
        }
        if self.update.is_some() {
            len += 1;
        }
        let mut struct_ser = serializer.serialize_struct("thirdseat.v1.WatchRoomResponse", len)?;
        if self.version != 0 {
            struct_ser.serialize_field("version", &self.version)?;
        }
        if let Some(v) = self.state.as_ref() {
            struct_ser.serialize_field("state", v)?;
        }
        if let Some(v) = self.update.as_ref() {
            match v {
                watch_room_response::Update::Room(v) => {
                    struct_ser.serialize_field("room", v)?;
                }
                watch_room_response::Update::Event(v) => {
                    struct_ser.serialize_field("event", v)?;
                }
                watch_room_response::Update::Decision(v) => {
                    struct_ser.serialize_field("decision", v)?;
                }
                watch_room_response::Update::Closed(v) => {
                    let v = RoomEnd::try_from(*v)
                        .map_err(|_| serde::ser::Error::custom(format!("Invalid variant {}", *v)))?;
                    struct_ser.serialize_field("closed", &v)?;
                }
            }
        }
        struct_ser.end()
    }
}
impl<'de> serde::Deserialize<'de> for WatchRoomResponse {
    #[allow(deprecated)]
    fn deserialize<D>(deserializer: D) -> std::result::Result<Self, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        const FIELDS: &[&str] = &[
            "version",
            "state",
            "room",
            "event",
            "decision",
            "closed",
        ];

        #[allow(clippy::enum_variant_names)]
        enum GeneratedField {
            Version,
            State,
            Room,
            Event,
            Decision,
            Closed,
        }
        impl<'de> serde::Deserialize<'de> for GeneratedField {
            fn deserialize<D>(deserializer: D) -> std::result::Result<GeneratedField, D::Error>
            where
                D: serde::Deserializer<'de>,
            {
                struct GeneratedVisitor;

                impl serde::de::Visitor<'_> for GeneratedVisitor {
                    type Value = GeneratedField;

                    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        write!(formatter, "expected one of: {:?}", &FIELDS)
                    }

                    #[allow(unused_variables)]
                    fn visit_str<E>(self, value: &str) -> std::result::Result<GeneratedField, E>
                    where
                        E: serde::de::Error,
                    {
                        match value {
                            "version" => Ok(GeneratedField::Version),
                            "state" => Ok(GeneratedField::State),
                            "room" => Ok(GeneratedField::Room),
                            "event" => Ok(GeneratedField::Event),
                            "decision" => Ok(GeneratedField::Decision),
                            "closed" => Ok(GeneratedField::Closed),
                            _ => Err(serde::de::Error::unknown_field(value, FIELDS)),
                        }
                    }
                }
                deserializer.deserialize_identifier(GeneratedVisitor)
            }
        }
        struct GeneratedVisitor;
        impl<'de> serde::de::Visitor<'de> for GeneratedVisitor {
            type Value = WatchRoomResponse;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("struct thirdseat.v1.WatchRoomResponse")
            }

            fn visit_map<V>(self, mut map_: V) -> std::result::Result<WatchRoomResponse, V::Error>
                where
                    V: serde::de::MapAccess<'de>,
            {
                let mut version__ = None;
                let mut state__ = None;
                let mut update__ = None;
                while let Some(k) = map_.next_key()? {
                    match k {
                        GeneratedField::Version => {
                            if version__.is_some() {
                                return Err(serde::de::Error::duplicate_field("version"));
                            }
                            version__ = 
                                Some(map_.next_value::<::pbjson::private::NumberDeserialize<_>>()?.0)
                            ;
                        }
                        GeneratedField::State => {
                            if state__.is_some() {
                                return Err(serde::de::Error::duplicate_field("state"));
                            }
                            state__ = map_.next_value()?;
                        }
                        GeneratedField::Room => {
                            if update__.is_some() {
                                return Err(serde::de::Error::duplicate_field("room"));
                            }
                            update__ = map_.next_value::<::std::option::Option<_>>()?.map(watch_room_response::Update::Room)
;
                        }
                        GeneratedField::Event => {
                            if update__.is_some() {
                                return Err(serde::de::Error::duplicate_field("event"));
                            }
                            update__ = map_.next_value::<::std::option::Option<_>>()?.map(watch_room_response::Update::Event)
;
                        }
                        GeneratedField::Decision => {
                            if update__.is_some() {
                                return Err(serde::de::Error::duplicate_field("decision"));
                            }
                            update__ = map_.next_value::<::std::option::Option<_>>()?.map(watch_room_response::Update::Decision)
;
                        }
                        GeneratedField::Closed => {
                            if update__.is_some() {
                                return Err(serde::de::Error::duplicate_field("closed"));
                            }
                            update__ = map_.next_value::<::std::option::Option<RoomEnd>>()?.map(|x| watch_room_response::Update::Closed(x as i32));
                        }
                    }
                }
                Ok(WatchRoomResponse {
                    version: version__.unwrap_or_default(),
                    state: state__,
                    update: update__,
                })
            }
        }
        deserializer.deserialize_struct("thirdseat.v1.WatchRoomResponse", FIELDS, GeneratedVisitor)
    }
}
