//! Labels as CSV.

use crate::label::Labels;
use crate::records::Records;
use crate::row::Row;
use crate::value::Value;

/// Writes a header and these rows, the first of which is number `first` of the data set, as CSV.
///
/// # Panics
///
/// If there are not as many labels as rows.
pub fn write_table(
    table: &mut Vec<u8>,
    first: usize,
    rows: &[Row],
    labels: &[Labels],
    values: &[Value],
) {
    assert_eq!(rows.len(), labels.len(), "each row has its labels");
    let mut writer = csv::Writer::from_writer(table);
    let names = values.iter().map(|value| value.name());
    let header = ["row", "position", "error"].into_iter().chain(names);
    writer.write_record(header).expect("memory takes all");
    for (number, (row, labels)) in (first..).zip(rows.iter().zip(labels)) {
        let text = row.text.clone().unwrap_or_default();
        let error = labels.error().unwrap_or_default().to_owned();
        let cells = values.iter().map(|&value| labels.cell(value).to_string());
        let record = [number.to_string(), text, error].into_iter().chain(cells);
        writer.write_record(record).expect("memory takes all");
    }
    writer.flush().expect("memory takes all");
}

/// The header of a table and the rest of it, if that has exactly `n_rows` rows, numbered from `first` on.
///
/// # Errors
///
/// Otherwise; the text says what is wrong.
pub fn shard_body(table: &[u8], first: usize, n_rows: usize) -> Result<(&[u8], &[u8]), String> {
    let (mut records, mut record) = (Records::of_table(table), Vec::new());
    let mut read = |record: &mut Vec<u8>| {
        records.read(record).expect("memory can be read");
    };
    read(&mut record);
    let header = record.len();
    for number in first..first + n_rows {
        read(&mut record);
        let is_whole = record.ends_with(b"\n");
        if !is_whole || !record.starts_with(format!("{number},").as_bytes()) {
            return Err(format!("it does not have row {number}"));
        }
    }
    read(&mut record);
    if !record.is_empty() {
        return Err(format!("it has rows behind row {}", first + n_rows - 1));
    }
    Ok(table.split_at(header))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;

    use foursight::notation::Expected;

    use super::*;
    use crate::label::{Settings, label};

    /// Quotes take more bytes than what is in them.
    #[test]
    fn what_was_written_is_read() {
        let texts = [format!("{}\n4", "\"".repeat(10_000)), "44".to_owned()];
        let rows = texts.map(|text| Row::of_text(&text, Expected::Any));
        let settings = Settings::new(vec![Value::Score], NonZeroUsize::MIN);
        let labels = label(&rows, &settings, &AtomicBool::new(false), |_| {}).unwrap().unwrap();
        let mut table = Vec::new();
        write_table(&mut table, 7, &rows, &labels, &settings.values);
        assert!(shard_body(&table, 7, 2).is_ok());
    }

    #[test]
    fn a_shard_has_its_rows() {
        let table = b"row,position\n7,44\n8,\"4\n5\"\n";
        let (header, body) = shard_body(table, 7, 2).unwrap();
        assert_eq!((header, body), (&b"row,position\n"[..], &b"7,44\n8,\"4\n5\"\n"[..]));
        assert_eq!(shard_body(table, 6, 2).unwrap_err(), "it does not have row 6");
        assert_eq!(shard_body(table, 7, 3).unwrap_err(), "it does not have row 9");
        assert_eq!(shard_body(table, 7, 1).unwrap_err(), "it has rows behind row 7");
        assert_eq!(shard_body(&table[..22], 7, 2).unwrap_err(), "it does not have row 8");
    }
}
