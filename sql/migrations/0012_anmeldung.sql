-- A sign-in under way: the browser keeps the id alone, of which only the SHA-256 is stored. Whoever comes back takes the
-- row, so that an answer of the provider serves once, and here alone.
create table anmeldeversuch (
  id_hash text primary key,
  state text not null,
  verifier text not null,
  nonce text not null,
  return_to text not null,
  redirect_uri text not null,
  laeuft_ab_am timestamptz not null
);
create index on anmeldeversuch (laeuft_ab_am);

grant select, insert, delete on anmeldeversuch to pacht_app;
grant select (laeuft_ab_am), delete on anmeldeversuch to pacht_worker;
