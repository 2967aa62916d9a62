-- Why no VAT is charged on the fee: needed where its rate is 0, and stated on each document over a fee.
alter table firmendaten add column verwaltungsgebuehr_steuerbefreiung_grund text;

-- What is computed follows from it too.
drop trigger eingabe on firmendaten;
create trigger eingabe before update on firmendaten for each row
  when (old.verwaltungsgebuehr_steuersatz_bp is distinct from new.verwaltungsgebuehr_steuersatz_bp
    or old.verwaltungsgebuehr_steuerbefreiung_grund is distinct from new.verwaltungsgebuehr_steuerbefreiung_grund
    or old.zahlungsziel_tage is distinct from new.zahlungsziel_tage)
  execute function merke_eingabe_firmendaten();
