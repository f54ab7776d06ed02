-- What is made by a command outside all streams, a table or an account, with the command's own name: sent again it makes nothing
-- a second time. What it asked for is kept as a hash, without any password.
create table if not exists keyed (
    key     uuid primary key,
    person  bigint not null,
    request bytea not null,
    made    bigint not null,
    at      timestamptz not null default now()
);
