-- The shards that a build has looked through, whatever it found: what it cannot play of them stands in `unfit`. A process
-- that leaves deletes the rows of a shard, so that other builds look through it again before they are given it.

create table if not exists examined (
    build text not null,
    shard int not null references shard,
    at    timestamptz not null default now(),
    primary key (build, shard)
);
