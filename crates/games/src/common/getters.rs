//! The questions that every table answers from its fields alone.

/// The read-only part of `Table`. It relies on games using the same names for these fields and functions.
macro_rules! reads_its_fields {
    () => {
        fn due(&self) -> engine::Due {
            self.due
        }

        fn offers(&self, visit: &mut dyn FnMut(engine::Offer)) {
            self.visit_offers(visit);
        }

        fn phase(&self) -> &'static str {
            self.phase_name()
        }

        fn round(&self) -> u32 {
            self.round_number
        }

        fn layout(&self) -> &engine::Layout {
            &self.layout
        }

        fn shoe(&self) -> &felt::Shoe {
            &self.shoe
        }

        fn wagers(&self) -> &engine::Wagers {
            &self.wagers
        }

        fn lines(&self) -> &[engine::Line] {
            self.lines.as_slice()
        }

        fn origin(&self) -> &engine::Origin {
            &self.terms.origin
        }

        fn state(&self) -> impl serde::Serialize {
            self
        }

        fn restore<'de, D: serde::Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
            self.take_on(from)
        }

        fn forget(&mut self) {
            self.forget_what_is_over();
        }

        fn currency(&self) -> felt::Currency {
            self.terms.currency
        }
    };
}

pub(crate) use reads_its_fields;
