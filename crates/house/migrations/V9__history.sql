-- What was written stays as it was written, and the role that runs the house cannot change it. The role that migrates
-- owns everything; what another one may do is in src/store/rights.sql.
--
-- It can be applied a second time: whoever goes back to the build before has to take it out of the list of migrations,
-- and everything else of it stays.

-- Addresses stand apart from the log of sign-ins, so that they can be erased. The column there stays empty; it is for the
-- build before, which still writes it.
create table if not exists personal.sign_in_address (
    sign_in bigint primary key,
    address text not null
);

-- Both logs are chained: an entry has a place without a gap, and a hash that follows from it and from the entry before.
alter table sign_in_log add column if not exists place bigint, add column if not exists hash bytea;
alter table account_log add column if not exists place bigint, add column if not exists hash bytea;
alter table account_log drop constraint if exists account_log_what_check;
alter table account_log add constraint account_log_what_check check
    (what in ('made', 'password', 'reset', 'role', 'disabled', 'enabled', 'unlocked', 'erased'));

-- The last entry of each log.
create table if not exists log_head (
    log   text primary key,
    place bigint not null,
    hash  bytea not null
) with (fillfactor = 50);
insert into log_head
select log, 0, decode(repeat('00', 32), 'hex') from unnest(array['sign_in_log', 'account_log']) as log
on conflict do nothing;

-- A text behind its length; -1 where there is none.
create or replace function in_log(of text) returns bytea language sql immutable as $$
    select case when of is null then int8send(-1)
        else int8send(octet_length(convert_to(of, 'UTF8'))) || convert_to(of, 'UTF8') end
$$;
-- The hash of an entry that has its place, after the one before it; docs/audit.md has the bytes. In PL/pgSQL, which is four
-- times as fast here as SQL.
create or replace function hash_of(entry sign_in_log, before bytea) returns bytea language plpgsql immutable as $$
begin
    return sha256('croupier sign-in 1'::bytea || before || int8send(entry.place) || int8send(entry.id)
        || int8send((extract(epoch from entry.at) * 1000000)::bigint)
        || int8send(coalesce(entry.person, 0)) || public.in_log(entry.outcome));
end $$;
create or replace function hash_of(entry account_log, before bytea) returns bytea language plpgsql immutable as $$
begin
    return sha256('croupier account 1'::bytea || before || int8send(entry.place) || int8send(entry.id)
        || int8send((extract(epoch from entry.at) * 1000000)::bigint)
        || int8send(entry.person) || int8send(entry.by_person)
        || public.in_log(entry.what) || public.in_log(entry.before) || public.in_log(entry.after));
end $$;

-- Whoever adds an entry has the end of the chain until they commit. They need no rights on it, and cannot say what the
-- place or the hash shall be.
create or replace function chain_entry() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    head public.log_head;
begin
    select * into strict head from public.log_head where log = tg_table_name for update;
    new.place := head.place + 1;
    new.hash := public.hash_of(new, head.hash);
    update public.log_head set place = new.place, hash = new.hash where log = tg_table_name;
    return new;
end $$;
create or replace function put_address_apart() returns trigger language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
begin
    if new.address <> '' then
        insert into personal.sign_in_address (sign_in, address) values (new.id, new.address);
        new.address := '';
    end if;
    return new;
end $$;

-- Entries that were written before come into the chain in the order of their numbers.
alter table sign_in_log disable trigger only_added;
alter table account_log disable trigger only_added;
insert into personal.sign_in_address select id, address from sign_in_log where address <> '';
create or replace function pg_temp.sign_ins() returns setof sign_in_log language plpgsql as $$
declare
    head log_head;
    entry sign_in_log;
begin
    select * into strict head from log_head where log = 'sign_in_log';
    for entry in select * from sign_in_log where place is null order by id loop
        head.place := head.place + 1;
        entry.place := head.place;
        entry.hash := hash_of(entry, head.hash);
        head.hash := entry.hash;
        return next entry;
    end loop;
end $$;
create or replace function pg_temp.changes() returns setof account_log language plpgsql as $$
declare
    head log_head;
    entry account_log;
begin
    select * into strict head from log_head where log = 'account_log';
    for entry in select * from account_log where place is null order by id loop
        head.place := head.place + 1;
        entry.place := head.place;
        entry.hash := hash_of(entry, head.hash);
        head.hash := entry.hash;
        return next entry;
    end loop;
end $$;
update sign_in_log l set place = c.place, hash = c.hash, address = '' from pg_temp.sign_ins() c where c.id = l.id;
update account_log l set place = c.place, hash = c.hash from pg_temp.changes() c where c.id = l.id;
update log_head h set place = l.place, hash = l.hash
from (select place, hash from sign_in_log order by place desc limit 1) l where h.log = 'sign_in_log';
update log_head h set place = l.place, hash = l.hash
from (select place, hash from account_log order by place desc limit 1) l where h.log = 'account_log';
alter table sign_in_log enable trigger only_added;
alter table account_log enable trigger only_added;
alter table sign_in_log alter column place set not null, alter column hash set not null;
alter table account_log alter column place set not null, alter column hash set not null;
create unique index if not exists sign_in_log_place on sign_in_log (place);
create unique index if not exists account_log_place on account_log (place);
create or replace trigger address_apart before insert on sign_in_log
    for each row execute function put_address_apart();
create or replace trigger chained before insert on sign_in_log for each row execute function chain_entry();
create or replace trigger chained before insert on account_log for each row execute function chain_entry();

-- Forgets who a person is. What they did stays, under their number; their account can never be used again.
create or replace function personal.erase(of bigint) returns void language plpgsql as $$
begin
    if not exists (select from public.person where id = of) then
        raise exception 'there is no person %', of;
    end if;
    delete from personal.detail where person = of;
    delete from personal.sign_in_address a using public.sign_in_log l where l.id = a.sign_in and l.person = of;
    update public.account set name = 'erased-' || of, password = '', disabled = true,
        generation = generation + 1, generation_since = now()
    where person = of;
    if found then
        insert into public.account_log (person, by_person, what) values (of, 0, 'erased');
    end if;
end $$;

-- Nobody opens a month meanwhile.
select pg_advisory_xact_lock(4207);

-- Rows of these tables are only added: also for whoever owns them, until they take the trigger away. A trigger for
-- statements does not come to the partitions by itself. It stands behind the logs, since units wait until it is there.
create or replace function only_add_to(of regclass) returns void language plpgsql as $$
begin
    execute format(
        'create or replace trigger only_added before update or delete or truncate on %s
         for each statement execute function public.only_added()', of);
end $$;
select only_add_to(of) from unnest(array['unit', 'transfer', 'contribution', 'root']::regclass[]) as of;
select only_add_to(inhrelid) from pg_inherits
where inhparent in ('unit'::regclass, 'transfer'::regclass, 'contribution'::regclass);

-- A month's partitions, for roles that may not make tables. No other months than those that are about to be needed.
create or replace function open_month(of timestamptz) returns void language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    first date := date_trunc('month', of at time zone 'UTC')::date;
    this date := date_trunc('month', now() at time zone 'UTC')::date;
    parent text;
    part text;
begin
    if first is null or first < this or first > this + interval '2 months' then
        raise exception 'only this month and the two after it are opened, not that of %', of
            using errcode = 'insufficient_privilege';
    end if;
    foreach parent in array array['unit', 'transfer', 'contribution'] loop
        part := format('public.%I', parent || '_' || to_char(first, 'YYYY_MM'));
        continue when to_regclass(part) is not null;
        perform pg_advisory_xact_lock(4207);
        execute format(
            'create table if not exists %s partition of public.%I for values from (%L) to (%L)', part, parent,
            first::text || ' 00:00:00+00', (first + interval '1 month')::date::text || ' 00:00:00+00');
        perform public.only_add_to(part::regclass);
    end loop;
end $$;
select open_month(now()), open_month(now() + interval '1 month');

-- By itself PostgreSQL lets everybody call a function, and so hang one that has its owner's rights on a table of their own.
revoke execute on function open_month(timestamptz), only_add_to(regclass), chain_entry(), put_address_apart(),
    personal.erase(bigint) from public;
