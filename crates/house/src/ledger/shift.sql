-- A table's shift, from $2 on and before $3. Times of a stream never run back, so a span of time is a span of its
-- units. Only the table's own units touch its bank, its patrons' chips, its vigorish and its tip box.
with moved as (
    select at < $2::text::timestamptz as before, debit & 16777215 as giver, credit & 16777215 as taker, amount
    from transfer where stream = $1 and at < $3::text::timestamptz
), entry as (
    select before, taker as own, giver as other, amount as change from moved
    union all
    select before, giver, taker, -amount from moved
    union all
    -- What was there when the months before were archived.
    select true, account & 16777215, null, amount from carried where account >> 24 = $1
)
select
    coalesce(sum(change) filter (where own = 1 and before), 0)::int8 as opener,
    coalesce(sum(change) filter (where own = 1 and other = 5 and change > 0 and not before), 0)::int8 as fills,
    coalesce(-sum(change) filter (where own = 1 and other = 5 and change < 0 and not before), 0)::int8 as credits,
    coalesce(sum(change) filter (where own = 1 and other <> 5 and not before), 0)::int8 as win,
    coalesce(sum(change) filter (where own = 1), 0)::int8 as closer,
    coalesce(sum(change) filter (where (own between 256 and 831 or own between 1024 and 1087) and before), 0)::int8 as patrons_before,
    coalesce(sum(change) filter (where own between 256 and 319 and other = 5 and change > 0 and not before), 0)::int8 as drop,
    coalesce(-sum(change) filter (where own between 256 and 319 and other = 5 and change < 0 and not before), 0)::int8 as cash_outs,
    coalesce(sum(change) filter (where own = 2 and other <> 5 and not before), 0)::int8 as vigorish,
    coalesce(sum(change) filter (where own = 3 and other <> 5 and not before), 0)::int8 as tips,
    coalesce(-sum(change) filter (where own = 4 and not before), 0)::int8 as jackpots,
    coalesce(sum(change) filter (where own between 256 and 831 or own between 1024 and 1087), 0)::int8 as patrons_after
from entry
