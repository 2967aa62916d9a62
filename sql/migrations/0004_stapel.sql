-- What a run publishes must be what it computed: the stage remembers the last write to each account's input, and what
-- a document is found by, so that publishing compares and copies but computes nothing.

alter table stapel_konto add column eingabe_geaendert_am timestamptz not null;
alter table stapel_beleg add column suchtext text not null;

-- RE-2026-000001; a year with more than 999,999 documents of a kind goes on with seven digits.
create function belegnummer(belegart text, jahr integer, nummer bigint) returns text
  language sql immutable parallel safe strict
  return case belegart when 'rechnung' then 'RE' when 'schlussrechnung' then 'SR' when 'gutschrift' then 'GS'
      when 'gebuehrenrechnung' then 'GB' when 'stornorechnung' then 'ST' when 'stornogutschrift' then 'SG' end
    || '-' || jahr || '-' || lpad(nummer::text, greatest(6, length(nummer::text)), '0');
