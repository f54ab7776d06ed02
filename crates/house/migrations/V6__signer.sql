-- Who signs roots: one process of all. Whoever takes it over raises the epoch, and the one before can enter no root any more.

create table signer (
    one   boolean primary key default true check (one),
    owner text not null default '',
    epoch bigint not null default 0,
    since timestamptz not null default now()
);
insert into signer default values;
