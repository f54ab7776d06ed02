-- By what the role named $1 could change journal, ledger, roots or logs; no row where nothing is known.

with me as (select oid, rolsuper, rolcreaterole from pg_roles where rolname = $1::text),
parents as (
    select unnest(array['unit', 'transfer', 'transfer_row', 'contribution', 'root', 'sign_in_log', 'account_log',
        'log_head']::regclass[])
        as oid),
history as (
    select c.oid, c.relowner, c.relispartition from pg_class c
    where c.oid in (select oid from parents union all select inhrelid from pg_inherits join parents on oid = inhparent)),
-- The owner of a table, its schema or its database can drop it, and disable its triggers.
owners as (
    select relowner as owner, relowner::regrole || ' owns them' as why from history
    union select nspowner, nspowner::regrole || ' owns their schema' from pg_namespace where nspname in ('public', 'personal')
    union select datdba, datdba::regrole || ' owns the database' from pg_database where datname = current_database()
    union select oid, rolname || ' is a superuser' from pg_roles where rolsuper
    union select oid, rolname || ' reaches the files of the server' from pg_roles
        where rolname in ('pg_write_server_files', 'pg_execute_server_program'))
select 'it is a superuser' from me where rolsuper
union
select 'it can make itself a member of other roles' from me where rolcreaterole and not rolsuper
union
select case when owners.owner = me.oid then 'it is ' else 'it can act as ' end || owner::regrole || ', and ' || why
from me, owners where not rolsuper and pg_has_role(me.oid, owner, 'member')
union
select 'it has rights on ' || history.oid::regclass || ' that it should not have'
from me, history where not rolsuper and not pg_has_role(me.oid, relowner, 'member') and (
    has_table_privilege(me.oid, history.oid, 'update, delete, truncate, trigger')
    or has_any_column_privilege(me.oid, history.oid, 'update')
    or relispartition and has_table_privilege(me.oid, history.oid, 'select, insert'))
union
select 'it can make things in the schema public' from me where not rolsuper and has_schema_privilege(me.oid, 'public', 'create')
order by 1
