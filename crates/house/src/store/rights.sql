-- What the role may do that runs a house, which {role} stands for. Every table of the schema is named: what is not granted
-- here it cannot do. Partitions are not named, so they are reached by way of their parents alone.

revoke create on schema public from public;
revoke all on all tables in schema public, personal from {role};
revoke all on all functions in schema public, personal from {role};
grant usage on schema public, personal to {role};
-- The checks of the ledger have views that end with their session.
grant connect, temporary on database {database} to {role};

-- What was written stays.
grant select, insert on unit, transfer, transfer_row, contribution, root, sign_in_log, account_log to {role};
grant select on log_head, personal.sign_in_address to {role};

-- Months are closed and dropped by the owner.
grant select on month, border, carried, carried_stake, carried_message, archived to {role};

-- Properties and shards are founded by the owner.
grant select on refinery_schema_history, operator, property to {role};
grant select, update (epoch, batch, owner, renewed) on shard to {role};
grant select, insert on person, dictionary, link, keyed to {role};
grant select, insert, update (closed, reopen, next_settings) on stream to {role};
grant select, insert, update (stakes, count) on meter_sum to {role};
grant select, insert, update (sealed, opened_seq, salt, cards) on shoe to {role};
grant select, insert, update (sealed), delete on snapshot to {role};
grant select, insert, update (beat, address, draining), delete on process to {role};
grant select, insert, update (shard, why, at), delete on unfit to {role};
grant select, insert, update (at), delete on examined to {role};
grant select, update (owner, epoch, since) on signer to {role};
grant select, insert, update (role, password, long_password, failures, locked_until, disabled, password_changed, last_seen,
    generation, generation_since) on account to {role};
grant select, insert, update (used, revoked), delete on token to {role};
-- Nothing in a process looks at personal.detail.
grant execute on function open_month(timestamptz) to {role};
