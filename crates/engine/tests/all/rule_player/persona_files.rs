//! Persona files: a bad file gives an error that names the line, and no text gives a panic or a persona with numbers out of range.

use engine::Persona;
use engine::persona::{PersonaParams, SeatParams, read_personas};
use proptest::prelude::*;
use rules::Seat;

fn check_ranges(persona: &Persona) {
    let params = persona.params();
    for field in PersonaParams::FIELDS {
        let value = (field.get)(params);
        assert!((field.min..=field.max).contains(&value), "{persona}: {} = {value}", field.name);
    }
    for seat in Seat::ALL {
        let seat_params = persona.seat_params(seat);
        for field in SeatParams::FIELDS {
            let value = (field.get)(seat_params);
            assert!((field.min..=field.max).contains(&value), "{persona}: {seat}.{} = {value}", field.name);
        }
    }
}

fn check(text: &str) {
    match read_personas(text) {
        Ok(personas) => personas.iter().for_each(check_ranges),
        Err(error) => {
            assert!((1..=text.lines().count()).contains(&error.line), "{error}\n{text}");
            let line = text.lines().nth(error.line - 1).unwrap();
            // In valid TOML the error names the first bad line: the part before it can be read.
            if toml::de::DeTable::parse(text).is_ok() {
                let before: Vec<&str> = text.lines().take(error.line - 1).collect();
                assert!(read_personas(&before.join("\n")).is_ok(), "{error}\n{text}");
            }
            assert!(error.to_string().len() > 10, "{error}: {line}");
        }
    }
}

/// Draws lines as people write them, and as they mistype them.
fn persona_line() -> impl Strategy<Value = String> {
    let keys: Vec<&str> = PersonaParams::FIELDS
        .iter()
        .map(|field| field.name)
        .chain(SeatParams::FIELDS.iter().map(|field| field.name))
        .chain(["base", "title", "nose", "", "up", "landlord."])
        .collect();
    let names: Vec<String> = Persona::all()
        .iter()
        .map(|persona| persona.name().to_owned())
        .chain(["stranger".into(), "小明".into()])
        .collect();
    let value = prop_oneof![
        any::<i32>().prop_map(|value| value.to_string()),
        (-100..500i32).prop_map(|value| value.to_string()),
        proptest::sample::select(names.clone()).prop_map(|name| format!("\"{name}\"")),
        proptest::sample::select(names.clone()),
        "[ -~]{0,12}",
    ];
    let seat = proptest::sample::select(vec!["", "", "up.", "down.", "landlord.", "me.", "."]);
    prop_oneof![
        3 => proptest::sample::select(names).prop_map(|name| format!("[{name}]")),
        8 => (seat, proptest::sample::select(keys), value).prop_map(|(seat, key, value)| format!("{seat}{key} = {value}")),
        1 => "\\PC{0,30}",
        1 => Just(String::from("# a comment")),
    ]
}

fn case_count() -> u32 {
    crate::game::rounds(2_000)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: case_count(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_are_read_or_refused(lines in proptest::collection::vec(persona_line(), 0..12)) {
        check(&lines.join("\n"));
    }
}

#[test]
fn a_file_with_every_number_is_read() {
    let numbers: Vec<String> = PersonaParams::FIELDS
        .iter()
        .map(|field| match field.name {
            "objective" => String::from("objective = \"score\""),
            name => format!("{name} = {}", field.max),
        })
        .chain(SeatParams::FIELDS.iter().map(|field| format!("up.{} = {}", field.name, field.min)))
        .collect();
    let personas = read_personas(&format!("[ming]\nbase = \"casual-hasty\"\n{}", numbers.join("\n"))).unwrap();
    check_ranges(&personas[0]);
    let params = personas[0].params();
    assert!(PersonaParams::FIELDS.iter().all(|field| (field.get)(params) == field.max));
    let seat_params = personas[0].seat_params(Seat::Up);
    assert!(SeatParams::FIELDS.iter().all(|field| (field.get)(seat_params) == field.min));
    let base = Persona::named("casual-hasty").unwrap();
    assert_eq!(personas[0].seat_params(Seat::Down), base.seat_params(Seat::Down));
    assert_ne!(personas[0].digest(), base.digest());
}

#[test]
fn built_in_personas_are_valid() {
    let all = Persona::all();
    for (index, persona) in all.iter().enumerate() {
        check_ranges(persona);
        assert_eq!(Persona::named(persona.name()).as_ref(), Some(persona));
        assert!(!persona.title().is_empty());
        assert!(all[..index].iter().all(|other| other.digest() != persona.digest()), "{persona}");
    }
    for name in ["", "casual-", "-hasty", "rules-hasty", "casual-standard", "casual-hasty-hasty", "CASUAL", "stranger"]
    {
        assert_eq!(Persona::named(name), None, "{name}");
    }
}
