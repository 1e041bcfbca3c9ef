//! Places on a route, as the actor goes along it.

use super::Eval;
use crate::ir::{NONE, Route};

impl<'a> Eval<'a> {
    /// A route, and whose it is as it is gone here. Where nobody acts, only what all have alike.
    #[inline]
    fn route(&self, route: i32) -> Option<(&'a Route, usize)> {
        let route = self.program.routes.get(usize::try_from(route).ok()?)?;
        match usize::try_from(self.me) {
            Ok(me) => Some((route, me)),
            Err(_) => route.spaces.windows(2).all(|w| w[0] == w[1]).then_some((route, 0)),
        }
    }

    #[inline]
    pub(super) fn place(&self, route: i32, space: i32) -> i32 {
        if space < 0 {
            return NONE;
        }
        self.route(route)
            .and_then(|(r, me)| r.places.get(me)?.get(space as usize).copied())
            .unwrap_or(NONE)
    }

    /// Steps to the end of a route.
    pub(super) fn left(&self, route: i32, space: i32) -> i32 {
        let place = self.place(route, space);
        match self.route(route) {
            Some((route, me)) if place != NONE => route.spaces[me].len() as i32 - 1 - place,
            _ => NONE,
        }
    }

    pub(super) fn space_at(&self, route: i32, place: i32) -> i32 {
        let find = || {
            let (route, me) = self.route(route)?;
            let spaces = route.spaces.get(me)?;
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
        let own = self.route(route).and_then(|(r, me)| Some((r, r.spaces.get(me)?)));
        let (first, second): (&'a [i32], &'a [i32]) = match own {
            Some((route, spaces)) if a != NONE && b != NONE => {
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
