-- What the checks of the books look at: temporary views, gone with the session, so that nothing which is stored in
-- the database itself has to be believed. An account is numbered stream * 2^24 + its number within the stream.

-- What an account is, by its number within its stream. Patrons are numbered from 0, persons from 1.
create or replace temporary view kind_of_account (first, last, kind) as values
    (1, 1, 'bank'),
    (2, 2, 'vigorish'),
    (3, 3, 'tips'),
    (4, 4, 'payable'),
    (5, 5, 'transit'),
    (6, 6, 'treasury'),
    (7, 7, 'outside'),
    (9, 9, 'meter'),
    (10, 10, 'reserve'),
    (256, 319, 'stack'),
    (512, 575, 'stake'),
    (768, 831, 'owed'),
    (1024, 1087, 'marked'),
    (4097, 16777215, 'wallet');

-- Between which accounts a unit of a stream of this kind moves money; nothing else does. An account is the stream's
-- own, its cage's, that of a table which it serves as cage, or that of any table. What is a patron's moves between their
-- own accounts only. The movement has no settlement line, may have one, or must have one.
create or replace temporary view allowed_pair (unit_of, debit, debit_of, credit, credit_of, line, cause) as values
    ('cage', 'outside', 'own', 'wallet', 'own', 'never', 'deposit'),
    ('cage', 'outside', 'own', 'treasury', 'own', 'never', 'the house brings money'),
    ('cage', 'wallet', 'own', 'outside', 'own', 'never', 'withdrawal'),
    ('cage', 'treasury', 'own', 'outside', 'own', 'never', 'the house takes money'),
    ('cage', 'wallet', 'own', 'transit', 'own', 'never', 'buy-in leaves the cage'),
    ('cage', 'treasury', 'own', 'transit', 'own', 'never', 'fill leaves the cage'),
    ('cage', 'transit', 'served', 'wallet', 'own', 'never', 'cash-out reaches the cage'),
    ('cage', 'transit', 'served', 'treasury', 'own', 'never', 'credit reaches the cage'),
    ('cage', 'transit', 'served', 'tips', 'own', 'never', 'tips of a table that closes reach the cage'),
    ('cage', 'transit', 'own', 'wallet', 'own', 'never', 'a buy-in has found the table closed'),
    ('cage', 'transit', 'own', 'treasury', 'own', 'never', 'a fill has found the table closed'),
    ('table', 'transit', 'cage', 'stack', 'own', 'never', 'buy-in reaches the table'),
    ('table', 'transit', 'cage', 'bank', 'own', 'never', 'fill reaches the table'),
    ('table', 'transit', 'cage', 'transit', 'own', 'never', 'the place was taken: a buy-in goes back'),
    ('table', 'stack', 'own', 'transit', 'own', 'never', 'cash-out leaves the table'),
    ('table', 'bank', 'own', 'transit', 'own', 'never', 'credit leaves the table'),
    ('table', 'vigorish', 'own', 'transit', 'own', 'never', 'vigorish leaves a table that closes'),
    ('table', 'tips', 'own', 'transit', 'own', 'never', 'tips leave a table that closes'),
    ('table', 'stack', 'own', 'stake', 'own', 'may', 'wager made; settlement undone'),
    ('table', 'owed', 'own', 'stake', 'own', 'may', 'the same, of a patron without chips'),
    ('table', 'stake', 'own', 'stack', 'own', 'may', 'wager taken back; stake returned'),
    ('table', 'stake', 'own', 'owed', 'own', 'may', 'the same, of a patron who owes'),
    ('table', 'stake', 'own', 'bank', 'own', 'must', 'wager lost'),
    ('table', 'bank', 'own', 'stake', 'own', 'may', 'wager lost, undone; wager of the house against a patron''s bank'),
    ('table', 'stake', 'own', 'tips', 'own', 'must', 'wager for the dealers won'),
    ('table', 'tips', 'own', 'stake', 'own', 'must', 'wager for the dealers won, undone'),
    ('table', 'bank', 'own', 'stack', 'own', 'must', 'payment'),
    ('table', 'stack', 'own', 'bank', 'own', 'must', 'payment undone'),
    ('table', 'bank', 'own', 'owed', 'own', 'must', 'payment to a patron who owes'),
    ('table', 'owed', 'own', 'bank', 'own', 'must', 'payment undone, of a patron without chips'),
    ('table', 'bank', 'own', 'tips', 'own', 'must', 'payment to the dealers'),
    ('table', 'tips', 'own', 'bank', 'own', 'must', 'payment to the dealers undone'),
    ('table', 'stack', 'own', 'vigorish', 'own', 'must', 'vigorish'),
    ('table', 'vigorish', 'own', 'stack', 'own', 'must', 'vigorish undone'),
    ('table', 'owed', 'own', 'vigorish', 'own', 'must', 'vigorish of a patron without chips'),
    ('table', 'vigorish', 'own', 'owed', 'own', 'must', 'vigorish undone, of a patron who owes'),
    ('table', 'stack', 'own', 'marked', 'own', 'must', 'vigorish put off'),
    ('table', 'marked', 'own', 'stack', 'own', 'must', 'vigorish put off, undone'),
    ('table', 'owed', 'own', 'marked', 'own', 'must', 'vigorish put off, of a patron without chips'),
    ('table', 'marked', 'own', 'owed', 'own', 'must', 'vigorish put off, undone, of a patron who owes'),
    ('table', 'marked', 'own', 'vigorish', 'own', 'must', 'vigorish collected that was put off'),
    ('table', 'vigorish', 'own', 'marked', 'own', 'must', 'vigorish collected, undone'),
    ('table', 'payable', 'own', 'stack', 'own', 'must', 'jackpot'),
    ('table', 'stack', 'own', 'payable', 'own', 'must', 'jackpot undone'),
    ('table', 'payable', 'own', 'owed', 'own', 'must', 'jackpot to a patron who owes'),
    ('table', 'owed', 'own', 'payable', 'own', 'must', 'jackpot undone, of a patron without chips'),
    ('table', 'payable', 'own', 'tips', 'own', 'must', 'jackpot to the dealers'),
    ('table', 'tips', 'own', 'payable', 'own', 'must', 'jackpot to the dealers undone'),
    ('meter', 'treasury', 'cage', 'meter', 'own', 'never', 'seed; the meter has grown'),
    ('meter', 'meter', 'own', 'treasury', 'cage', 'never', 'contributions taken back; a seed undone'),
    ('meter', 'treasury', 'cage', 'reserve', 'own', 'never', 'the reserve has grown'),
    ('meter', 'reserve', 'own', 'treasury', 'cage', 'never', 'less was contributed'),
    ('meter', 'reserve', 'own', 'meter', 'own', 'never', 'seed paid by the reserve'),
    ('meter', 'meter', 'own', 'reserve', 'own', 'never', 'seed paid by the reserve, undone'),
    ('meter', 'meter', 'own', 'payable', 'table', 'never', 'grant'),
    ('meter', 'payable', 'table', 'meter', 'own', 'never', 'grant taken back');

-- Between which accounts of two patrons of a table money moves: what is lost to a patron's bank lies with what its holder has staked, and
-- what is won from it is paid from there. Nothing else goes from patron to patron, and always a settlement line says why.
create or replace temporary view allowed_between (debit, credit, cause) as values
    ('stake', 'stake', 'wager lost to a patron''s bank; the same undone'),
    ('stake', 'stack', 'payment by a patron''s bank'),
    ('stack', 'stake', 'payment by a patron''s bank, undone'),
    ('stake', 'owed', 'payment by a patron''s bank to a patron who owes'),
    ('owed', 'stake', 'payment by a patron''s bank, undone, of a patron without chips');

-- Every transfer as what it does to each of its two accounts; and what each held when the months before were archived, as if by a
-- unit 0 of its stream.
create or replace temporary view entry as
    select credit as account, stream, seq, item, at, amount as change from transfer
    union all
    select debit, stream, seq, item, at, -amount from transfer
    union all
    select account, account >> 24, 0, 0::int2, '-infinity', amount from carried;

-- Money that was put on its way, with the key of the message that carries it, which is made of the number of the unit that sent it,
-- and of how many such messages it sent before; and with the key of the answer to that.
create or replace temporary view sent_message as
    with named as (
        select credit as transit, amount, at,
            int8send(stream) || int8send(seq) || int8send(case nth when 1 then 0 else 4294967295 + nth end) as parts
        from (
            select *, row_number() over (partition by stream, seq order by item) as nth
            from transfer where (credit & 16777215) = 5
        ) put
    ), sent as (
        select transit, amount, at, substr(sha256('croupier key 1message'::bytea || parts), 1, 16) as key from named
        union all
        -- Sent in a month that is archived, and not taken in one.
        select transit, amount, '-infinity', key from carried_message
    )
    select *, substr(sha256('croupier key 1reply '::bytea || encode(key, 'hex')::bytea), 1, 16) as back from sent;

-- Money that was taken from where it was on its way, with the key of the message by which it came.
create or replace temporary view taken_message as
    select t.stream, t.seq, t.item, t.at, t.debit as transit, t.amount, u.sender, uuid_send(u.key) as key,
        t.debit >> 24 = t.stream as had_back
    from transfer t join unit u on u.stream = t.stream and u.seq = t.seq
    where (t.debit & 16777215) = 5;

-- What every account holds, and what it is.
create or replace temporary view balance as
    select held.account, held.account >> 24 as stream, kind_of_account.kind, held.amount
    from (select account, sum(change) as amount from entry group by account) held
    left join kind_of_account on (held.account & 16777215) between first and last;

-- Money between two patrons of a table, with both of them: the last eight bits of a stack, a stake and a debt are the patron.
create or replace temporary view between_patrons as
    select stream, seq, item, round, line, giver.kind as debit, debit & 255 as gives, taker.kind as credit, credit & 255 as takes, amount
    from transfer
    join kind_of_account giver on (debit & 16777215) between giver.first and giver.last
    join kind_of_account taker on (credit & 16777215) between taker.first and taker.last
    where giver.kind in ('stack', 'stake', 'owed', 'marked') and taker.kind in ('stack', 'stake', 'owed', 'marked')
        and debit >> 24 = credit >> 24 and (debit & 255) <> (credit & 255);

-- Between which accounts each stream has moved money, how often, and how often with a settlement line.
create or replace temporary view used_pair as
    select used.*, debited.kind as debit_kind, credited.kind as credit_kind
    from (
        select stream, debit, credit, count(*) as times, count(line) as with_line, count(round) as with_round,
            count(*) filter (where rules <> '{}') as with_rules, min(seq) as seq
        from transfer group by stream, debit, credit
    ) used
    left join kind_of_account debited on (debit & 16777215) between debited.first and debited.last
    left join kind_of_account credited on (credit & 16777215) between credited.first and credited.last;

-- The same, each with what allows it; nothing where nothing does.
create or replace temporary view judged_pair as
    select used.*, case when between_two.cause is null then allowed.line else 'must' end as line,
        coalesce(allowed.cause, between_two.cause) as cause
    from used_pair used
    join stream mover on mover.id = used.stream
    left join stream giver on giver.id = used.debit >> 24
    left join stream taker on taker.id = used.credit >> 24
    left join allowed_pair allowed on allowed.unit_of = mover.kind
        and allowed.debit = used.debit_kind
        and allowed.credit = used.credit_kind
        and case allowed.debit_of
            when 'own' then giver.id = mover.id
            when 'cage' then giver.id = mover.cage
            when 'served' then giver.kind = 'table' and giver.cage = mover.id
            when 'table' then giver.kind = 'table'
        end
        and case allowed.credit_of
            when 'own' then taker.id = mover.id
            when 'cage' then taker.id = mover.cage
            when 'served' then taker.kind = 'table' and taker.cage = mover.id
            when 'table' then taker.kind = 'table'
        end
        -- The last eight bits of a stack, a stake, a debt and marked chips are the patron.
        and (used.debit_kind not in ('stack', 'stake', 'owed', 'marked')
            or used.credit_kind not in ('stack', 'stake', 'owed', 'marked')
            or (used.debit & 255) = (used.credit & 255))
    left join allowed_between between_two on mover.kind = 'table' and giver.id = mover.id and taker.id = mover.id
        and between_two.debit = used.debit_kind
        and between_two.credit = used.credit_kind
        and (used.debit & 255) <> (used.credit & 255)
        and used.with_line = used.times;
