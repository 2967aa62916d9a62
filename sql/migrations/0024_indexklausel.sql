-- What a clause says of an index increase besides its two values.

alter table hebung
  add column weitergabe_bp integer check (weitergabe_bp > 0),
  add column obergrenze_bp integer check (obergrenze_bp > 0),
  -- The values of both series in the month in which one ended: { "alt": "105.1", "neu": "100.3" }.
  add column verkettung jsonb,
  add constraint hebung_klausel_check check (art = 'index'
    or (weitergabe_bp is null and obergrenze_bp is null and verkettung is null));
