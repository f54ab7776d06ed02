-- Tables that close, and those that come after them under the same name.

alter table stream
    -- When everything of it was home: nothing is added to it any more.
    add column closed        timestamptz,
    -- Whether another one of its name shall be opened then.
    add column reopen        boolean not null default false,
    -- What the file of that one says, where it is another one.
    add column next_settings text,
    -- The table that it came after.
    add column follows       bigint references stream;

-- A name is one stream's among those that are open.
alter table stream drop constraint stream_property_name_key;
create unique index stream_open_name on stream (property, name) where closed is null;
create unique index stream_follows on stream (follows);
create index stream_reopen on stream (shard) where reopen;

-- What a build has found it cannot play: whoever has the shard brings these tables to the end of their round and closes
-- them, and then the build can have it.
create table unfit (
    build  text not null,
    stream bigint not null references stream,
    shard  int not null,
    why    text not null,
    at     timestamptz not null default now(),
    primary key (build, stream)
);
create index unfit_shard on unfit (shard);
