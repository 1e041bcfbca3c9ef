//! Exact fractions.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms; the denominator is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    over: i128,
    under: i128,
}

impl Ratio {
    /// A fraction; nothing when the denominator is zero or a number is too large.
    #[must_use]
    pub fn new(over: i128, under: i128) -> Option<Self> {
        let (over, under) = if under < 0 {
            (over.checked_neg()?, under.checked_neg()?)
        } else {
            (over, under)
        };
        if under == 0 {
            return None;
        }
        let common = divisor(over.unsigned_abs(), under.unsigned_abs());
        let common = i128::try_from(common).ok()?.max(1);
        Some(Self {
            over: over / common,
            under: under / common,
        })
    }

    /// A whole number.
    #[must_use]
    pub fn whole(n: i32) -> Self {
        Self {
            over: n.into(),
            under: 1,
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let over = self
            .over
            .checked_mul(other.under)?
            .checked_add(other.over.checked_mul(self.under)?)?;
        Self::new(over, self.under.checked_mul(other.under)?)
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self {
            over: other.over.checked_neg()?,
            ..other
        })
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        Self::new(self.over.checked_mul(other.over)?, self.under.checked_mul(other.under)?)
    }

    /// The quotient; nothing when divided by zero.
    #[must_use]
    pub fn divided_by(self, other: Self) -> Option<Self> {
        Self::new(self.over.checked_mul(other.under)?, self.under.checked_mul(other.over)?)
    }

    /// Which is greater; nothing when that cannot be computed.
    #[must_use]
    pub fn compare(self, other: Self) -> Option<Ordering> {
        let (a, b) = (self.over.checked_mul(other.under)?, other.over.checked_mul(self.under)?);
        Some(a.cmp(&b))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.under == 1 {
            write!(f, "{}", self.over)
        } else {
            write!(f, "{}/{}", self.over, self.under)
        }
    }
}

fn divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::Ratio;
    use std::cmp::Ordering;

    #[test]
    fn fractions_are_kept_in_lowest_terms() {
        assert_eq!(Ratio::new(4, 36).unwrap().to_string(), "1/9");
        assert_eq!(Ratio::new(6, -4).unwrap().to_string(), "-3/2");
        assert_eq!(Ratio::new(0, 7).unwrap().to_string(), "0");
        assert_eq!(Ratio::new(1, 0), None);
        let (third, sixth) = (Ratio::new(1, 3).unwrap(), Ratio::new(1, 6).unwrap());
        assert_eq!(third.plus(sixth), Ratio::new(1, 2));
        assert_eq!(third.minus(sixth), Ratio::new(1, 6));
        assert_eq!(third.divided_by(sixth), Some(Ratio::whole(2)));
        assert_eq!(third.compare(sixth), Some(Ordering::Greater));
        assert_eq!(Ratio::new(i128::MAX, 1).unwrap().times(Ratio::whole(2)), None);
    }
}
