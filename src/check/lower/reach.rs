//! What expressions depend on: variables that can be named, who acts, and what else there is in play.

use crate::ir::{BagExpr, Node, Operand, Program, SetExpr};

/// How many variables of one expression are told apart.
const MAX_LEAVES: usize = 100;

/// A variable that an expression reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// A temporary that is given its value elsewhere.
    Tmp(u32),
    /// A slot of the position.
    Slot(u32),
    /// A throw, by its first slot.
    Throw(u32),
}

/// What an expression depends on.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// These variables.
    pub leaves: Vec<Leaf>,
    /// Who acts.
    pub me: bool,
    /// Anything else that changes in play.
    pub play: bool,
}

impl Reach {
    fn variable(leaf: Leaf) -> Self {
        Self {
            leaves: vec![leaf],
            ..Self::default()
        }
    }

    /// Whether it is known before play, for each seat.
    pub fn constant(&self) -> bool {
        self.leaves.is_empty() && !self.play
    }

    fn add(&mut self, other: &Self) {
        self.me |= other.me;
        self.play |= other.play;
        for leaf in &other.leaves {
            if !self.leaves.contains(leaf) {
                self.leaves.push(*leaf);
            }
        }
        if self.leaves.len() > MAX_LEAVES {
            self.play = true;
        }
        if self.play {
            self.leaves.clear();
        }
    }

    fn bound(mut self, tmp: Option<u32>) -> Self {
        if let Some(tmp) = tmp {
            self.leaves.retain(|leaf| *leaf != Leaf::Tmp(tmp));
        }
        self
    }
}

/// What each expression of a program depends on, noted as it is made.
#[derive(Debug, Default)]
pub(super) struct Reaches {
    pub nodes: Vec<Reach>,
    pub sets: Vec<Reach>,
    pub bags: Vec<Reach>,
}

impl Reaches {
    fn of_operands(&self, mut all: Reach, operands: Vec<Operand>) -> Reach {
        for operand in operands {
            all.add(match operand {
                Operand::Node(id) => &self.nodes[id as usize],
                Operand::Set(id) => &self.sets[id as usize],
                Operand::Bag(id) => &self.bags[id as usize],
            });
        }
        all
    }

    pub fn of_node(&self, node: &Node) -> Reach {
        let own = match node {
            Node::Tmp(t) => return Reach::variable(Leaf::Tmp(*t)),
            Node::Slot(s) => return Reach::variable(Leaf::Slot(*s)),
            Node::As { player, body } => {
                // Another's numbers depend on who that is, not on `me`.
                let mut all = self.nodes[*body as usize].clone();
                all.me = false;
                all.add(&self.nodes[*player as usize]);
                return all;
            }
            Node::Me
            | Node::BySeat { .. }
            | Node::SeatTable { .. }
            | Node::Ahead { .. }
            | Node::Place { .. }
            | Node::Left { .. }
            | Node::SpaceAt { .. } => Reach {
                me: true,
                ..Reach::default()
            },
            Node::Indexed { .. }
            | Node::Pieces { .. }
            | Node::PiecesIn { .. }
            | Node::AllMineIn(_)
            | Node::Next { .. }
            | Node::InPlay(_)
            | Node::Possible { .. } => Reach {
                play: true,
                ..Reach::default()
            },
            _ => Reach::default(),
        };
        self.of_operands(own, node.operands()).bound(node.binds())
    }

    pub fn of_set(&self, program: &Program, set: &SetExpr) -> Reach {
        let own = match set {
            SetExpr::Fixed(f) => Reach {
                me: program.fixed[*f as usize].windows(2).any(|w| w[0] != w[1]),
                ..Reach::default()
            },
            SetExpr::Between { .. } => Reach {
                me: true,
                ..Reach::default()
            },
            SetExpr::SeatsFrom(_) => Reach {
                play: true,
                ..Reach::default()
            },
            _ => Reach::default(),
        };
        self.of_operands(own, set.operands()).bound(set.binds())
    }

    pub fn of_bag(&self, bag: &BagExpr) -> Reach {
        match bag {
            // A throw of somebody's is known with the throws of all.
            BagExpr::Throw { base, .. } => Reach::variable(Leaf::Throw(*base)),
            BagExpr::Var { .. } | BagExpr::List { .. } => Reach {
                play: true,
                ..Reach::default()
            },
            _ => self.of_operands(Reach::default(), bag.operands()),
        }
    }
}
