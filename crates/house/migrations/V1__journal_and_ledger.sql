-- The journal and the ledger of a house. Rows are only ever added, but for what stands under "what changes".

create table operator (
    id   int primary key,
    name text not null
);

create table property (
    id       int primary key,
    operator int not null references operator,
    name     text not null
);

-- What is known of a person stands apart from everything he did, so that it can be kept and deleted by its own rules.
create table person (
    id       bigint generated always as identity primary key,
    operator int not null references operator
);
create schema personal;
create table personal.detail (
    person bigint not null references public.person,
    what   text not null,
    value  text not null,
    primary key (person, what)
);

-- The words of units, by number from 0. A dictionary is never changed: another set of words is another dictionary.
create table dictionary (
    id    int generated always as identity primary key,
    hash  bytea not null unique,
    words text[] not null
);

create table stream (
    id         bigint generated always as identity primary key,
    kind       text not null check (kind in ('table', 'cage', 'meter')),
    operator   int not null references operator,
    property   int not null references property,
    currency   text not null check (length(currency) = 3),
    name       text not null,
    shard      int not null,
    opened     timestamptz not null default now(),
    -- Of a table: its game, the version of its procedure, the hashes of rule book and file, what the file says.
    game       text,
    procedure  int,
    book       text,
    file       text,
    settings   text,
    dictionary int references dictionary,
    cage       bigint references stream,
    bets_ms    int,
    decision_ms int,
    unique (property, name)
);

-- The meters that a table feeds and draws on.
create table link (
    table_id bigint not null references stream,
    wager    text not null,
    drawn_as text,
    meter    bigint not null references stream,
    terms    int not null,
    primary key (table_id, wager, meter)
);

-- What changes: who owns a shard, and how many batches it has committed.
create table shard (
    id      int primary key,
    epoch   bigint not null default 0,
    batch   bigint not null default 0,
    owner   text not null default '',
    renewed timestamptz not null default now()
) with (fillfactor = 50);

-- Raises where somebody else owns the shard, or another batch came first: the transaction that asks then changes nothing.
create function fence(of_shard int, of_epoch bigint, after_batch bigint) returns void language plpgsql as $$
begin
    update shard set batch = batch + 1 where id = of_shard and epoch = of_epoch and batch = after_batch;
    if not found then
        raise exception 'shard % is not owned by epoch % at batch %', of_shard, of_epoch, after_batch
            using errcode = 'CR001';
    end if;
end $$;

-- The journal: one row a unit, chained by hash within its stream.
create table unit (
    stream   bigint not null,
    seq      bigint not null,
    at       timestamptz not null,
    operator int not null,
    property int not null,
    person   bigint not null,
    sender   bigint not null,
    key      uuid not null,
    request  bytea not null,
    body     bytea not null,
    previous bytea not null,
    primary key (stream, seq, at)
) partition by range (at);
-- Messages between streams are found by their key; what people send is found by what they had seen.
create index unit_message on unit (stream, key) where sender <> 0;

-- Money: from one account to another, with the unit, the settlement line and the rules that caused it.
create table transfer (
    stream   bigint not null,
    seq      bigint not null,
    item     smallint not null,
    at       timestamptz not null,
    operator int not null,
    property int not null,
    debit    bigint not null,
    credit   bigint not null,
    amount   bigint not null check (amount > 0),
    round    int,
    line     smallint,
    rules    smallint[] not null,
    check (debit <> credit),
    primary key (stream, seq, item, at)
) partition by range (at);

-- What wagers gave to meters, and the running sum that each shard alone writes.
create table contribution (
    meter      bigint not null,
    stream     bigint not null,
    seq        bigint not null,
    item       int not null,
    at         timestamptz not null,
    terms      int not null,
    stake      bigint not null check (stake <> 0),
    back_seq   bigint,
    back_item  int,
    primary key (stream, seq, item, at)
) partition by range (at);
create table meter_sum (
    meter  bigint not null,
    shard  int not null,
    terms  int not null,
    stakes bigint not null,
    count  bigint not null,
    primary key (meter, shard, terms)
) with (fillfactor = 50);

-- Shoes: committed to before their first bet, sealed while they are dealt, opened afterwards.
create table shoe (
    stream     bigint not null,
    number     bigint not null,
    seq        bigint not null,
    at         timestamptz not null,
    commitment bytea not null,
    sealed     bytea not null,
    opened_seq bigint,
    salt       bytea,
    cards      bytea,
    primary key (stream, number)
);

-- A stream as it was after a unit, encrypted. Only the latest ones are kept.
create table snapshot (
    stream bigint not null,
    seq    bigint not null,
    head   bytea not null,
    sealed bytea not null,
    primary key (stream, seq)
);

-- Signed roots of all heads; the same lines stand in a file outside the database.
create table root (
    number bigint primary key,
    at     timestamptz not null,
    line   text not null
);

-- A month's partitions.
create function open_month(of timestamptz) returns void language plpgsql as $$
declare
    first date := date_trunc('month', of at time zone 'UTC')::date;
    next date := (first + interval '1 month')::date;
    parent text;
begin
    perform pg_advisory_xact_lock(4207);
    foreach parent in array array['unit', 'transfer', 'contribution'] loop
        execute format(
            'create table if not exists %I partition of %I for values from (%L) to (%L)',
            parent || '_' || to_char(first, 'YYYY_MM'), parent,
            first::text || ' 00:00:00+00', next::text || ' 00:00:00+00');
    end loop;
end $$;
select open_month(now()), open_month(now() + interval '1 month');
