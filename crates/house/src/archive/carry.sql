-- What the house keeps of a month that is dropped, which {month} is the first day of, and {end} that of the next. All months
-- before it are gone already. It runs behind books.sql, whose views it uses.

-- Money on its way at the end of the month.
insert into carried_message (key, transit, amount)
select key, transit, amount from sent_message where at >= '{month} 00:00:00+00' and at < '{end} 00:00:00+00'
on conflict do nothing;
delete from carried_message m using taken_message t
where t.at < '{end} 00:00:00+00' and t.transit = m.transit and t.amount = m.amount
    and t.key = case when t.had_back
        then substr(sha256('croupier key 1reply '::bytea || encode(m.key, 'hex')::bytea), 1, 16) else m.key end;

-- What accounts held, and what meters were fed.
insert into carried (account, amount)
select account, sum(change) from (
    select credit as account, amount as change from transfer where at < '{end} 00:00:00+00'
    union all
    select debit, -amount from transfer where at < '{end} 00:00:00+00'
) moved group by account
on conflict (account) do update set amount = carried.amount + excluded.amount;
delete from carried where amount = 0;
insert into carried_stake (meter, terms, stakes, count)
select meter, terms, sum(stake), count(*) from contribution where at < '{end} 00:00:00+00' group by meter, terms
on conflict (meter, terms)
do update set stakes = carried_stake.stakes + excluded.stakes, count = carried_stake.count + excluded.count;

-- Shoes that were opened by its end, and where streams stood at the end of months before, are not needed any more.
delete from shoe using border b where b.month = '{month}' and shoe.stream = b.stream and shoe.opened_seq <= b.seq;
delete from border b using border later
where later.month = '{month}' and later.stream = b.stream and b.month < later.month;
