-- Why a document was cancelled stands on its Storno.

alter table archiv_beleg add column storno_grund text;
alter table archiv_beleg add check (storno_grund is null or storno_von_id is not null);
