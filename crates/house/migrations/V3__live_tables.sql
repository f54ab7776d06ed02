-- Who deals at a table: the house itself, or a dealer whose cards and dice are told. Tables that there are were dealt by the house.
alter table stream add column dealt text not null default 'computer' check (dealt in ('computer', 'live'));
