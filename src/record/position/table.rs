//! What lies on the table: pieces and money.

use super::super::{Damage, words};
use super::json::{Object, escape, object, whole};
use super::read::Reader;
use crate::check::closest;
use serde_json::Value;

impl Reader<'_> {
    pub(super) fn pieces(&self, pieces: &Object, slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        let first = program.layout.pieces as usize;
        let all = program.seats.len() * program.sorts.len() * program.spaces.len();
        let of_kind = |slots: &[i32], owner: usize, kind: usize| -> i64 {
            let sorts = program.sorts_of(kind);
            let from = program.piece_slot(owner, sorts.start, 0);
            let there = &slots[from..from + sorts.len() * program.spaces.len()];
            there.iter().map(|n| i64::from(*n)).sum()
        };
        let totals: Vec<Vec<i64>> = (0..program.seats.len())
            .map(|owner| {
                (0..program.kinds.len())
                    .map(|kind| of_kind(slots, owner, kind))
                    .collect()
            })
            .collect();
        slots[first..first + all].fill(0);
        for (seat, spaces) in pieces {
            let pointer = format!("/pieces/{}", escape(seat));
            let owner = self.seat_named(seat, &pointer)?;
            for (name, number) in object(spaces, &pointer, "spaces with numbers of pieces")? {
                let pointer = || format!("{pointer}/{}", escape(name));
                let Some(space) = self.spaces.find(owner, name) else {
                    let near = closest(name, self.spaces.names(owner));
                    return Err(Damage::new(pointer(), format!("the board has no space `{name}`")).help(
                        near.map_or_else(
                            || {
                                let some: Vec<&str> = self.spaces.names(owner).take(3).collect();
                                format!("spaces are called so: `{}`, …", some.join("`, `"))
                            },
                            |n| format!("did you mean `{n}`?"),
                        ),
                    ));
                };
                let mut put = |sort: usize, number: &Value, pointer: &str| {
                    let most = totals[owner][program.sorts[sort].kind as usize];
                    let most = i32::try_from(most).unwrap_or(i32::MAX);
                    // `KIND` and `KIND+MARK` may name the same pieces: none is lost.
                    slots[program.piece_slot(owner, sort, space)] += whole(number, pointer, (0, most))?;
                    Ok::<(), Damage>(())
                };
                match number {
                    Value::Object(kinds) => {
                        for (kind, number) in kinds {
                            let pointer = format!("{}/{}", pointer(), escape(kind));
                            let sort = words::sort(program, kind).map_err(|d| d.at(&*pointer))?;
                            put(sort, number, &pointer)?;
                        }
                    }
                    number if program.sorts.len() == 1 => put(0, number, &pointer())?,
                    _ => {
                        let what = if program.kinds.len() == 1 { "marks" } else { "kinds" };
                        return Err(Damage::new(pointer(), format!("there are several {what} of piece"))
                            .help(format!("write {{\"{}\": NUMBER}}", program.sorts[0].name)));
                    }
                }
            }
        }
        for (owner, seat) in program.seats.iter().enumerate() {
            for (kind, info) in program.kinds.iter().enumerate() {
                let (is, total) = (of_kind(slots, owner, kind), totals[owner][kind]);
                if is != total {
                    return Err(Damage::new(
                        format!("/pieces/{}", escape(&seat.name)),
                        format!("`{}` has {is} pieces (`{}`), expected {total}", seat.name, info.name),
                    )
                    .help("every piece stands somewhere: count those off the track too"));
                }
            }
        }
        Ok(())
    }

    /// What lies where; what is not said lies there as at first, and all must come to what there is.
    pub(super) fn money(&self, money: &Object, slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        let Some(info) = &program.money else {
            return Err(Damage::new("/money", "this game has no money").help("leave `money` out"));
        };
        let accounts = || info.accounts.iter().map(|a| &program.vars[a.var as usize]);
        for (name, value) in money {
            let pointer = format!("/money/{}", escape(name));
            let Some(var) = accounts().find(|v| v.name == *name) else {
                let near = closest(name, accounts().map(|v| v.name.as_str()));
                return Err(Damage::new(pointer, format!("there is no account `{name}`"))
                    .maybe_help(near.map(|n| format!("did you mean `{n}`?"))));
            };
            let base = var.base as usize;
            if var.index.is_empty() {
                slots[base] = whole(value, &pointer, var.range)?;
                continue;
            }
            for (seat, value) in object(value, &pointer, "players with what they have")? {
                let pointer = format!("{pointer}/{}", escape(seat));
                let owner = self.seat_named(seat, &pointer)?;
                slots[base + owner] = whole(value, &pointer, var.range)?;
            }
        }
        if let Some((var, at, held)) = program.overdrawn(slots) {
            let pointer = format!("/money/{}", escape(&var.name));
            let pointer = match program.seats.get(at).filter(|_| !var.index.is_empty()) {
                Some(seat) => format!("{pointer}/{}", escape(&seat.name)),
                None => pointer,
            };
            return Err(Damage::new(pointer, format!("`{held}` is less than nothing"))
                .help("only the bank, and what the rules say `may owe`, can go below 0"));
        }
        let (is, expected) = (program.money_in(slots), program.money_in(&program.initial));
        if is != expected {
            return Err(
                Damage::new("/money", format!("there is {is} in all, expected {expected}"))
                    .help("money only moves: what one account has less, another has more"),
            );
        }
        Ok(())
    }
}
