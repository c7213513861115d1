//! Labels as CSV.

use crate::label::Labels;
use crate::records::Records;
use crate::row::{self, Row};
use crate::value::Value;

/// The names of a data set's other columns in its labels: a name that the labels themselves use gets the prefix
/// `input_`.
pub fn other_names(names: &[String], column: &str, values: &[Value]) -> Vec<String> {
    let own =
        ["row", "position", "error"].into_iter().chain(values.iter().map(|value| value.name()));
    let mut taken: Vec<String> = own.map(str::to_owned).collect();
    let place = names.iter().position(|name| name == column);
    let others = names.iter().enumerate().filter(|(other, _)| Some(*other) != place);
    let first = taken.len();
    for (_, name) in others {
        let mut name = name.clone();
        while taken.contains(&name) {
            name.insert_str(0, "input_");
        }
        taken.push(name);
    }
    taken.split_off(first)
}

/// The column names of a CSV file with this header.
pub fn header_names(header: &[u8]) -> Vec<String> {
    row::names(header)
}

/// A header and these rows as CSV, with their numbers in the data set: the labels, then the other columns with these
/// names.
///
/// # Panics
///
/// If there are not as many labels as rows.
pub fn table(
    numbers: impl IntoIterator<Item = usize>,
    rows: &[Row],
    labels: &[Labels],
    values: &[Value],
    others: &[String],
) -> Vec<u8> {
    assert_eq!(rows.len(), labels.len(), "each row has its labels");
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names = values.iter().map(|value| value.name());
    let header = ["row", "position", "error"].into_iter().chain(names);
    writer.write_record(header.chain(others.iter().map(String::as_str))).expect("memory takes all");
    for (number, (row, labels)) in numbers.into_iter().zip(rows.iter().zip(labels)) {
        let text = row.text.as_deref().unwrap_or_default();
        let error = labels.error().unwrap_or_default();
        let cells = values.iter().map(|&value| labels.cell(value).to_string());
        let record = [number.to_string(), text.to_owned(), error.to_owned()].into_iter();
        let record = record.chain(cells).map(String::into_bytes).chain(row.others.iter().cloned());
        writer.write_record(record).expect("memory takes all");
    }
    writer.into_inner().expect("memory takes all")
}

/// The numbers of the rows that have an error, in a table.
///
/// # Errors
///
/// If it is not a table of labels.
pub fn rows_with_errors(table: &[u8]) -> Result<Vec<usize>, String> {
    let mut numbers = Vec::new();
    for record in csv::Reader::from_reader(table).byte_records() {
        let record = record.map_err(|error| error.to_string())?;
        if !record[2].is_empty() {
            let number = str::from_utf8(&record[0]).ok().and_then(|text| text.parse().ok());
            numbers.push(number.ok_or("a row has no number")?);
        }
    }
    Ok(numbers)
}

/// A table in which the rows `numbers` are replaced by those of another table.
pub fn with_rows(table: &[u8], other: &[u8], numbers: &[usize], first: usize) -> Vec<u8> {
    let (mut records, mut others) = (Records::of_table(table), Records::of_table(other));
    let (mut record, mut joined) = (Vec::new(), Vec::new());
    let mut numbers = numbers.iter().peekable();
    // Both have a header.
    others.read(&mut record).expect("memory can be read");
    records.read(&mut record).expect("memory can be read");
    joined.extend_from_slice(&record);
    for number in first.. {
        records.read(&mut record).expect("memory can be read");
        if record.is_empty() {
            break;
        }
        if numbers.next_if_eq(&&number).is_some() {
            others.read(&mut record).expect("memory can be read");
        }
        joined.extend_from_slice(&record);
    }
    joined
}

/// The header of a table, and its rows.
pub fn header_and_rows(table: &[u8]) -> (&[u8], &[u8]) {
    let (mut records, mut header) = (Records::of_table(table), Vec::new());
    records.read(&mut header).expect("memory can be read");
    table.split_at(header.len())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;

    use foursight::notation::Expected;

    use super::*;
    use crate::label::{Settings, label};
    use crate::row::Form;

    #[test]
    fn other_columns_are_kept() {
        let header = b"score,pos,a \"b\"\n";
        let form = Form::of_header(header, "pos").unwrap();
        let rows = form.rows(b"7,4455,\"x,\xff\"\n,9\n\"1\n", Expected::Any);
        let settings = Settings::new(vec![Value::Score], NonZeroUsize::MIN);
        let labels = label(&rows, &settings, &AtomicBool::new(false), |_| {}).unwrap().unwrap();
        let others = other_names(&header_names(header), "pos", &settings.values);
        let table = table(7.., &rows, &labels, &settings.values, &others);
        let expected = b"row,position,error,score,input_score,\"a \"\"b\"\"\"\n\
            7,4455,,18,7,\"x,\xff\"\n\
            8,9,move 1: '9' is not a column from 1 to 7,,,\n\
            9,\"\"\"1\",a quoted cell is not closed,,,\n";
        assert_eq!(String::from_utf8_lossy(&table), String::from_utf8_lossy(expected));
        assert!(table == expected, "bytes stay as they are");
        assert_eq!(rows_with_errors(&table).unwrap(), [8, 9]);
        let (header, rows) = header_and_rows(&table);
        assert!(header.ends_with(b"\"\n") && rows.starts_with(b"7,4455"));
    }

    #[test]
    fn rows_are_replaced() {
        let table = b"row,position,error\n7,a,x\n8,b,\n9,\"\nc\",x\n";
        let numbers = rows_with_errors(table).unwrap();
        assert_eq!(numbers, [7, 9]);
        let found = with_rows(table, b"row,position,error\n7,d,\n9,\"\ne\",\n", &numbers, 7);
        assert_eq!(found, b"row,position,error\n7,d,\n8,b,\n9,\"\ne\",\n");
    }

    #[test]
    fn names_are_free() {
        let names = ["error", "input_error", "p", "error"].map(str::to_owned);
        let found = other_names(&names, "p", &[]);
        assert_eq!(found, ["input_error", "input_input_error", "input_input_input_error"]);
    }
}
