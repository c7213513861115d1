//! The teacher's download of everything, as one archive.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::Path;

use foursight_arena::{LoggedGame, StoredGame, store};
use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, StreamWriter};

use crate::class::{Class, Inner, marks, marks_csv};
use crate::nickname::Names;
use crate::reports::{self, Collection, ReportError};
use crate::store::{FinalState, PlayedRow};

type Archive<'a> = ZipWriter<StreamWriter<&'a mut dyn Write>>;

/// The ladder and the final tournaments as folders that `foursight arena show` reads, the marks and all games.
pub(crate) fn everything(
    class: &Class,
    inner: &mut Inner,
    out: &mut dyn Write,
) -> Result<(), ReportError> {
    let mut archive = ZipWriter::new_stream(out);
    put(&mut archive, "marks.csv", marks_csv(&marks(inner)?).as_bytes())?;
    let rows = inner.store.games()?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let all = Collection::new(inner, rows)?;
    put(&mut archive, "games.txt", all.text()?.as_bytes())?;
    put(&mut archive, "report.html", reports::of_ladder(class, inner)?.as_bytes())?;
    let terms = serde_json::to_vec_pretty(&all.terms()).map_err(io::Error::from)?;
    put(&mut archive, &format!("ladder/{}", store::TERMS), &terms)?;
    start(&mut archive, &format!("ladder/{}", store::GAMES))?;
    for (id, game) in ids.into_iter().zip(&all.games) {
        // One by one: the transcripts of all games together would take too much memory.
        let Some(PlayedRow { row, transcript, .. }) = inner.store.game(id)? else { continue };
        // A tournament numbers games by their pairs.
        let game = StoredGame { number: 2 * game.pair - 1 + usize::from(row.half), ..game.clone() };
        let logged = LoggedGame { game, transcript };
        let mut line = serde_json::to_vec(&logged).map_err(io::Error::from)?;
        line.push(b'\n');
        archive.write_all(&line)?;
    }
    let names = inner.names()?;
    for (number, last) in (1..).zip(inner.store.finals()?) {
        if last.state != FinalState::Running {
            let name = format!("final {number}");
            put_folder(&mut archive, &name, &class.result(&last.folder), &names)?;
        }
    }
    archive.finish()?;
    Ok(())
}

/// The files of a tournament's folder, without those in folders below it.
fn put_folder(
    archive: &mut Archive<'_>,
    name: &str,
    folder: &Path,
    names: &Names,
) -> Result<(), ReportError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            start(archive, &format!("{name}/{}", entry.file_name().to_string_lossy()))?;
            names.copy(BufReader::new(File::open(entry.path())?), archive)?;
        }
    }
    Ok(())
}

fn put(archive: &mut Archive<'_>, name: &str, bytes: &[u8]) -> Result<(), ReportError> {
    start(archive, name)?;
    Ok(archive.write_all(bytes)?)
}

fn start(archive: &mut Archive<'_>, name: &str) -> ZipResult<()> {
    archive.start_file(name, SimpleFileOptions::default())
}
