-- Why a document was cancelled stands on its Storno.

alter table archiv_beleg add column storno_grund text;
alter table archiv_beleg add check (storno_grund is null or storno_von_id is not null);

-- What a run booked for an account is looked up by both, run by run and account by account.
create index on gebuchter_zeitraum (buchungslauf_id, pachtkonto_id);
drop index gebuchter_zeitraum_buchungslauf_id_idx;
