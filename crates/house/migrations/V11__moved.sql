-- What a unit moves stands in the unit's own row. A row of its own for each transfer, and an index on those, took the database longer
-- than the units. `transfer` shows all of them: those that have rows of their own, from builds before, and those that units have.
--
-- It can be applied a second time: whoever goes back to the build before has to take it out of the list of migrations, and
-- everything else of it stays. That build adds to `transfer` as ever.

-- Nobody opens a month meanwhile.
select pg_advisory_xact_lock(4207);

-- One transfer after the other, with semicolons between: the accounts debited and credited, both counted from the stream's
-- account 0, the amount, the round, the settlement line, and the rules with blanks between. What there is not is left empty.
alter table unit add column if not exists moved text;

do $$
begin
    if (select relkind from pg_class where oid = 'public.transfer'::regclass) = 'p' then
        alter table public.transfer rename to transfer_row;
    end if;
end $$;

create or replace view transfer as
    select stream, seq, item, at, operator, property, debit, credit, amount, round, line, rules from transfer_row
    union all
    select unit.stream, unit.seq, (one.place - 1)::smallint, unit.at, unit.operator, unit.property,
        unit.stream * 16777216 + split_part(one.text, ',', 1)::bigint,
        unit.stream * 16777216 + split_part(one.text, ',', 2)::bigint,
        split_part(one.text, ',', 3)::bigint,
        nullif(split_part(one.text, ',', 4), '')::int,
        nullif(split_part(one.text, ',', 5), '')::smallint,
        string_to_array(split_part(one.text, ',', 6), ' ')::smallint[]
    from unit cross join lateral unnest(string_to_array(unit.moved, ';')) with ordinality as one(text, place);

-- Processes of the build before add rows here while both run, and after the way back.
create or replace function put_transfer_row() returns trigger language plpgsql as $$
begin
    insert into public.transfer_row
        (stream, seq, item, at, operator, property, debit, credit, amount, round, line, rules)
    values (new.stream, new.seq, new.item, new.at, new.operator, new.property, new.debit, new.credit, new.amount,
        new.round, new.line, new.rules);
    return new;
end $$;
create or replace trigger as_row instead of insert on transfer for each row execute function put_transfer_row();

-- The way back to builds whose schema ends before 9: all transfers have rows of their own again, in a table of the old name. The
-- house stands still meanwhile.
create or replace function transfers_as_rows() returns void language plpgsql as $$
begin
    perform pg_advisory_xact_lock(4207);
    alter table public.unit disable trigger only_added;
    insert into public.transfer_row
    select t.* from public.unit u join public.transfer t using (stream, seq, at) where u.moved is not null;
    update public.unit set moved = null where moved is not null;
    alter table public.unit enable trigger only_added;
    drop view public.transfer;
    alter table public.transfer_row rename to transfer;
end $$;

-- A month's partitions. Those of transfers with rows of their own are still for processes of the build before.
create or replace function open_month(of timestamptz) returns void language plpgsql
    security definer set search_path = pg_catalog, public, pg_temp as $$
declare
    first date := date_trunc('month', of at time zone 'UTC')::date;
    this date := date_trunc('month', now() at time zone 'UTC')::date;
    parent text;
    name text;
    part text;
begin
    if first is null or first < this or first > this + interval '2 months' then
        raise exception 'only this month and the two after it are opened, not that of %', of
            using errcode = 'insufficient_privilege';
    end if;
    for parent, name in
        values ('unit', 'unit'), (case when to_regclass('public.transfer_row') is null then 'transfer' else 'transfer_row' end,
            'transfer'), ('contribution', 'contribution')
    loop
        part := format('public.%I', name || '_' || to_char(first, 'YYYY_MM'));
        continue when to_regclass(part) is not null;
        perform pg_advisory_xact_lock(4207);
        execute format(
            'create table if not exists %s partition of public.%I for values from (%L) to (%L)', part, parent,
            first::text || ' 00:00:00+00', (first + interval '1 month')::date::text || ' 00:00:00+00');
        perform public.only_add_to(part::regclass);
    end loop;
end $$;

revoke execute on function put_transfer_row(), transfers_as_rows() from public;
