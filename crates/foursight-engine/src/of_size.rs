//! A value kept for boards of one size, such as a solver with its table.

use foursight::AnySize;

/// A value made for boards of one size, kept until another size is requested.
///
/// Memory stays bounded, whatever sizes are requested.
///
/// ```
/// use foursight::AnySize;
/// use foursight_engine::{AnySolver, OfSize, TableSize};
///
/// let mut solvers = OfSize::default();
/// let solver = solvers.get(AnySize::default(), || AnySolver::new(AnySize::default(), TableSize::default()));
/// # let _ = solver;
/// ```
#[derive(Debug)]
pub struct OfSize<T> {
    keeps_standard: bool,
    standard: Option<T>,
    last: Option<(AnySize, T)>,
}

impl<T> Default for OfSize<T> {
    fn default() -> Self {
        Self { keeps_standard: false, standard: None, last: None }
    }
}

impl<T> OfSize<T> {
    /// Keeps the standard board's value as well as that of the last other size.
    pub fn keeping_standard() -> Self {
        Self { keeps_standard: true, ..Self::default() }
    }

    /// The value kept for boards of `size`, or made now.
    pub fn get(&mut self, size: AnySize, make: impl FnOnce() -> T) -> &mut T {
        let kept: Result<&mut T, std::convert::Infallible> = self.try_get(size, || Ok(make()));
        kept.unwrap_or_else(|never| match never {})
    }

    /// The value kept for boards of `size`, or made now, if making it can fail.
    ///
    /// # Errors
    ///
    /// If `make` fails; then the value of the previous size is dropped, too.
    pub fn try_get<E>(
        &mut self,
        size: AnySize,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<&mut T, E> {
        if self.keeps_standard && size == AnySize::default() {
            let kept = self.standard.take().map_or_else(make, Ok)?;
            return Ok(self.standard.insert(kept));
        }
        // A value of another size is dropped first, so that the new value can use its memory.
        let kept = self.last.take().filter(|(known, _)| *known == size);
        let kept = kept.map_or_else(|| Ok((size, make()?)), Ok)?;
        Ok(&mut self.last.insert(kept).1)
    }

    /// All values kept.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.standard.iter_mut().chain(self.last.as_mut().map(|(_, last)| last))
    }

    /// Drops all values.
    pub fn clear(&mut self) {
        (self.standard, self.last) = (None, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks for which of these widths a new value is made.
    #[track_caller]
    fn check(mut kept: OfSize<usize>, widths: &[usize], expected: &[usize]) {
        let mut made = Vec::new();
        for &width in widths {
            let size = AnySize::new(width, 6, 4).unwrap();
            let found = *kept.get(size, || {
                made.push(width);
                width
            });
            assert_eq!(found, width);
        }
        assert_eq!(made, expected, "{widths:?}");
        kept.clear();
        assert_eq!(kept.iter_mut().count(), 0);
    }

    #[test]
    fn the_last_size_is_kept() {
        check(OfSize::default(), &[7, 7, 8, 8, 7], &[7, 8, 7]);
        check(OfSize::keeping_standard(), &[7, 8, 7, 8, 9, 8, 7], &[7, 8, 9, 8]);
    }

    #[test]
    fn what_cannot_be_made_is_not_kept() {
        let mut kept = OfSize::keeping_standard();
        let size = AnySize::default();
        assert_eq!(kept.try_get(size, || Err("no memory")), Err("no memory"));
        assert_eq!(kept.try_get(size, || Ok::<_, ()>(1)), Ok(&mut 1));
    }
}
