//! Values that a state keeps although no later event depends on them.

use serde::{Deserialize, Serialize};
use std::ops::{Deref, DerefMut};

/// A value that no later event depends on. It is stored and restored like any other, but left out of the key by which
/// states are compared ([`compact::key`](crate::compact::key)).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename = "$history")]
pub struct History<T>(pub T);

impl<T> Deref for History<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for History<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
