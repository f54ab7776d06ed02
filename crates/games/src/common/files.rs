//! The text files that a game consists of.

/// The text of a file of this package.
macro_rules! file {
    ($($part:literal),*) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $($part),*))
    };
}

/// The text files named after a game.
macro_rules! files {
    ($jurisdiction:literal, $name:literal) => {
        $crate::common::Files {
            rulebook: $crate::common::file!("rulebooks/", $jurisdiction, "/", $name, ".toml"),
            layout: $crate::common::file!("layouts/", $jurisdiction, "/", $name, ".toml"),
            trace: $crate::common::file!("trace/", $jurisdiction, "/", $name, ".toml"),
            rulings: $crate::common::file!("rulings/", $jurisdiction, "-", $name, ".md"),
        }
    };
}

pub(crate) use {file, files};

/// The texts that a game consists of.
#[derive(Clone, Copy)]
pub(crate) struct Files {
    pub(crate) rulebook: &'static str,
    pub(crate) layout: &'static str,
    pub(crate) trace: &'static str,
    pub(crate) rulings: &'static str,
}
