//! Places on a route, as the actor goes along it.

use super::Eval;
use crate::ir::{NONE, Route};

impl<'a> Eval<'a> {
    fn route(&self, route: i32) -> Option<&'a Route> {
        if self.me < 0 {
            return None;
        }
        self.program.routes.get(usize::try_from(route).ok()?)
    }

    #[inline]
    pub(super) fn place(&self, route: i32, space: i32) -> i32 {
        if space < 0 {
            return NONE;
        }
        self.route(route)
            .and_then(|r| r.places.get(self.me as usize)?.get(space as usize).copied())
            .unwrap_or(NONE)
    }

    /// Steps to the end of a route.
    pub(super) fn left(&self, route: i32, space: i32) -> i32 {
        let place = self.place(route, space);
        if place == NONE {
            NONE
        } else {
            self.program.routes[route as usize].spaces[self.me as usize].len() as i32 - 1 - place
        }
    }

    pub(super) fn space_at(&self, route: i32, place: i32) -> i32 {
        let find = || {
            let route = self.route(route)?;
            let spaces = route.spaces.get(self.me as usize)?;
            if spaces.is_empty() {
                return None;
            }
            let place = if route.around {
                place.rem_euclid(spaces.len() as i32)
            } else {
                place
            };
            spaces.get(usize::try_from(place).ok()?).copied()
        };
        find().unwrap_or(NONE)
    }

    #[inline]
    pub(super) fn ahead(&self, route: i32, space: i32, steps: i32) -> i32 {
        let place = self.place(route, space);
        if place == NONE || steps == NONE {
            return NONE;
        }
        self.space_at(route, place.saturating_add(steps))
    }

    /// The spaces strictly between two of a route, in its order: on a route that goes round, up to its end and on from its
    /// beginning.
    pub(super) fn between(&self, route: i32, from: i32, to: i32) -> impl Iterator<Item = i32> + use<'a> {
        let (a, b) = (self.place(route, from), self.place(route, to));
        let route = self.route(route);
        let spaces = route.and_then(|r| r.spaces.get(self.me as usize));
        let (first, second): (&'a [i32], &'a [i32]) = match (route, spaces) {
            (Some(route), Some(spaces)) if a != NONE && b != NONE => {
                if route.around && a > b {
                    (&spaces[a as usize + 1..], &spaces[..b as usize])
                } else {
                    let run = spaces.get(a.min(b) as usize + 1..a.max(b) as usize);
                    (run.unwrap_or_default(), &[])
                }
            }
            _ => (&[], &[]),
        };
        first.iter().chain(second).copied()
    }
}
