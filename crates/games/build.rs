//! Says where the package lies, so that a program which depends on it can carry its scenarios and tables.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::metadata=data={}", env!("CARGO_MANIFEST_DIR"));
}
