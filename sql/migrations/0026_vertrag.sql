-- What the deadlines of a lease follow from. null: as the law, or the kinds of the objects, say.
alter table pachtkonto
  add column vertragsart text
    check (vertragsart in ('landpacht', 'grundstueckspacht', 'miete', 'jagdpacht', 'sonstige')),
  add column vertragsschluss_am date,
  add column vertragsform text check (vertragsform in ('muendlich', 'textform', 'schriftform', 'notariell')),
  -- { "monate": 6, "zum": "pachtjahr" }
  add column kuendigungsregel jsonb check (kuendigungsregel ? 'monate' and kuendigungsregel ? 'zum'),
  add column verlaengerung_monate integer check (verlaengerung_monate > 0),
  add column anfrage_erhalten_am date,
  add column angezeigt_am date;

-- Letters of ISO 3166-2.
alter table patchobjekt add column bundesland text check (bundesland in ('BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV',
  'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH'));
