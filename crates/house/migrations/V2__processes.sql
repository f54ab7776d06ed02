-- The processes that run the house. Each beats while it lives; `shard.owner` is the id of the one that has a shard.

create table process (
    id       text primary key,
    address  text not null,
    build    text not null,
    started  timestamptz not null default now(),
    beat     timestamptz not null default now(),
    draining boolean not null default false
) with (fillfactor = 50);
