-- The books, checked in SQL alone. Run it behind books.sql, whose views it uses:
--
--     psql "$CROUPIER_DATABASE" -f books.sql -f verify.sql
--
-- Every query returns what it objects to, so sound books return no row at all. Columns: the check, the stream, the
-- unit and the item where there is one, and what is wrong.

-- check: amount
-- A transfer is a positive amount between two accounts. The table's constraints say so; they may be dropped.
select 'amount' as finding, stream, seq, item::int8, format('%s from %s to %s', amount, debit, credit) as what
from transfer where amount <= 0 or debit = credit;

-- check: unit
-- A transfer goes with a unit of its stream, of the same time, operator and property.
select 'unit' as finding, t.stream, t.seq, t.item::int8,
    case when exists (select from unit u where u.stream = t.stream and u.seq = t.seq)
        then 'its unit has another time, operator or property' else 'it has no unit' end as what
from transfer t
left join unit u on u.stream = t.stream and u.seq = t.seq and u.at = t.at
    and u.operator = t.operator and u.property = t.property
where u.stream is null;

-- check: items
-- The transfers of a unit are numbered from 0 without a gap.
select 'items' as finding, stream, seq, null::int8 as item,
    format('%s transfers, numbered from %s to %s', count(*), min(item), max(item)) as what
from transfer group by stream, seq having min(item) <> 0 or max(item) <> count(*) - 1;

-- check: account
-- Both accounts are accounts of a stream.
select 'account' as finding, u.stream, u.seq, null::int8 as item,
    format('there is no account %s', case when u.debit_kind is null or d.id is null then u.debit else u.credit end) as what
from used_pair u left join stream d on d.id = u.debit >> 24 left join stream c on c.id = u.credit >> 24
where u.debit_kind is null or u.credit_kind is null or d.id is null or c.id is null;

-- check: realm
-- Money stays with its operator, property and currency: both accounts belong where the stream belongs.
select 'realm' as finding, u.stream, u.seq, null::int8 as item, format('from %s to %s', u.debit, u.credit) as what
from used_pair u
join stream s on s.id = u.stream
join stream d on d.id = u.debit >> 24
join stream c on c.id = u.credit >> 24
where (s.operator, s.property, s.currency) <> (d.operator, d.property, d.currency)
    or (s.operator, s.property, s.currency) <> (c.operator, c.property, c.currency);

-- check: place
-- A unit and its transfers are of the operator and property of their stream.
select 'place' as finding, t.stream, t.seq, t.item::int8, 'a transfer of another operator or property' as what
from transfer t join stream s on s.id = t.stream where (t.operator, t.property) <> (s.operator, s.property)
union all
select 'place', u.stream, u.seq, null, 'a unit of another operator or property'
from unit u join stream s on s.id = u.stream where (u.operator, u.property) <> (s.operator, s.property);

-- check: pair
-- Money moves between such accounts only as the lists of pairs say: never from wallet to wallet or from stack to stack.
select 'pair' as finding, stream, seq, null::int8 as item,
    format('%s to %s, %s times', coalesce(debit_kind, '?'), coalesce(credit_kind, '?'), times) as what
from judged_pair where cause is null;

-- check: cause
-- What a settlement moves names its line, its round and a rule; chips that come and go name none.
select 'cause' as finding, stream, seq, null::int8 as item,
    format('%s: %s times, %s with a line, %s with a round, %s with rules', cause, times, with_line, with_round, with_rules) as what
from judged_pair
where (line = 'never' and with_line + with_round + with_rules > 0)
    or (line <> 'never' and with_round < times)
    or (line = 'must' and (with_line < times or with_rules < times));

-- check: rules
-- Every rule that a transfer names is a word of the table's dictionary, or -1: then the unit itself has the word.
select 'rules' as finding, t.stream, t.seq, null::int8 as item, format('rules %s', t.rules) as what
from (select stream, rules, min(seq) as seq from transfer where rules <> '{}' group by stream, rules) t
left join stream s on s.id = t.stream
left join dictionary d on d.id = s.dictionary
where exists (select from unnest(t.rules) as rule where rule < -1 or rule >= coalesce(cardinality(d.words), 0));

-- check: lines
-- A settlement line is one patron's, or that of one patron and of one who has the bank: then money goes between the two.
select 'lines' as finding, moved.stream, min(seq) as seq, null::int8 as item,
    format('line %s of round %s moves money of several patrons', line, round) as what
from (
    select stream, seq, round, line, debit & 255 as patron from transfer
    where line is not null and ((debit & 16777215) between 256 and 831 or (debit & 16777215) between 1024 and 1087)
    union all
    select stream, seq, round, line, credit & 255 from transfer
    where line is not null and ((credit & 16777215) between 256 and 831 or (credit & 16777215) between 1024 and 1087)
) moved
left join (select distinct stream, round, line, true as banked from between_patrons) bank using (stream, round, line)
group by moved.stream, round, line, banked having count(distinct patron) > case when banked then 2 else 1 end;

-- check: bank
-- In a round one patron at most has the bank: there is one whose stake all money between patrons comes from or goes to.
with moved as materialized (
    select * from between_patrons
), stakes as (
    select stream, round, seq, item, gives as patron from moved where debit = 'stake'
    union all
    select stream, round, seq, item, takes from moved where credit = 'stake'
), most as (
    select stream, round, max(times) as times
    from (select stream, round, count(*) as times from stakes group by stream, round, patron) counted group by stream, round
)
select 'bank' as finding, stream, min(seq) as seq, null::int8 as item,
    format('round %s: money went between patrons of whom none had the bank against all others', round) as what
from moved left join most using (stream, round)
group by stream, round, most.times having count(*) > coalesce(most.times, 0);

-- check: below-nothing
-- No stack, stake, wallet, marked chips, tip box or account of vigorish was below nothing after any transfer, and no debt above it.
-- Only units of the account's own stream touch it (see pair), and these have one order: their numbers.
select distinct on (account) 'below-nothing' as finding, stream, seq, item::int8, format('%s %s stood at %s', kind, account, amount) as what
from (
    select *, sum(change) over (partition by account order by seq, item) as amount
    from entry where account >> 24 = stream
) run
join kind_of_account on (account & 16777215) between first and last
where (kind in ('stack', 'stake', 'marked', 'wallet', 'tips', 'vigorish') and amount < 0) or (kind = 'owed' and amount > 0)
order by account, seq, item;

-- check: debt
-- What is marked for vigorish is collected before the house shuffles, and before a table is closed. The unit of a shuffle has no wager
-- behind it, so all of that unit comes before. Where a dealer deals, shuffles stand in the units alone.
with marked as (
    select stream, seq, account, change, false as shuffled from entry where (account & 16777215) between 1024 and 1087
    union all
    select shoe.stream, shoe.seq, null, 0, true
    from shoe join stream on stream.id = shoe.stream where stream.dealt = 'computer'
), counted as (
    select *, count(*) filter (where shuffled) over (partition by stream order by seq, shuffled rows unbounded preceding) as shoes,
        count(*) filter (where shuffled) over (partition by stream) as shuffles
    from marked
)
select 'debt' as finding, stream, max(seq) as seq, null::int8 as item,
    format('marked %s: %s was not collected before the shuffle', account, sum(change)) as what
from counted where not shuffled and shoes < shuffles group by stream, account, shoes having sum(change) <> 0
union all
select 'debt', stream.id, null, null, format('marked %s: %s was not collected before the table was closed', account, amount)
from balance join stream on stream.id = balance.stream where balance.kind = 'marked' and amount <> 0 and closed is not null;

-- check: final
-- Two streams touch money on its way and jackpots that are payable, and between two streams only messages give an
-- order, not the clock: so these are looked at as they stand now.
select 'final' as finding, stream, null::int8 as seq, null::int8 as item, format('%s %s stands at %s', kind, account, amount) as what
from balance where kind in ('transit', 'payable') and amount < 0;

-- check: message
-- What leaves an account of money on its way was put there before, by a unit whose message the receiving unit carries
-- out. Where the table was closed by then, the sender has it back, by the answer to that message. And it leaves it once.
with judged as (
    select taken.*, sent.key as message,
        count(*) over (partition by taken.transit, coalesce(sent.key, taken.key)) as times
    from taken_message taken left join sent_message sent on sent.transit = taken.transit and sent.amount = taken.amount
        and taken.key = case when had_back then sent.back else sent.key end
)
select 'message' as finding, stream, seq, item::int8,
    case when times > 1 then format('%s of %s arrived %s times', amount, transit, times)
        else format('%s of %s arrived and was never sent', amount, transit) end as what
from judged
where times > 1 or message is null or (not had_back and sender <> transit >> 24);

-- check: sum
-- The accounts of an operator, property and currency sum to nothing: whatever anybody holds came from outside.
select 'sum' as finding, null::int8 as stream, null::int8 as seq, null::int8 as item,
    format('operator %s, property %s, %s: the accounts sum to %s', operator, property, currency, sum(amount)) as what
from balance join stream on stream.id = balance.stream
group by operator, property, currency having sum(amount) <> 0;

-- check: contribution
-- A contribution goes with a unit of the same time, of a table that is linked to the meter in the same place.
select 'contribution' as finding, c.stream, c.seq, c.item::int8,
    case when u.stream is null then 'it has no unit of its time' else format('the table does not feed meter %s', c.meter) end as what
from contribution c
left join unit u on u.stream = c.stream and u.seq = c.seq and u.at = c.at
left join (
    select distinct table_id, meter from link
    join stream t on t.id = table_id join stream m on m.id = meter
    where (t.operator, t.property, t.currency) = (m.operator, m.property, m.currency)
) feeds on feeds.table_id = c.stream and feeds.meter = c.meter
where u.stream is null or feeds.meter is null;

-- check: taken-back
-- A contribution below nothing takes back an earlier one of the same table, meter, terms and stake, and that once. One that is
-- archived is not looked for: that it is taken back as it was given is found by playing the units again.
select 'taken-back' as finding, b.stream, b.seq, b.item::int8, format('%s', b.stake) as what
from (
    select *, count(*) over (partition by stream, back_seq, back_item) as times
    from contribution where stake < 0 or back_seq is not null or back_item is not null
) b
left join contribution c on c.stream = b.stream and c.seq = b.back_seq and c.item = b.back_item
    and c.meter = b.meter and c.terms = b.terms and c.stake = -b.stake and c.stake > 0 and c.seq <= b.seq
left join archived a on a.stream = b.stream and b.back_seq <= a.seq
where c.stream is null and a.stream is null or b.times > 1;

-- check: meter-sum
-- The running sums of a meter are the sums of its contributions. They are compared over all shards: only the total
-- counts, and a table may have moved from one shard to another.
select 'meter-sum' as finding, coalesce(s.meter, c.meter) as stream, null::int8 as seq, null::int8 as item,
    format('terms %s: %s rows of %s are summed up as %s of %s', coalesce(s.terms, c.terms),
        coalesce(c.count, 0), coalesce(c.stakes, 0), coalesce(s.count, 0), coalesce(s.stakes, 0)) as what
from (select meter, terms, sum(stakes) as stakes, sum(count) as count from meter_sum group by meter, terms) s
full join (
    select meter, terms, sum(stakes) as stakes, sum(count) as count from (
        select meter, terms, stake as stakes, 1 as count from contribution
        union all
        select meter, terms, stakes, count from carried_stake
    ) given group by meter, terms
) c on c.meter = s.meter and c.terms = s.terms
where (coalesce(s.stakes, 0), coalesce(s.count, 0)) <> (coalesce(c.stakes, 0), coalesce(c.count, 0));
