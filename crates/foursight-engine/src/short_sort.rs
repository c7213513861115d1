//! Sorting a few items.

/// Sorts a short list by a key and keeps the order of equals, as [`slice::sort_by_key`] does.
///
/// The standard function takes about 8 KB of code for each type and key, most of it for long lists: a tenth of the code
/// of a WebAssembly module. This function's time grows with the square of the length.
pub(crate) fn sort_short_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        for place in (1..=end).rev() {
            if key(&items[place - 1]) <= key(&items[place]) {
                break;
            }
            items.swap(place - 1, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each list of up to six items with three keys, numbered to tell equals apart.
    #[test]
    fn lists_are_in_order_and_so_are_equals() {
        for n_items in 0..=6 {
            for code in 0..3_usize.pow(n_items) {
                let mut items: Vec<(usize, u32)> =
                    (0..n_items).map(|n| (code / 3_usize.pow(n) % 3, n)).collect();
                sort_short_by_key(&mut items, |&(key, _)| key);
                assert!(items.is_sorted(), "{items:?}");
                assert_eq!(items.len(), n_items as usize);
            }
        }
    }
}
