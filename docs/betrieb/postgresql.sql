-- Once, as an administrator of the server: roles, sign-ins and the empty database. The passwords come from the
-- environment, else psql asks for them at the terminal.
\set ON_ERROR_STOP on
\getenv migration PACHT_MIGRATION_PASSWORT
\if :{?migration}
\else
\prompt 'Passwort der Migration: ' migration
\endif
\getenv server PACHT_SERVER_PASSWORT
\if :{?server}
\else
\prompt 'Passwort des Servers: ' server
\endif
\getenv worker PACHT_WORKER_PASSWORT
\if :{?worker}
\else
\prompt 'Passwort des Workers: ' worker
\endif

-- Without a terminal psql takes lines of this file for the answers.
select concat(:'migration', :'server', :'worker') ~ '[\\[:space:]]' as ist_zeile \gset
\if :ist_zeile
do $$ begin
  raise exception 'Passwörter haben weder Leerzeichen noch \. Ohne Terminal stehen sie in PACHT_…_PASSWORT. Nichts ist angelegt.';
end $$;
\endif

create role pacht_owner nologin createrole;
create role pacht_app nologin;
create role pacht_worker nologin;
create role pacht_migration login password :'migration' in role pacht_owner;
create role pacht_server login password :'server' in role pacht_app;
create role pacht_arbeiter login password :'worker' in role pacht_worker;

-- Whatever language the server was installed in, if any: texts are UTF-8, and umlauts have a small and a capital letter.
create database pacht template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8';
grant all on database pacht to pacht_owner;
revoke create, temporary on database pacht from public;
\connect pacht
grant all on schema public to pacht_owner with grant option;
