-- Months of the journal that are closed, written to a file and dropped, and what the house keeps of them.
--
-- It can be applied a second time, as V9.

-- For so many months after its end a month stays in the database: of all properties the longest counts.
alter table property add column if not exists retention_months int not null default 13 check (retention_months > 0);

create table if not exists month (
    first         date primary key,
    closed        timestamptz not null default now(),
    units         bigint not null,
    transfers     bigint not null,
    contributions bigint not null,
    -- The SHA-256 of what its archive says, once it is dropped.
    archive       bytea,
    dropped       timestamptz
);

-- Where a stream stood at the end of a month in which it had units.
create table if not exists border (
    stream bigint not null references stream,
    month  date not null,
    seq    bigint not null,
    head   bytea not null,
    at     timestamptz not null,
    -- The round that was open for bets or played; whether anything lay there; and the unit by which it then ended.
    round  int,
    begun  boolean not null,
    until  bigint not null,
    -- What whoever deals a round again has to know of the cards before.
    course bytea not null,
    -- The stream itself. It is no secret once everything is opened that was sealed before.
    state  bytea not null,
    sealed boolean not null,
    primary key (stream, month)
);

-- What accounts held, what meters were fed, and what was on its way, at the end of the last month that was dropped.
create table if not exists carried (
    account bigint primary key,
    amount  numeric not null
);
create table if not exists carried_stake (
    meter  bigint not null,
    terms  int not null,
    stakes numeric not null,
    count  bigint not null,
    primary key (meter, terms)
);
create table if not exists carried_message (
    key     bytea primary key,
    transit bigint not null,
    amount  bigint not null
);

-- Where the archives of each stream end.
create or replace view archived as
    select distinct on (border.stream) border.* from border join month on month.first = border.month
    where month.dropped is not null order by border.stream, border.month desc;
