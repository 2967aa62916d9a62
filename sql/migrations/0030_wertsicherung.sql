-- What was agreed on how the rent follows the value of money:
-- { "art": "index", "reiheId": 1, "basisMonat": "2021-03", "schwelleBp": 1000, … }, { "art": "prozent", … } or
-- { "art": "staffel", "stufen": [{ "ab": "2027-10-01", "betragCent": 120000, "prozentBp": null }] }.
alter table pachtkonto add column wertsicherung jsonb,
  add constraint pachtkonto_wertsicherung_check check (wertsicherung is null or coalesce(
    case wertsicherung ->> 'art'
      when 'index' then (wertsicherung ->> 'basisMonat') ~ '^\d{4}-(0[1-9]|1[0-2])$'
        and jsonb_typeof(wertsicherung -> 'reiheId') = 'number'
        and (jsonb_typeof(wertsicherung -> 'schwelleBp') = 'number')
          <> (jsonb_typeof(wertsicherung -> 'schwellePunkte') = 'object')
        and wertsicherung ->> 'vergleich' in ('erreicht', 'ueberschritten')
        and wertsicherung ->> 'rundung' in ('exakt', 'amtlich')
      when 'prozent' then jsonb_typeof(wertsicherung -> 'wertBp') = 'number'
        and (wertsicherung ->> 'alleMonate')::integer > 0
      when 'staffel' then jsonb_array_length(wertsicherung -> 'stufen') > 0
    end, false));
-- Who looks for rents to be adjusted goes through these accounts alone.
create index pachtkonto_wertsicherung on pachtkonto (id) where wertsicherung is not null;
