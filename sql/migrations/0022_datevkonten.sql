-- Where the posting batch puts what is passed on to lessors, and the fee.
alter table firmendaten
  add column datev_weiterleitungskonto text,
  add column datev_gebuehrenkonto text;
