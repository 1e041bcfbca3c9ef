//! Rule files and registers are embedded by folder: a new file in one of these is noticed here.

fn main() {
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=docs/sources");
}
