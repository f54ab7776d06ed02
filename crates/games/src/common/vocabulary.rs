//! Macros by which a game lists its words and its rules, so that the list is complete.

/// Defines constants for the words of one kind, and the list of all of them.
macro_rules! words {
    ($kind:ident $all:ident: $($name:ident = $word:literal;)*) => {
        $(#[doc = concat!("`", $word, "`.")] pub const $name: $kind = $kind::new(&$word);)*
        #[doc = "All of them."]
        pub const $all: &[$kind] = &[$($name),*];
    };
}

/// Defines constants for the rules of a game, and the list of all of them, each with its sentence.
macro_rules! rules {
    ($($(#[doc = $says:literal])* $name:ident = $id:literal;)*) => {
        $($(#[doc = $says])* pub const $name: Rule = Rule::new(&$id);)*
        /// Every rule that the code of this game can cite.
        pub const ALL: &[(Rule, &str)] = &[$(($name, concat!($($says),*))),*];
    };
}

pub(crate) use {rules, words};
