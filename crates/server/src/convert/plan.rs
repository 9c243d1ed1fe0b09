//! Regions that wait for companions, from a request.

use engine::persona::Skill;
use wire::v1::{Region, WaitingPlayer};

use crate::companions::plan::{Place, Waiting};
use crate::error::{Reason, Refusal};

/// Characters of a region's name.
const NAME_MAX: usize = 120;
/// Tables of one kind in a region.
const TABLES_MAX: u32 = 1_000_000;
const MINUTES: u32 = 24 * 60;

/// What the plan has to know of one region.
pub fn read_region(region: Region) -> Result<Place, Refusal> {
    let Region { name, local_minute: minute, tables_lacking_one: one, tables_lacking_two: two, waiting } = region;
    let refuse = |reason, field: &str, message: String| Err(Refusal::new(reason, message).at(field));
    if name.is_empty() {
        return Err(Refusal::missing("name"));
    }
    if name.chars().count() > NAME_MAX {
        return refuse(Reason::TEXT_TOO_LONG, "name", format!("more than {NAME_MAX} characters"));
    }
    if minute >= MINUTES {
        let message = format!("{minute} is no minute of a day, which has 0 to {}", MINUTES - 1);
        return refuse(Reason::VALUE_UNKNOWN, "local_minute", message);
    }
    for (tables, field) in [(one, "tables_lacking_one"), (two, "tables_lacking_two")] {
        if tables > TABLES_MAX {
            return refuse(Reason::VALUE_UNKNOWN, field, format!("{tables} tables, {TABLES_MAX} are allowed"));
        }
    }
    let waiting: Result<_, Refusal> = waiting.into_iter().enumerate().map(|(index, it)| player(index, it)).collect();
    let place = Place { name, minute, tables_lacking: [one, two], waiting: waiting? };
    if place.waiting.len() as u64 > place.players() {
        let message = format!("{} wait at tables with {} players", place.waiting.len(), place.players());
        return refuse(Reason::FIELD_CONFLICT, "waiting", message);
    }
    Ok(place)
}

fn player(index: usize, player: WaitingPlayer) -> Result<Waiting, Refusal> {
    let WaitingPlayer { waited_s, level } = player;
    if level.is_empty() {
        return Ok(Waiting { waited_s, level: None });
    }
    match Skill::ALL.into_iter().find(|skill| skill.name() == level) {
        Some(skill) => Ok(Waiting { waited_s, level: Some(skill) }),
        None => {
            let names = Skill::ALL.map(Skill::name).join(", ");
            let refusal = Refusal::new(Reason::VALUE_UNKNOWN, format!("{level:.60?} is no level; there are {names}"));
            Err(refusal.at(format!("waiting[{index}].level")))
        }
    }
}
