//! The place in the game: phase, seats, rounds, what is owed, what held.

use super::super::{Damage, words};
use super::fields;
use super::json::{Object, array, escape, known, object, string, whole};
use super::read::Reader;
use crate::check::closest;
use crate::ir::{EXTRA_CAP, OWED_CAP, control};
use serde_json::Value;

/// What may be said only once the first turn has begun.
const PLAYED: [&str; 10] = [
    "single",
    "singles",
    "rounds",
    "by",
    "turn_of",
    "passed_to",
    "owed",
    "gone",
    "held",
    "dice",
];

impl Reader<'_> {
    pub(super) fn place(&self, at: Option<&Object>, top: &Object, slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        let empty = Object::new();
        let at = at.unwrap_or(&empty);
        if at.get("phase").is_some_and(|p| p == "over") {
            return Err(
                Damage::new("/at/phase", "the game is over here").help("a position is one in which the game goes on")
            );
        }
        let keys = [&["phase"][..], &PLAYED, &["games", "throws", "choices", "calls"]].concat();
        known(at, "/at", &keys)?;
        let int =
            |key: &str, range: (i32, i32)| at.get(key).map(|v| whole(v, &format!("/at/{key}"), range)).transpose();
        let seat = |v: &Value, pointer: &str| self.seat(v, pointer);
        if let Some(games) = int("games", (0, i32::MAX - 1))? {
            slots[control::GAMES] = games;
        }
        let start = at.get("phase").is_some_and(|p| p == "start");
        if start {
            slots[control::PHASE] = -1;
            for key in PLAYED {
                if at.contains_key(key) {
                    return Err(Damage::new(
                        format!("/at/{key}"),
                        format!("`{key}` has no place before the first turn"),
                    ));
                }
            }
            if let Some(mover) = top.get("to_move").filter(|m| !m.is_null()) {
                slots[control::MOVER] = seat(mover, "/to_move")?;
            }
            return Ok(());
        }
        let mover = match top.get("to_move") {
            Some(mover) if !(program.idle.is_some() && mover.is_null()) => seat(mover, "/to_move")?,
            _ if program.idle.is_some() => program.initial[control::MOVER],
            _ => {
                return Err(Damage::new("", "`to_move` is missing")
                    .help(format!("write \"to_move\": SEAT, one of {}", self.seats())));
            }
        };
        for slot in fields::SEATS {
            slots[slot] = mover;
        }
        slots[control::PHASE] = 0;
        if let Some(phase) = at.get("phase") {
            let name = string(phase, "/at/phase")?;
            let single = at.get("single").is_some_and(|s| *s == Value::Bool(true));
            slots[control::PHASE] = fields::phase_index(program, name, single).ok_or_else(|| {
                let names = program.turn.iter().map(|p| program.phases[*p as usize].name.as_str());
                let near = closest(name, names.clone().chain(["start"]));
                let all: Vec<String> = names.map(|n| format!("`{n}`")).collect();
                Damage::new("/at/phase", format!("the turn has no phase `{name}`")).help(near.map_or_else(
                    || format!("expected {} or `start`", all.join(", ")),
                    |n| format!("did you mean `{n}`?"),
                ))
            })?;
        }
        slots[control::ROUNDS] = int("rounds", (0, i32::MAX - 1))?.unwrap_or(fields::usual_rounds(program));
        slots[control::EXTRA] = int("singles", (0, EXTRA_CAP))?.unwrap_or(0);
        for (key, slot) in [
            ("by", control::ME),
            ("turn_of", control::TURN),
            ("passed_to", control::PASSED),
        ] {
            if let Some(value) = at.get(key) {
                slots[slot] = seat(value, &format!("/at/{key}"))?;
            }
        }
        if let Some(owed) = at.get("owed") {
            self.owed(array(owed, "/at/owed")?, slots)?;
        }
        if let Some(gone) = at.get("gone") {
            for (i, value) in array(gone, "/at/gone")?.iter().enumerate() {
                let seat = seat(value, &format!("/at/gone/{i}"))?;
                slots[program.layout.in_play as usize + usize::try_from(seat).unwrap_or(0)] = 0;
            }
        }
        if let Some(dice) = at.get("dice") {
            for (i, value) in array(dice, "/at/dice")?.iter().enumerate() {
                let pointer = format!("/at/dice/{i}");
                let (group, faces) = self.throw(value, &pointer)?;
                let dice = &program.dice[group];
                let n = fields::faces(program, group);
                if faces.len() != n || !faces.iter().all(|f| dice.faces.iter().any(|(g, _)| g == f)) {
                    return Err(Damage::new(pointer, "these dice do not fall so")
                        .help(format!("expected {}", words::throw_shape(program, dice))));
                }
                slots[dice.base as usize..][..n].copy_from_slice(&faces);
            }
        }
        Ok(())
    }

    fn owed(&self, list: &[Value], slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        if list.len() > OWED_CAP {
            return Err(Damage::new(
                "/at/owed",
                format!("at most {OWED_CAP} rounds or phases can be owed"),
            ));
        }
        for (i, value) in list.iter().enumerate() {
            let pointer = format!("/at/owed/{i}");
            let entry = object(value, &pointer, "what is owed")?;
            known(entry, &pointer, &["by", "phase"])?;
            let by = entry
                .get("by")
                .ok_or_else(|| Damage::new(&*pointer, "`by` is missing").help("say whose it is: {\"by\": SEAT}"))?;
            let phase = match entry.get("phase") {
                None => -1,
                Some(name) => {
                    let name = string(name, &format!("{pointer}/phase"))?;
                    let at = program.phases.iter().position(|p| p.name == name);
                    at.and_then(|p| i32::try_from(p).ok())
                        .ok_or_else(|| Damage::new(format!("{pointer}/phase"), format!("there is no phase `{name}`")))?
                }
            };
            let base = program.layout.owed as usize + 2 * i;
            slots[base] = phase;
            slots[base + 1] = self.seat(by, &format!("{pointer}/by"))?;
            slots[control::OWED] += 1;
        }
        Ok(())
    }

    /// Which watched conditions held when they were last looked at: as said, else as they are now.
    pub(super) fn held(&self, at: Option<&Object>, slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        if slots[control::PHASE] < 0 {
            return Ok(());
        }
        let mut held: Vec<(&str, Vec<i32>)> = fields::holds_now(self.game, slots);
        if let Some(said) = at.and_then(|at| at.get("held")) {
            held.iter_mut().for_each(|(_, seats)| seats.clear());
            for (name, seats) in object(said, "/at/held", "conditions with seats")? {
                let pointer = format!("/at/held/{}", escape(name));
                let known = held
                    .iter_mut()
                    .find(|(n, _)| n == name)
                    .ok_or_else(|| Damage::new(&*pointer, format!("no condition `{name}` is watched")))?;
                for (i, seat) in array(seats, &pointer)?.iter().enumerate() {
                    known.1.push(self.seat(seat, &format!("{pointer}/{i}"))?);
                }
            }
        }
        for ((_, seats), (_, base)) in held.iter().zip(fields::watches(program)) {
            slots[base..base + program.seats.len()].fill(0);
            for seat in seats {
                slots[base + usize::try_from(*seat).unwrap_or(0)] = 1;
            }
        }
        Ok(())
    }
}
