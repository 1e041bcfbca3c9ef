//! Text files: read within a cap, written whole or not at all.

use std::fs::{self, FileType};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// How many links a path may lead through.
const MAX_LINKS: usize = 40;

/// Why a text was not read.
#[derive(Debug)]
pub enum Unread {
    /// The system doesn't give it, or it is not UTF-8.
    Failed(io::Error),
    /// It is nothing that a text is kept in: this instead.
    Kind(&'static str),
    /// It is larger than this many bytes.
    Large(u64),
}

impl Unread {
    /// What is wrong with the text of this name, in one line.
    #[must_use]
    pub fn told(&self, name: &str) -> String {
        match self {
            Unread::Failed(error) => format!("cannot read `{name}`: {error}"),
            Unread::Kind(kind) => format!("cannot read `{name}`: it is {kind}, not a file"),
            Unread::Large(cap) => format!("`{name}` is larger than {} MB", cap >> 20),
        }
    }

    /// Whether there is no such file.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Unread::Failed(e) if e.kind() == ErrorKind::NotFound)
    }
}

/// Reads a file, or what comes through a pipe, of at most so many bytes.
///
/// # Errors
/// Where there is no such file, it is a folder or a device, it is too large, or it is not UTF-8.
pub fn read(path: &Path, cap: u64) -> Result<String, Unread> {
    let kind = fs::metadata(path).map_err(Unread::Failed)?.file_type();
    // A device may have no end, and opening it may do something: it is not touched.
    if !kind.is_file() && !is_pipe(kind) {
        return Err(Unread::Kind(called(kind)));
    }
    capped(fs::File::open(path).map_err(Unread::Failed)?, cap)
}

/// Reads a text of at most so many bytes to its end.
///
/// # Errors
/// Where it can't be read, is too large, or is not UTF-8.
pub fn capped(from: impl Read, cap: u64) -> Result<String, Unread> {
    let mut bytes = Vec::new();
    from.take(cap + 1).read_to_end(&mut bytes).map_err(Unread::Failed)?;
    if bytes.len() as u64 > cap {
        return Err(Unread::Large(cap));
    }
    let not_text = |_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(bytes).map_err(|e| Unread::Failed(not_text(e)))
}

/// The file that writing to a path makes or replaces: what its links lead to.
///
/// # Errors
/// Where something else than a file is there, or there is no folder to write in.
pub fn target(path: &Path) -> io::Result<PathBuf> {
    // Asked of the path first: not every link of the system's own says where it leads.
    if let Ok(there) = fs::metadata(path)
        && !there.is_file()
    {
        let kind = called(there.file_type());
        return Err(io::Error::other(format!("it is {kind}, not a file")));
    }
    let mut at = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&at) {
            Ok(to) => at = at.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return in_a_folder(at),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// A path whose file can be there.
fn in_a_folder(path: PathBuf) -> io::Result<PathBuf> {
    if path.file_name().is_none() {
        return Err(io::Error::other("this names no file"));
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if fs::metadata(folder)?.is_dir() {
        Ok(path)
    } else {
        Err(io::Error::other(format!("`{}` is no folder", folder.display())))
    }
}

/// Writes a file; what was at the path stays whole until the new text is.
///
/// # Errors
/// As [`target`], and where the file cannot be written.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let path = target(path)?;
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let written = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

fn called(kind: FileType) -> &'static str {
    if kind.is_dir() {
        "a folder"
    } else if is_pipe(kind) {
        "a pipe"
    } else {
        "a device"
    }
}

#[cfg(unix)]
fn is_pipe(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn is_pipe(_: FileType) -> bool {
    false
}
