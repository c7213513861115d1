//! Reading parameters and bodies.

use foursight_answers::level::LevelParams;
use foursight_answers::review::ReviewParams;
use foursight_answers::{PositionParams, read_body, read_query};

#[track_caller]
fn check<T: serde::de::DeserializeOwned>(query: &str, expected: &str) {
    let problem = read_query::<T>(query).err().expect("it is wrong");
    assert_eq!((problem.code, &*problem.message), ("invalid_parameter", expected), "{query}");
}

#[test]
fn the_parameter_that_is_wrong_is_named() {
    let no_number = "connect: \"x\" is not a whole number, or is too large";
    check::<PositionParams>("connect=x", no_number);
    check::<PositionParams>("pos=4&size=7x6&connect=x&more=1&more=2", no_number);
    check::<PositionParams>(
        "pos=4&%63onnect=-1&connect=5",
        "connect: \"-1\" is not a whole number, or is too large",
    );
    check::<PositionParams>("pos=1&connect=4&pos=2", "duplicate field `pos`");
    check::<LevelParams>("pos=4&level=x", "level: \"x\" is not a whole number, or is too large");
    check::<LevelParams>("level=&pos=4", "level: \"\" is not a whole number, or is too large");
    check::<LevelParams>(
        "level=300&pos=4",
        "level: \"300\" is not a whole number, or is too large",
    );
    check::<ReviewParams>("pos=4&why=yes", "why: \"yes\" is neither true nor false");
    check::<LevelParams>("pos=4&seed=1", "missing field `level`");
}

#[test]
fn numbers_may_have_a_point_if_they_are_whole() {
    let read = |body: &str| read_body::<(String, i64, i64)>(body.as_bytes()).ok();
    let expected = |text: &str, one, other| Some((text.to_owned(), one, other));
    assert_eq!(read(r#"["1.0", 8.0, -1e1]"#), expected("1.0", 8, -10));
    assert_eq!(read(r#"["\\\" 1.0 \\", 80e-1, 3]"#), expected("\\\" 1.0 \\", 8, 3));
    assert_eq!(read(r#"["", 1.5, 3]"#), None);
    assert_eq!(read(r#"["", 1e300, 3]"#), None);
    assert_eq!(read(r#"["", 1.0, 3"#), None);
}
