-- Who may sign in and as what, the tokens he then has, and what was tried and changed. What else is known of a person
-- stands in personal.detail and nowhere here.

create table account (
    person           bigint primary key references person,
    name             text not null unique,
    role             text not null check
        (role in ('patron', 'dealer', 'floor', 'pit', 'surveillance', 'auditor', 'administrator')),
    -- A PHC string of argon2id, and whether what it was made of is long enough for an administrator.
    password         text not null,
    long_password    boolean not null,
    -- Tries since the last one that was right, those included that are still being looked at.
    failures         int not null default 0,
    locked_until     timestamptz,
    disabled         boolean not null default false,
    made             timestamptz not null default now(),
    password_changed timestamptz not null default now(),
    last_seen        timestamptz,
    -- A token is good in the generation that it was issued in: counting it up revokes them all.
    generation       int not null default 0,
    generation_since timestamptz not null default now()
) with (fillfactor = 80);
create index account_generation on account (generation_since);

-- Tokens by their SHA-256: whoever reads this table cannot use them.
create table token (
    hash       bytea primary key check (length(hash) = 32),
    person     bigint not null references account,
    generation int not null,
    issued     timestamptz not null default now(),
    expires    timestamptz not null,
    used       timestamptz not null default now(),
    revoked    timestamptz
) with (fillfactor = 80);
create index token_person on token (person);
create index token_expires on token (expires);
create index token_revoked on token (revoked) where revoked is not null;

-- Everybody who tried to sign in. A name that nobody has is not written down: it may be somebody's password.
create table sign_in_log (
    id      bigint generated always as identity primary key,
    at      timestamptz not null default now(),
    person  bigint references person,
    outcome text not null check
        (outcome in ('signed-in', 'wrong-password', 'unknown-name', 'locked', 'disabled')),
    address text not null
);
create index sign_in_person on sign_in_log (person, id);

-- Everything that was changed about an account: by whom, and what was there before. Passwords are not.
create table account_log (
    id        bigint generated always as identity primary key,
    at        timestamptz not null default now(),
    person    bigint not null references person,
    by_person bigint not null,
    what      text not null check
        (what in ('made', 'password', 'reset', 'role', 'disabled', 'enabled', 'unlocked')),
    before    text,
    after     text
);

create function only_added() returns trigger language plpgsql as $$
begin
    raise exception 'rows of % are only added', tg_table_name using errcode = 'CR002';
end $$;
create trigger only_added before update or delete or truncate on sign_in_log
    for each statement execute function only_added();
create trigger only_added before update or delete or truncate on account_log
    for each statement execute function only_added();
