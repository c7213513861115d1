//! Labels as CSV.

use crate::label::Labels;
use crate::row::Row;
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

/// The header of a table with these values, and other columns with these names.
pub fn header(values: &[Value], others: &[String]) -> Vec<u8> {
    let names = ["row", "position", "error"].into_iter();
    let names = names.chain(values.iter().map(|value| value.name()));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(names.chain(others.iter().map(String::as_str))).expect("memory takes all");
    writer.into_inner().expect("memory takes all")
}

/// These rows as CSV without a header, with their numbers in the data set: the labels, then the other columns.
///
/// # Panics
///
/// If there are not as many labels as rows.
pub fn table(first: usize, rows: &[Row], labels: &[Labels], values: &[Value]) -> Vec<u8> {
    assert_eq!(rows.len(), labels.len(), "each row has its labels");
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (number, (row, labels)) in (first..).zip(rows.iter().zip(labels)) {
        let text = row.text.as_deref().unwrap_or_default();
        let error = labels.error().unwrap_or_default();
        let cells = values.iter().map(|&value| labels.cell(value).to_string());
        let record = [number.to_string(), text.to_owned(), error.to_owned()].into_iter();
        let record = record.chain(cells).map(String::into_bytes).chain(row.others.iter().cloned());
        writer.write_record(record).expect("memory takes all");
    }
    writer.into_inner().expect("memory takes all")
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;

    use foursight::notation::Expected;

    use super::*;
    use crate::label::{Settings, label};
    use crate::row::{Form, names};

    #[test]
    fn other_columns_are_kept() {
        let header = b"score,pos,a \"b\"\n";
        let form = Form::of_header(header, "pos").unwrap();
        let rows = form.rows(b"7,4455,\"x,\xff\"\n,9\n\"1\n", Expected::ANY, None);
        let settings = Settings::new(vec![Value::Score], NonZeroUsize::MIN);
        let labels = label(&rows, &settings, &AtomicBool::new(false), |_| {}).unwrap().unwrap();
        let others = other_names(&names(header), "pos", &settings.values);
        let mut found = super::header(&settings.values, &others);
        found.extend(table(7, &rows, &labels, &settings.values));
        let expected = b"row,position,error,score,input_score,\"a \"\"b\"\"\"\n\
            7,4455,,18,7,\"x,\xff\"\n\
            8,9,move 1: '9' is not a column from 1 to 7,,,\n\
            9,\"\"\"1\",a quoted cell is not closed,,,\n";
        assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(expected));
        assert!(found == expected, "bytes stay as they are");
    }

    #[test]
    fn names_are_free() {
        let names = ["error", "input_error", "p", "error"].map(str::to_owned);
        let found = other_names(&names, "p", &[]);
        assert_eq!(found, ["input_error", "input_input_error", "input_input_input_error"]);
    }
}
