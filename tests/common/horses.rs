//! How horses may be laid, moved and flown out in 打马: written from the texts alone, and sharing nothing with the rule file.
//!
//! It follows the readings that are preferred where the texts differ. Comments name the clauses.

use std::collections::BTreeSet;

/// Squares that enemies' horses close: eight nests, not the first, not 飞龙院 and not the last (wiki-dama.bofa.26, 27).
const NESTS: [usize; 8] = [10, 19, 28, 37, 46, 55, 64, 73];
const FIRST: usize = 1;
const PASS: usize = 46;
const GATE: usize = 82;
const DITCH: usize = 90;
const END: usize = 91;
const TEAM: i32 = 20;

/// Three faces, the greatest first.
pub type Faces = [i32; 3];

/// What a player has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Horses in hand (0) and on each square.
    pub horses: [i32; 92],
    /// His own throw.
    pub own: Option<Faces>,
    /// Ten of his have passed 函谷关.
    pub freed: bool,
    /// His whole team was struck, and he has laid none since.
    pub beaten: bool,
    /// How many horses he laid together, the batch that flies next.
    pub batch: i32,
    /// Whether he still plays.
    pub plays: bool,
}

/// A throw, and what came before it.
#[derive(Clone, Copy, Debug)]
pub struct Thrown {
    /// What it shows.
    pub faces: Faces,
    /// Who threw it.
    pub by: usize,
    /// The throw before and whose it was.
    pub before: Option<(Faces, usize)>,
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// Lays so many on a square.
    Lay(i32, usize),
    /// Moves a stack towards the end.
    Forward(usize, usize),
    /// Moves a stack back.
    Back(usize, usize),
    /// Flies so many out of the ditch.
    Fly(i32),
    /// Gives up after the loss of a whole team.
    Leave,
}

/// A throw's number: the sum of its dice (wiki-dama.bocai.3).
pub fn number(faces: Faces) -> i32 {
    faces.iter().sum()
}

fn alike(faces: Faces) -> bool {
    faces[0] == faces[2]
}

/// A throw of fine: 小浮图, 小娘子 (wiki-dama.bocai.11, 12).
pub fn fine(faces: Faces) -> bool {
    matches!(faces, [3, 2, 1] | [2, 1, 1])
}

/// A throw of prize: three alike, 黑十七, 马军, 靴楦, 银十, 撮十 (wiki-dama.bocai.8 to 10).
fn prize(faces: Faces) -> bool {
    alike(faces) || matches!(faces, [6, 6, 5] | [6, 5, 4] | [6, 3, 2] | [5, 4, 1] | [6, 3, 1])
}

/// A plain throw: neither of prize nor of fine (wiki-dama.bocai.2).
pub fn plain(faces: Faces) -> bool {
    !prize(faces) && !fine(faces)
}

/// The die that a pair encloses; of three alike any (twys-dama.rujia.3, 4).
fn enclosed(faces: Faces) -> Option<i32> {
    match faces {
        [a, b, c] if a == b => Some(c),
        [a, b, c] if b == c => Some(a),
        _ => None,
    }
}

/// The table as the player to act sees it.
pub struct Table<'a> {
    /// All players.
    pub players: &'a [Player],
    /// Who acts.
    pub me: usize,
    /// By what throw.
    pub thrown: Thrown,
}

impl Table<'_> {
    fn mine(&self) -> &Player {
        &self.players[self.me]
    }

    fn self_thrown(&self) -> bool {
        self.thrown.by == self.me
    }

    /// The throw is the acting player's own (twys-dama.bencai.3).
    fn own(&self) -> bool {
        self.mine().own == Some(self.thrown.faces)
    }

    /// It has his own throw's number, and other faces.
    fn like(&self) -> bool {
        !self.own() && self.mine().own.is_some_and(|f| number(f) == number(self.thrown.faces))
    }

    /// The one before him threw a fine.
    fn after_fine(&self) -> bool {
        fine(self.thrown.faces) && next(self.players, self.thrown.by) == self.me && !self.self_thrown()
    }

    /// The one after repeats his throw, or its number (wiki-dama.bofa.8).
    fn clashed(&self) -> Option<Faces> {
        clash(self.players, &self.thrown)
            .filter(|(_, p)| *p == self.me)
            .map(|(f, _)| f)
    }

    /// How many horses the throw lays.
    fn lays(&self) -> i32 {
        let faces = self.thrown.faces;
        if !self.self_thrown() {
            // twys-dama.xiama.13, 15 to 17; wiki-dama.bofa.13.
            return match self.clashed() {
                Some(before) => 2 + i32::from(before == faces),
                None if self.own() => 3,
                None => 2,
            };
        }
        // twys-dama.xiama.3 to 14, 18; wiki-dama.bofa.10, 11.
        let more = 2 * i32::from(self.like());
        match faces {
            [4, 4, 4] => 8 + more,
            [6, 6, 6] => 6 + more,
            [5, 5, 5] => 5 + more,
            [a, _, c] if a == c => 4 + more,
            _ if prize(faces) => 2 + more,
            _ if self.own() => 3,
            _ if self.like() => 2,
            _ => 1,
        }
    }

    /// The throw moves horses on from 飞龙院 (damatu.xingma.14, twys-dama.xingma.15): three alike of one's own, the own
    /// throw, whoever throws it, or a fine before one.
    fn opens_gate(&self) -> bool {
        self.own() || self.after_fine() || (self.self_thrown() && alike(self.thrown.faces))
    }

    /// The throw lifts horses out of the ditch (damatu.luoqian.4).
    fn opens_ditch(&self) -> bool {
        let thrown = self.self_thrown() && prize(self.thrown.faces);
        thrown || self.own() || self.like() || self.after_fine() || self.clashed().is_some()
    }

    fn enemies(&self, at: usize) -> impl Iterator<Item = (usize, i32)> + '_ {
        let others = self.players.iter().enumerate().filter(|(p, _)| *p != self.me);
        others
            .map(move |(p, player)| (p, player.horses[at]))
            .filter(|(_, n)| *n > 0)
    }

    /// Horses that come to a square: none where they may not, otherwise the sets of players whom they may strike. The more
    /// strike the fewer; as many may be struck (damatu.dama.1, 2). Nests and the ditch know no striking (damatu.xingma.2
    /// as emended, damatu.luoqian.2); eight nests let no enemy in (wiki-dama.bofa.27).
    fn coming(&self, at: usize, horses: i32) -> Vec<BTreeSet<usize>> {
        if NESTS.contains(&at) {
            return if self.enemies(at).next().is_none() {
                vec![BTreeSet::new()]
            } else {
                vec![]
            };
        }
        if [FIRST, GATE, DITCH, END].contains(&at) {
            return vec![BTreeSet::new()];
        }
        // One's own that stand there are one with those that come (wiki-dama.bofa.22).
        let horses = horses + self.mine().horses[at];
        if self.enemies(at).any(|(_, n)| n > horses) {
            return vec![];
        }
        let fewer: BTreeSet<usize> = self.enemies(at).filter(|(_, n)| *n < horses).map(|(p, _)| p).collect();
        let all: BTreeSet<usize> = self.enemies(at).map(|(p, _)| p).collect();
        if fewer == all { vec![all] } else { vec![fewer, all] }
    }

    /// Nothing between two squares stops the horses: no nest that enemies hold (wiki-dama.bofa.27); once they have come to
    /// 函谷关, no more enemies, forward or back (damatu.xingma.9). In 飞龙院 several wait side by side.
    fn open_road(&self, from: usize, to: usize, horses: i32) -> bool {
        (from.min(to) + 1..from.max(to)).all(|at| {
            let held = NESTS.contains(&at) && self.enemies(at).next().is_some();
            let more = from.max(at) >= PASS && at != GATE && self.enemies(at).any(|(_, n)| n > horses);
            !held && !more
        })
    }

    /// How many squares the throw moves horses. Behind the gate, five squares before the ditch, only enclosed throws move
    /// them, by the die that is enclosed (wiki-dama.boju.4, twys-dama.rujia.2, 3).
    fn squares(&self, from: usize) -> Option<usize> {
        let steps = if (DITCH - 5..DITCH).contains(&from) {
            enclosed(self.thrown.faces)?
        } else {
            number(self.thrown.faces)
        };
        Some(usize::try_from(steps).expect("a number of squares"))
    }

    fn forward(&self, from: usize, out: &mut BTreeSet<(Move, BTreeSet<usize>)>) {
        let horses = self.mine().horses[from];
        let Some(squares) = self.squares(from) else { return };
        // The end may be overrun, which is the coarse full (damatu.daopen.4).
        let to = END.min(from + squares);
        let through = |at| from <= at && to > at;
        // Ten pass 函谷关, and then the rest (damatu.xingma.7, 8); the whole team passes 飞龙院, with a throw that opens it.
        if through(PASS) && horses < 10 && !self.mine().freed {
            return;
        }
        if through(GATE) && (horses < TEAM || !self.opens_gate()) {
            return;
        }
        if self.open_road(from, to, horses) {
            out.extend(
                self.coming(to, horses)
                    .into_iter()
                    .map(|s| (Move::Forward(from, to), s)),
            );
        }
    }

    /// Back by the whole throw, to strike, to stack or to come to a nest (damatu.daoxing.1 as emended). No account excepts
    /// the gates; in 飞龙院 a plain throw moves nothing (twys-dama.xingma.14), unless it opens it.
    fn back(&self, from: usize, out: &mut BTreeSet<(Move, BTreeSet<usize>)>) {
        let horses = self.mine().horses[from];
        let to = self.squares(from).and_then(|squares| from.checked_sub(squares));
        let Some(to) = to.filter(|to| *to >= FIRST && self.open_road(from, *to, horses)) else {
            return;
        };
        if from == GATE && plain(self.thrown.faces) && !self.opens_gate() {
            return;
        }
        let nest = [FIRST, GATE].contains(&to) || NESTS.contains(&to);
        let purpose = nest || self.mine().horses[to] > 0;
        for struck in self.coming(to, horses) {
            if purpose || !struck.is_empty() {
                out.insert((Move::Back(from, to), struck));
            }
        }
    }

    /// All that the player may do, with the players whom it strikes.
    pub fn moves(&self) -> BTreeSet<(Move, BTreeSet<usize>)> {
        let mut out = BTreeSet::new();
        let me = self.mine();
        if me.horses[0] > 0 {
            // All are laid before any moves (wiki-dama.xingma.1), on the square of the throw's number (wiki-dama.xiama.1).
            let laid = self.lays().min(me.horses[0]);
            let at = usize::try_from(number(self.thrown.faces)).expect("a square");
            out.extend(self.coming(at, laid).into_iter().map(|s| (Move::Lay(laid, at), s)));
            if me.beaten {
                out.insert((Move::Leave, BTreeSet::new()));
            }
            return out;
        }
        for from in (FIRST..DITCH).filter(|at| me.horses[*at] > 0) {
            self.forward(from, &mut out);
            self.back(from, &mut out);
        }
        // In the numbers in which they were laid (damatu.luoqian.5).
        if me.horses[DITCH] > 0 && self.opens_ditch() {
            out.insert((Move::Fly(me.batch.min(me.horses[DITCH])), BTreeSet::new()));
        }
        out
    }
}

/// Who sits next to a player, of those who still play.
pub fn next(players: &[Player], after: usize) -> usize {
    let seats = (1..=players.len()).map(|n| (after + n) % players.len());
    seats.into_iter().find(|p| players[*p].plays).unwrap_or(after)
}

/// The throw before, and whose it was, where a plain throw of another repeats its number.
pub fn clash(players: &[Player], thrown: &Thrown) -> Option<(Faces, usize)> {
    thrown.before.filter(|(faces, by)| {
        *by != thrown.by && players[*by].plays && plain(thrown.faces) && number(*faces) == number(thrown.faces)
    })
}

/// Where all horses are after a move.
pub fn after(players: &[Player], me: usize, step: Move, struck: &BTreeSet<usize>) -> Vec<[i32; 92]> {
    let mut horses: Vec<[i32; 92]> = players.iter().map(|p| p.horses).collect();
    let (from, to, n) = match step {
        Move::Lay(n, at) => (0, at, n),
        Move::Forward(from, to) | Move::Back(from, to) => (from, to, horses[me][from]),
        Move::Fly(n) => (DITCH, END, n),
        Move::Leave => return horses,
    };
    for p in struck {
        horses[*p][0] += std::mem::take(&mut horses[*p][to]);
    }
    horses[me][from] -= n;
    horses[me][to] += n;
    horses
}
