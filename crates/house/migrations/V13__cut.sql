-- How long people have to say whether they cut, in milliseconds; 5 seconds where nothing is said.
--
-- It can be applied a second time, as V9.

alter table stream add column if not exists cut_ms int;
