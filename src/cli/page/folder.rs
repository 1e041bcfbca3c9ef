//! A folder of pages: nothing that somebody else wrote is overwritten, nothing is removed.

use super::NOTE;
use crate::cli::exit::Fault;
use crate::files;
use std::path::Path;

/// A file of the folder: its name and its text.
pub type File = (String, String);

/// The largest file that is looked at before it is replaced, in bytes.
const MAX: u64 = 16 << 20;

/// Writes files into a folder, which is made if it isn't there. None is written where one of them would replace something that
/// this program did not write.
///
/// # Errors
/// Cannot run where something else is in the way, or a file can't be written.
pub fn write(folder: &Path, files: &[File]) -> Result<usize, Fault> {
    std::fs::create_dir_all(folder)
        .map_err(|e| Fault::cannot_run(format!("cannot make the folder `{}`: {e}", folder.display()), None))?;
    let mut changed = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        match files::read(&path, MAX) {
            Ok(there) if there == *text => continue,
            Ok(there) if !is_ours(&there) => {
                return Err(Fault::cannot_run(
                    format!(
                        "`{}` was not written by this command: nothing is overwritten",
                        path.display()
                    ),
                    Some("move it elsewhere, or choose another folder".into()),
                ));
            }
            Ok(_) => {}
            Err(unread) if unread.is_missing() => {}
            Err(unread) => return Err(Fault::cannot_run(unread.told(&path.display().to_string()), None)),
        }
        changed.push((path, text));
    }
    for (path, text) in &changed {
        files::write(path, text)
            .map_err(|e| Fault::cannot_run(format!("cannot write `{}`: {e}", path.display()), None))?;
    }
    Ok(changed.len())
}

/// True if a file begins with the remark that this command leaves in what it writes.
fn is_ours(text: &str) -> bool {
    text.lines().take(4).any(|line| line.contains(NOTE))
}

#[cfg(test)]
mod tests {
    use super::{NOTE, write};

    #[test]
    fn what_others_wrote_stays_and_then_nothing_is_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).ok();
        let page = |text: &str| format!("<!-- {NOTE} -->\n{text}");
        let files = [("a.md".to_owned(), page("a")), ("b.md".to_owned(), page("b"))];
        assert_eq!(write(folder.path(), &files).expect("written"), 2);
        assert_eq!(write(folder.path(), &files).expect("nothing to do"), 0);
        std::fs::write(folder.path().join("b.md"), "by hand").expect("a file");
        std::fs::write(folder.path().join("c.md"), "by hand too").expect("a file");
        let other = [("a.md".to_owned(), page("other")), ("b.md".to_owned(), page("b"))];
        let fault = write(folder.path(), &other).expect_err("refused");
        assert!(fault.report(false).contains("b.md"), "{}", fault.report(false));
        assert_eq!(read("a.md"), Some(page("a")));
        assert_eq!(read("b.md").as_deref(), Some("by hand"));
        let more = [("a.md".to_owned(), page("more"))];
        assert_eq!(write(folder.path(), &more).expect("written"), 1);
        assert_eq!(read("a.md"), Some(page("more")));
        assert_eq!(read("c.md").as_deref(), Some("by hand too"));
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 3);
    }
}
