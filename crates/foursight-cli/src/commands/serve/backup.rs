//! `foursight serve backup`: a copy of the server's database, or of a class.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use foursight::counted;
use foursight_web::backup;

use crate::args::DataArgs;

/// Copy the database or the class of `foursight serve`, even while the server is running.
///
/// The copy appears under its name only when it is complete and on disk. To restore it, stop the server, put the copy
/// in place of foursight.db in the data folder, and delete foursight.db-wal and foursight.db-shm. The copy of a class is
/// a folder for `foursight serve --class`.
#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    /// The file to write, or with --class the new folder.
    file: PathBuf,
    /// Copy the class in this folder: pupils, uploads, games, final tournaments and rubric.
    #[cfg(target_os = "linux")]
    #[arg(long, value_name = "DIR", conflicts_with = "force")]
    class: Option<PathBuf>,
    #[command(flatten)]
    data: DataArgs,
    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &BackupArgs) -> Result<()> {
    #[cfg(target_os = "linux")]
    if let Some(class) = &args.class {
        return copy_class(args, class);
    }
    let copied = backup(&args.data.folder()?, &args.file, args.force)?;
    let (games, n_bytes) = (counted(copied.n_games as usize, "game"), copied.n_bytes);
    Ok(writeln!(io::stdout(), "{}: {games}, {n_bytes} bytes", args.file.display())?)
}

#[cfg(target_os = "linux")]
fn copy_class(args: &BackupArgs, class: &std::path::Path) -> Result<()> {
    let foursight_class::Backup { n_pupils, n_versions, n_games, n_bytes } =
        foursight_class::backup(class, &args.file)?;
    let file = args.file.display();
    writeln!(
        io::stdout(),
        "{file}: pupils {n_pupils}, versions {n_versions}, games {n_games}, bytes {n_bytes}"
    )?;
    Ok(())
}
