//! The values of variables.

use super::super::{Damage, words};
use super::json::{elements, escape, object, whole};
use super::read::Reader;
use crate::check::closest;
use crate::ir::{Index, Meaning, NONE, Shape, Var};
use serde_json::Value;

impl Reader<'_> {
    pub(super) fn variable(&self, name: &str, value: &Value, slots: &mut [i32]) -> Result<(), Damage> {
        let program = self.game.program();
        let pointer = format!("/vars/{}", escape(name));
        let known = || {
            let vars = program.vars.iter().enumerate();
            vars.filter(|(i, _)| !program.is_account(*i)).map(|(_, v)| v)
        };
        let Some(var) = known().find(|v| v.name == name) else {
            let near = closest(name, known().map(|v| v.name.as_str()));
            return Err(Damage::new(pointer, format!("this game has no variable `{name}`"))
                .maybe_help(near.map(|n| format!("did you mean `{n}`?"))));
        };
        let base = var.base as usize;
        self.entries(
            var,
            &var.index,
            value,
            &pointer,
            &mut slots[base..base + var.slots() as usize],
        )
    }

    /// The values of a variable by what it is indexed by, one object within another for each index.
    fn entries(
        &self,
        var: &Var,
        indices: &[Index],
        value: &Value,
        pointer: &str,
        slots: &mut [i32],
    ) -> Result<(), Damage> {
        let Some((index, deeper)) = indices.split_first() else {
            return self.assign(var, value, pointer, slots);
        };
        let width = slots.len() / index.len as usize;
        for (key, value) in object(value, pointer, "values by what they are indexed by")? {
            let pointer = format!("{pointer}/{}", escape(key));
            let at = words::named(self.game.program(), key, &index.meaning).map_err(|d| d.at(&*pointer))?;
            let at = usize::try_from(at)
                .ok()
                .filter(|at| *at < index.len as usize)
                .ok_or_else(|| Damage::new(&*pointer, format!("`{}` has no entry `{key}`", var.name)))?;
            self.entries(var, deeper, value, &pointer, &mut slots[at * width..][..width])?;
        }
        Ok(())
    }

    fn assign(&self, var: &Var, value: &Value, pointer: &str, slots: &mut [i32]) -> Result<(), Damage> {
        match var.shape {
            Shape::Scalar => slots[0] = self.single(var, value, pointer)?,
            Shape::Bag { cap, .. } => {
                slots.fill(0);
                for (i, element) in elements(value, pointer, cap)?.iter().enumerate() {
                    let v = self.single(var, element, &format!("{pointer}/{i}"))?;
                    slots[usize::try_from(v - var.range.0).unwrap_or(0)] += 1;
                }
            }
            Shape::List { cap } => {
                slots.fill(0);
                for (i, element) in elements(value, pointer, cap)?.iter().enumerate() {
                    slots[i + 1] = self.single(var, element, &format!("{pointer}/{i}"))?;
                    slots[0] += 1;
                }
            }
        }
        Ok(())
    }

    fn single(&self, var: &Var, value: &Value, pointer: &str) -> Result<i32, Damage> {
        if value.is_null() {
            return if var.or_none && var.shape == Shape::Scalar {
                Ok(NONE)
            } else {
                Err(Damage::new(pointer, format!("`{}` cannot be `null`", var.name)))
            };
        }
        let v = match (&var.meaning, value) {
            (Meaning::Number, _) => return whole(value, pointer, var.range),
            (Meaning::Truth, Value::Bool(b)) => return Ok(i32::from(*b)),
            (meaning, Value::String(name)) if *meaning != Meaning::Truth => {
                words::named(self.game.program(), name, meaning).map_err(|d| d.at(pointer))?
            }
            (meaning, _) => {
                return Err(Damage::new(
                    pointer,
                    format!("expected {}, not `{value}`", words::kind(meaning)),
                ));
            }
        };
        if (var.range.0..=var.range.1).contains(&v) {
            Ok(v)
        } else {
            Err(Damage::new(pointer, format!("`{}` cannot be {value}", var.name)))
        }
    }
}
