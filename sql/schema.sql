-- Written by `npm run schema`; compared by test/sql/schema.test.ts. Change it by a migration.

create extension btree_gist;
create extension pg_trgm;
create extension unaccent;

CREATE OR REPLACE FUNCTION public.bank_von(k kontakt)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('iban', k.iban, 'zahlungsart', k.zahlungsart, 'mandat', k.sepa_mandat_referenz,
    'mandatVom', k.sepa_mandat_datum)
$function$;

CREATE OR REPLACE FUNCTION public.behalte_genannte()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
declare
  ist_genannt boolean;
begin
  perform verlange_neuesten_stand();
  for nr in 0 .. tg_nargs - 2 by 2 loop
    execute format('select exists (select from alt a join %I n on n.%I = a.id)', tg_argv[nr], tg_argv[nr + 1])
    into ist_genannt;
    if ist_genannt then
      raise exception 'Zeilen in % nennen eine von %', tg_argv[nr], tg_table_name
        using errcode = 'foreign_key_violation';
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.belegnummer(belegart text, jahr integer, nummer bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((((CASE belegart WHEN 'rechnung'::text THEN 'RE'::text WHEN 'schlussrechnung'::text THEN 'SR'::text WHEN 'gutschrift'::text THEN 'GS'::text WHEN 'gebuehrenrechnung'::text THEN 'GB'::text WHEN 'stornorechnung'::text THEN 'ST'::text WHEN 'stornogutschrift'::text THEN 'SG'::text ELSE NULL::text END || '-'::text) || jahr) || '-'::text) || lpad((nummer)::text, GREATEST(6, length((nummer)::text)), '0'::text));

CREATE OR REPLACE FUNCTION public.beruehre_eingabe_positionsart()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update pachtkonto set eingabe_geaendert_am = clock_timestamp()
  where id in (select p.pachtkonto_id from pachtkonto_position p join neu on neu.id = p.positionsart_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.beruehre_pachtkonto()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    ids := array(select distinct pachtkonto_id from neu);
  elsif tg_op = 'DELETE' then
    ids := array(select distinct pachtkonto_id from alt);
  else
    ids := array(select pachtkonto_id from neu union select pachtkonto_id from alt);
  end if;
  update pachtkonto set geaendert_am = now(), version = version + 1
  where id = any(ids) and (xmin <> pg_current_xact_id()::xid or geaendert_am <> now());
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bleibt_abgeschlossen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not (new.status = old.status or (old.status = 'abgeschlossen' and new.status = 'storniert'))
    or to_jsonb(new) - 'status' is distinct from to_jsonb(old) - 'status' then
    raise exception 'Ein beendeter Buchungslauf ist unveränderlich' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.falte_zaehler()
 RETURNS bigint
 LANGUAGE sql
AS $function$
  with gefaltet as (
    delete from zaehler returning bereich, schluessel, anzahl
  ), neu as (
    insert into zaehler
    select bereich, schluessel, sum(anzahl) from gefaltet group by bereich, schluessel having sum(anzahl) <> 0
  )
  select count(*) from gefaltet
$function$;

CREATE OR REPLACE FUNCTION public.frist_pachtkonto()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    delete from pachtkonto_frist where id in (select id from alt);
  elsif tg_op = 'INSERT' then
    perform schreibe_pachtkonto_frist(array(select id from neu));
  else
    perform schreibe_pachtkonto_frist(array(
      select id
      from (
        select id, status, vertragsart, pachtbeginn, pachtende, pachtjahr_beginn, vertragsform, kuendigungsregel,
          verlaengerung_monate, anfrage_erhalten_am, vertragsschluss_am, angezeigt_am
        from neu
        except
        select id, status, vertragsart, pachtbeginn, pachtende, pachtjahr_beginn, vertragsform, kuendigungsregel,
          verlaengerung_monate, anfrage_erhalten_am, vertragsschluss_am, angezeigt_am
        from alt
      ) anders));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.frist_patchobjekt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform schreibe_pachtkonto_frist(array(select distinct pachtkonto_id from neu where pachtkonto_id is not null));
  elsif tg_op = 'DELETE' then
    perform schreibe_pachtkonto_frist(array(select distinct pachtkonto_id from alt where pachtkonto_id is not null));
  else
    perform schreibe_pachtkonto_frist(array(
      select pachtkonto_id
      from (
        (select id, pachtkonto_id, objektart, bundesland, flaeche_qm from neu
          except select id, pachtkonto_id, objektart, bundesland, flaeche_qm from alt)
        union all
        (select id, pachtkonto_id, objektart, bundesland, flaeche_qm from alt
          except select id, pachtkonto_id, objektart, bundesland, flaeche_qm from neu)
      ) anders
      where pachtkonto_id is not null
      group by pachtkonto_id));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.fuelle_listen()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from kontakt_liste;
  delete from patchobjekt_liste;
  delete from pachtkonto_liste;
  delete from pachtkonto_frist;
  perform lagere_alle_parteien_aus();
  insert into kontakt_liste select * from kontakt_suchbild;
  insert into patchobjekt_liste select * from patchobjekt_suchbild;
  insert into pachtkonto_liste select * from pachtkonto_suchbild;
  insert into pachtkonto_frist select id, grundlage, beginn from pachtkonto_fristbild;
  insert into hebungsvorschlag_marke default values;
end $function$;
revoke execute on function fuelle_listen() from public;

CREATE OR REPLACE FUNCTION public.gib_raster_frei()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update faelligkeit f
  set pachtjahr_beginn = null, zahlungsrhythmus = null
  where f.pachtkonto_id = new.id and f.status <> 'gebucht' and f.zahlungsrhythmus is not null
    and not exists (
      select from gebuchter_zeitraum g
      where g.pachtkonto_id = new.id and g.storniert_am is null and g.zeitraum_bis >= f.zeitraum_von
    );
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.gilt_bank_weiter(gegangen bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with recursive weg as (
    select bleibt_id, bank from zusammenfuehrung
    where art = 'kontakt' and geht_id = gegangen and zurueckgenommen_am is null
    union all
    select z.bleibt_id, z.bank
    from weg w
    join zusammenfuehrung z on z.art = 'kontakt' and z.geht_id = w.bleibt_id and z.zurueckgenommen_am is null
  )
  select coalesce(bool_and(bank_von(k) = w.bank), false)
  from weg w
  join kontakt k on k.id = w.bleibt_id
$function$;

CREATE OR REPLACE FUNCTION public.halte_kontakt_fest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from kontakt where id = any(array(select kontakt_id from neu)) order by id for share;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.halte_konten_fest(konten bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  gehaltene integer;
begin
  perform verlange_neuesten_stand();
  perform from pachtkonto where id = any(konten) order by id for no key update;
  get diagnostics gehaltene = row_count;
  if gehaltene <> (select count(distinct id) from unnest(konten) id) then
    raise exception 'ein Zeitraum hat kein Pachtkonto' using errcode = 'foreign_key_violation';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.hat_seltene_zeichen(text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ($1 ~ '[^ -~\u00a0-\u0181]'::text);

CREATE OR REPLACE FUNCTION public.kontakt_mit_aufgegangenen(gesucht bigint)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(k.id)
  from kontakt g
  join kontakt k on k.id = coalesce(g.aufgegangen_in, g.id) or k.aufgegangen_in = coalesce(g.aufgegangen_in, g.id)
  where g.id = gesucht
$function$;

CREATE OR REPLACE FUNCTION public.laesst_nur_leeren()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.bemerkung is not null or to_jsonb(new) - 'bemerkung' <> to_jsonb(old) - 'bemerkung' then
    raise exception 'Frühere Bemerkungen lassen sich nur leeren' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.lagere_alle_parteien_aus()
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from pachtkonto_liste_partei;
  delete from pachtkonto_liste_kontakt;
  insert into pachtkonto_liste_partei
  select pachtkonto_id, kontakt_id
  from (
    select distinct pachtkonto_id, kontakt_id, dense_rank() over (partition by kontakt_id order by pachtkonto_id) nr
    from pachtkonto_beteiligter
    where rolle <> 'bevollmaechtigter' and kontakt_id in (
      select kontakt_id from pachtkonto_beteiligter group by kontakt_id having count(*) > parteien_im_suchtext()
    )
  ) t
  where nr > parteien_im_suchtext();
  insert into pachtkonto_liste_kontakt
  select id, such_worte(suchtext_partei)
  from kontakt
  where id in (select kontakt_id from pachtkonto_liste_partei);
$function$;
revoke execute on function lagere_alle_parteien_aus() from public;

CREATE OR REPLACE FUNCTION public.lagere_parteien_aus(konten bigint[], kontakte bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  vielfache bigint[] := array(
    select k.id
    from (select distinct unnest(kontakte) id) k
    where exists (select from pachtkonto_beteiligter b where b.kontakt_id = k.id offset parteien_im_suchtext())
    order by k.id);
begin
  if cardinality(vielfache) = 0 then
    return;
  end if;
  insert into pachtkonto_liste_kontakt
  select id, such_worte(suchtext_partei) from kontakt where id = any(vielfache) order by id
  on conflict do nothing;
  insert into pachtkonto_liste_partei
  select n.pachtkonto_id, n.kontakt_id
  from unnest(konten, kontakte) n (pachtkonto_id, kontakt_id)
  where n.kontakt_id = any(vielfache)
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.liste_beteiligter()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    delete from pachtkonto_liste_partei l
    using alt
    where l.pachtkonto_id = alt.pachtkonto_id and l.kontakt_id = alt.kontakt_id
      and not exists (
        select
        from pachtkonto_beteiligter b
        where b.pachtkonto_id = l.pachtkonto_id and b.kontakt_id = l.kontakt_id and b.rolle <> 'bevollmaechtigter'
      );
  end if;
  if tg_op = 'INSERT' then
    perform lagere_parteien_aus(array_agg(pachtkonto_id), array_agg(kontakt_id))
    from neu
    where rolle <> 'bevollmaechtigter';
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from neu where rolle <> 'bevollmaechtigter'));
  elsif tg_op = 'DELETE' then
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from alt where rolle <> 'bevollmaechtigter'));
  else
    perform lagere_parteien_aus(array_agg(pachtkonto_id), array_agg(kontakt_id))
    from (
      select id, pachtkonto_id, kontakt_id, rolle from neu except select id, pachtkonto_id, kontakt_id, rolle from alt
    ) anders
    where rolle <> 'bevollmaechtigter';
    perform schreibe_pachtkonto_liste(array(
      select pachtkonto_id
      from (
        (select id, pachtkonto_id, kontakt_id, rolle from neu except select id, pachtkonto_id, kontakt_id, rolle from alt)
        union all
        (select id, pachtkonto_id, kontakt_id, rolle from alt except select id, pachtkonto_id, kontakt_id, rolle from neu)
      ) anders
      group by pachtkonto_id));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.liste_kontakt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  umbenannt bigint[];
begin
  if tg_op = 'DELETE' then
    delete from kontakt_liste where id in (select id from alt);
    delete from pachtkonto_liste_kontakt where kontakt_id in (select id from alt);
    return null;
  end if;
  insert into kontakt_liste as l
  select b.* from neu join kontakt_suchbild b using (id)
  on conflict (id) do update set (sortierung, typ, zahlungsmoral, zahlungsart, ort, suchtext) = (excluded.sortierung,
    excluded.typ, excluded.zahlungsmoral, excluded.zahlungsart, excluded.ort, excluded.suchtext)
  where l is distinct from excluded;
  if tg_op = 'UPDATE' then
    delete from kontakt_liste where id in (select id from neu where aufgegangen_in is not null);
    umbenannt := array(
      select id from (select id, suchtext_partei from neu except select id, suchtext_partei from alt) anders);
    update pachtkonto_liste_kontakt l
    set suchtext = such_worte(neu.suchtext_partei)
    from neu
    where l.kontakt_id = neu.id and l.kontakt_id = any(umbenannt);
    perform schreibe_pachtkonto_liste(array(
      select distinct b.pachtkonto_id
      from pachtkonto_beteiligter b
      where b.kontakt_id = any(umbenannt) and b.rolle in ('paechter', 'verpaechter')
        and not exists (
          select from pachtkonto_liste_partei l where l.pachtkonto_id = b.pachtkonto_id and l.kontakt_id = b.kontakt_id
        )));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.liste_pachtkonto()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  gefiltert bigint[];
  umnummeriert bigint[];
begin
  if tg_op = 'INSERT' then
    perform schreibe_pachtkonto_liste(array(select id from neu));
    return null;
  elsif tg_op = 'DELETE' then
    delete from pachtkonto_liste where id in (select id from alt);
    return null;
  end if;
  -- What only filters is set without making the search text again.
  gefiltert := array(
    select id
    from (
      select id, status, pachtbeginn, pachtende, schlussabrechnung, ist_vorauszahlend, hebemonat, letzte_hebung from neu
      except
      select id, status, pachtbeginn, pachtende, schlussabrechnung, ist_vorauszahlend, hebemonat, letzte_hebung from alt
    ) anders);
  if cardinality(gefiltert) > 0 then
    perform from pachtkonto_liste where id = any(gefiltert) order by id for update;
    update pachtkonto_liste l
    set (status, pachtbeginn, pachtende, schlussabrechnung, ist_vorauszahlend, hebemonat, letzte_hebung) =
      (neu.status, neu.pachtbeginn, neu.pachtende, neu.schlussabrechnung, neu.ist_vorauszahlend, neu.hebemonat,
        neu.letzte_hebung)
    from neu
    where neu.id = l.id and l.id = any(gefiltert);
  end if;
  perform schreibe_pachtkonto_liste(array(
    select id
    from (select id, kontonummer, bemerkung from neu except select id, kontonummer, bemerkung from alt) anders));
  umnummeriert := array(
    select id from (select id, kontonummer from neu except select id, kontonummer from alt) anders);
  if cardinality(umnummeriert) > 0 then
    perform schreibe_patchobjekt_liste(array(select id from patchobjekt where pachtkonto_id = any(umnummeriert)));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.liste_patchobjekt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from neu where pachtkonto_id is not null));
    perform schreibe_patchobjekt_liste(array(select id from neu));
  elsif tg_op = 'DELETE' then
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from alt where pachtkonto_id is not null));
    delete from patchobjekt_liste where id in (select id from alt);
  else
    -- The account that an object has left, and the one that it has come to.
    perform schreibe_pachtkonto_liste(array(
      select pachtkonto_id
      from (
        (select id, pachtkonto_id, suchtext_lage from neu except select id, pachtkonto_id, suchtext_lage from alt)
        union all
        (select id, pachtkonto_id, suchtext_lage from alt except select id, pachtkonto_id, suchtext_lage from neu)
      ) anders
      where pachtkonto_id is not null
      group by pachtkonto_id));
    perform schreibe_patchobjekt_liste(array(select id from neu));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.loesche_faelligkeiten()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform verlange_neuesten_stand();
  delete from faelligkeit where pachtkonto_id = any(array(select id from alt));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.merke_alle_klauselkonten()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into hebungsvorschlag_marke default values;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.merke_beleg_fuer_extaccounting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into extaccounting_dokument (beleg_id, belegdatum) select id, belegdatum from neu;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.merke_eingabe()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.eingabe_geaendert_am := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.merke_gebuchtes_klauselkonto()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into hebungsvorschlag_marke (pachtkonto_id)
  select id from pachtkonto where id = any(array(select pachtkonto_id from neu)) and wertsicherung is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.merke_klauselkonto()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into hebungsvorschlag_marke (pachtkonto_id) select id from neu where wertsicherung is not null;
  elsif tg_op = 'DELETE' then
    insert into hebungsvorschlag_marke (pachtkonto_id) select id from alt where wertsicherung is not null;
  else
    insert into hebungsvorschlag_marke (pachtkonto_id)
    select id from neu where wertsicherung is not null union select id from alt where wertsicherung is not null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.merke_vereinbartes_ende()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'gekuendigt' and old.status = 'aktiv' then
    new.vereinbartes_ende := old.pachtende;
  elsif new.status = 'aktiv' then
    new.vereinbartes_ende := null;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.parteien_im_suchtext()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 200;

CREATE OR REPLACE FUNCTION public.pruefe_bezug_auf_beleg()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- As a list, so that each is looked up by its key: a range would grow with the archive when old rows are cancelled.
  ids bigint[] := array(select distinct beleg_id from neu);
begin
  if cardinality(ids) <> (select count(aussteller_id) from archiv_beleg where id = any(ids)) then
    raise exception 'eine Zeile in % hat keinen Beleg', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.pruefe_bezug_auf_benutzer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from (select distinct benutzer_id from neu where benutzer_id is not null) n
    where not exists (select from benutzer b where b.id = n.benutzer_id)
  ) then
    raise exception 'ein Eintrag in % nennt einen Benutzer, den es nicht gibt', tg_table_name
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.pruefe_bezug_auf_lauf()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  laeufe uuid[] := array(select distinct buchungslauf_id from neu where buchungslauf_id is not null);
  vorhandene bigint;
begin
  if cardinality(laeufe) > 0 then
    perform from buchungslauf where id = any(laeufe) order by id for key share;
    get diagnostics vorhandene = row_count;
    perform verlange_alle(vorhandene, cardinality(laeufe), 'buchungslauf');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.pruefe_bezug_des_belegs()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  konten bigint[] := array(select distinct archivkonto_id from neu);
  faelligkeiten bigint[] := array(select distinct faelligkeit_id from neu where faelligkeit_id is not null);
  kontakte bigint[] := array(select distinct kontakt_id from neu);
  stornierte bigint[] := array(select storno_von_id from neu where storno_von_id is not null);
  vorhandene bigint;
begin
  if exists (
    select archivkonto_id, buchungslauf_id, pachtkonto_id from neu
    except
    select id, buchungslauf_id, pachtkonto_id from archivkonto where id = any(konten)
  ) then
    raise exception 'ein Beleg gehört nicht zu Lauf und Konto seines Archivkontos'
      using errcode = 'foreign_key_violation';
  end if;
  if exists (select aussteller_id from neu except select id from archiv_aussteller) then
    raise exception 'ein Beleg hat keinen Aussteller' using errcode = 'foreign_key_violation';
  end if;
  perform from faelligkeit where id = any(faelligkeiten) order by id for key share;
  get diagnostics vorhandene = row_count;
  perform verlange_alle(vorhandene, cardinality(faelligkeiten), 'faelligkeit');
  perform from kontakt where id = any(kontakte) order by id for key share;
  get diagnostics vorhandene = row_count;
  perform verlange_alle(vorhandene, cardinality(kontakte), 'kontakt');
  select count(aussteller_id) into vorhandene from archiv_beleg where id = any(stornierte);
  perform verlange_alle(vorhandene, cardinality(stornierte), 'archiv_beleg');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.pruefe_bezug_des_kontos()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  konten bigint[] := array(select distinct pachtkonto_id from neu);
  vorhandene bigint;
begin
  perform from pachtkonto where id = any(konten) order by id for key share;
  get diagnostics vorhandene = row_count;
  perform verlange_alle(vorhandene, cardinality(konten), 'pachtkonto');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.pruefe_bezug_des_zeitraums()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  faelligkeiten bigint[] := array(select distinct faelligkeit_id from neu);
  vorhandene bigint;
begin
  perform from faelligkeit where id = any(faelligkeiten) order by id for key share;
  get diagnostics vorhandene = row_count;
  perform verlange_alle(vorhandene, cardinality(faelligkeiten), 'faelligkeit');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.schreibe_pachtkonto_frist(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_nestloop TO 'on'
AS $function$
begin
  if schreibt_neue_spaeter() then
    ids := array(select id from pachtkonto_frist where id = any(ids));
  end if;
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from pachtkonto_liste where id = any(ids) order by id for update;
  insert into pachtkonto_frist as f
  select id, grundlage, beginn from pachtkonto_fristbild where id = any(ids)
  on conflict (id) do update set (grundlage, beginn) = (excluded.grundlage, excluded.beginn)
  where f is distinct from excluded;
end $function$;

CREATE OR REPLACE FUNCTION public.schreibe_pachtkonto_liste(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_nestloop TO 'on'
AS $function$
begin
  if schreibt_neue_spaeter() then
    ids := array(select id from pachtkonto_liste where id = any(ids));
  end if;
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from pachtkonto_liste where id = any(ids) order by id for update;
  insert into pachtkonto_liste as l
  select * from pachtkonto_suchbild where id = any(ids)
  on conflict (id) do update set (kontonummer, status, pachtbeginn, pachtende, schlussabrechnung, ist_vorauszahlend,
    hebemonat, letzte_hebung, suchtext) = (excluded.kontonummer, excluded.status, excluded.pachtbeginn,
    excluded.pachtende, excluded.schlussabrechnung, excluded.ist_vorauszahlend, excluded.hebemonat,
    excluded.letzte_hebung, excluded.suchtext)
  where l is distinct from excluded;
  delete from pachtkonto_liste
  where id = any(array(select unnest(ids) except select id from pachtkonto where id = any(ids)));
end $function$;

CREATE OR REPLACE FUNCTION public.schreibe_patchobjekt_liste(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_nestloop TO 'on'
AS $function$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from patchobjekt_liste where id = any(ids) order by id for update;
  insert into patchobjekt_liste as l
  select * from patchobjekt_suchbild where id = any(ids)
  on conflict (id) do update set (sortierung, status, pachtkonto_id, suchtext) = (excluded.sortierung, excluded.status,
    excluded.pachtkonto_id, excluded.suchtext)
  where l is distinct from excluded;
  delete from patchobjekt_liste
  where id = any(array(
    select unnest(ids) except select id from patchobjekt where id = any(ids) and aufgegangen_in is null));
end $function$;

CREATE OR REPLACE FUNCTION public.schreibt_neue_spaeter()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (COALESCE(current_setting('pacht.neue_konten_spaeter'::text, true), ''::text) = 'ja'::text);

CREATE OR REPLACE FUNCTION public.such_falte(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN unaccent('unaccent'::regdictionary, replace(replace(replace(replace(replace($1, 'ä'::text, 'ae'::text), 'ö'::text, 'oe'::text), 'ü'::text, 'ue'::text), 'ß'::text, 'ss'::text), 'str.'::text, 'strasse'::text));

CREATE OR REPLACE FUNCTION public.such_klein(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(CASE WHEN ($1 IS NFC NORMALIZED) THEN $1 ELSE NORMALIZE($1, NFC) END);

CREATE OR REPLACE FUNCTION public.such_muster(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (('%'::text || regexp_replace(such_norm($1), '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text);

CREATE OR REPLACE FUNCTION public.such_norm(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN such_falte(such_klein($1));

CREATE OR REPLACE FUNCTION public.such_text(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  klein text := public.such_klein($1);
  gefaltet text := public.such_falte(klein);
begin
  if klein ~ '[äöü]' then
    return gefaltet || ' ' || public.such_falte(translate(klein, 'äöü', 'aou'));
  end if;
  return gefaltet;
end $function$;

CREATE OR REPLACE FUNCTION public.such_worte(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  hoechstes_wort constant integer := 2046;
  worte text[] := array_remove(string_to_array(translate($1, e'\t\r\n', '   '), ' '), '');
begin
  if octet_length($1) <= hoechstes_wort then
    return array_to_string(tsvector_to_array(array_to_tsvector(worte)), e'\n');
  end if;
  return array_to_string(array(select distinct wort collate "C" from unnest(worte) wort order by 1), e'\n');
end $function$;

CREATE OR REPLACE FUNCTION public.verlange_alle(vorhandene bigint, genannte bigint, tabelle text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if vorhandene <> genannte then
    raise exception 'eine Zeile nennt etwas, das es in % nicht gibt', tabelle using errcode = 'foreign_key_violation';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.verlange_einmal_gebuchte()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
declare
  doppelt bigint;
begin
  if tg_op = 'UPDATE' then
    perform faelligkeit_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis
    from neu
    where storniert_am is null
    except
    select faelligkeit_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis
    from alt
    where storniert_am is null
    limit 1;
    if not found then
      return null;
    end if;
  end if;
  perform halte_konten_fest(array(select pachtkonto_id from neu));
  select n.pachtkonto_id
  into doppelt
  from neu n
  cross join lateral (
    select g.zeitraum_bis
    from gebuchter_zeitraum g
    where g.pachtkonto_id = n.pachtkonto_id and g.zeitraum_von <= n.zeitraum_bis and g.storniert_am is null
      and (g.faelligkeit_id, g.buchungslauf_id) <> (n.faelligkeit_id, n.buchungslauf_id)
    order by g.zeitraum_von desc
    limit 1
  ) davor
  where n.storniert_am is null and davor.zeitraum_bis >= n.zeitraum_von
  limit 1;
  if found then
    raise exception 'ein Zeitraum des Pachtkontos % ist schon gebucht', doppelt
      using errcode = 'exclusion_violation', constraint = 'zeitraum_einmal_gebucht';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.verlange_getrennte_faelligkeiten()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
declare
  doppelt bigint;
begin
  if tg_op = 'UPDATE' then
    perform id, pachtkonto_id, zeitraum_von, zeitraum_bis from neu where status <> 'entfallen'
    except
    select id, pachtkonto_id, zeitraum_von, zeitraum_bis from alt where status <> 'entfallen'
    limit 1;
    if not found then
      return null;
    end if;
  end if;
  perform halte_konten_fest(array(select pachtkonto_id from neu));
  select n.pachtkonto_id
  into doppelt
  from neu n
  cross join lateral (
    select f.zeitraum_bis
    from faelligkeit f
    where f.pachtkonto_id = n.pachtkonto_id and f.zeitraum_von <= n.zeitraum_bis and f.status <> 'entfallen'
      and f.id <> n.id
    order by f.zeitraum_von desc
    limit 1
  ) davor
  where n.status <> 'entfallen' and davor.zeitraum_bis >= n.zeitraum_von
  limit 1;
  if found then
    raise exception 'Fälligkeiten des Pachtkontos % überschneiden sich', doppelt
      using errcode = 'exclusion_violation', constraint = 'faelligkeit_getrennt';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.verlange_loescheintrag()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from alt join auditlog a on a.id = alt.auditlog_id where a.ressource = 'auditlog')
    or exists (
      select auditlog_id from alt
      except
      select genannt::bigint
      from auditlog a
      join auditwert w on w.auditlog_id = a.id
      cross join lateral jsonb_path_query(w.werte::jsonb, '$[*] ? (@.feld == "werte").neu[*]') genannt
      where a.xid = pg_current_xact_id() and a.ressource = 'auditlog' and a.aktion = 'loeschen'
    ) then
    raise exception 'Werte des Audit-Logs gehen nur mit einem Löscheintrag, der sie nennt'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.verlange_neuesten_stand()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Das geht nur, wo jede Anweisung das Neueste sieht' using errcode = 'invalid_transaction_state';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.verweigere_aenderung()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% ist unveränderlich', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.verweigere_storno_vor_schlussabrechnung()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select
    from schlussabrechnung_korrektur k
    where k.faelligkeit_id = new.faelligkeit_id and k.buchungslauf_id = new.buchungslauf_id
      and (select s.storniert_am is null from schlussabrechnung s where s.archivkonto_id = k.archivkonto_id)
  ) then
    raise exception 'der Zeitraum ist schlussabgerechnet' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehle_bemerkung()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into zaehler select 'bemerkung', ressource, count(*) from neu group by ressource;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehle_extaccounting_dokument()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into zaehler
    select 'extaccounting', zustand || ' ' || belegdatum, count(*) from neu group by zustand, belegdatum;
  else
    insert into zaehler
    select 'extaccounting', zustand || ' ' || belegdatum, sum(n)
    from (select zustand, belegdatum, 1 n from neu union all select zustand, belegdatum, -1 from alt) t
    group by zustand, belegdatum
    having sum(n) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehle_faelligkeit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  inaktive bigint[];
begin
  if tg_op = 'INSERT' then
    inaktive := array(
      select id from pachtkonto where id = any(array(select distinct pachtkonto_id from neu)) and status = 'inaktiv');
    insert into zaehler
    select 'faelligkeit', faellig_am::text, count(*) from neu where status = 'offen' group by faellig_am
    union all
    select 'faelligkeit_inaktiv', faellig_am::text, count(*)
    from neu
    where status = 'offen' and pachtkonto_id = any(inaktive)
    group by faellig_am;
  elsif tg_op = 'DELETE' then
    inaktive := array(
      select id from pachtkonto where id = any(array(select distinct pachtkonto_id from alt)) and status = 'inaktiv');
    insert into zaehler
    select 'faelligkeit', faellig_am::text, -count(*) from alt where status = 'offen' group by faellig_am
    union all
    select 'faelligkeit_inaktiv', faellig_am::text, -count(*)
    from alt
    where status = 'offen' and pachtkonto_id = any(inaktive)
    group by faellig_am;
  else
    inaktive := array(
      select id
      from pachtkonto
      where id = any(array(select pachtkonto_id from neu union select pachtkonto_id from alt)) and status = 'inaktiv');
    insert into zaehler
    select 'faelligkeit', faellig_am::text, sum(n)
    from (
      select faellig_am, 1 n from neu where status = 'offen'
      union all
      select faellig_am, -1 from alt where status = 'offen'
    ) t
    group by faellig_am
    having sum(n) <> 0
    union all
    select 'faelligkeit_inaktiv', faellig_am::text, sum(n)
    from (
      select pachtkonto_id, faellig_am, 1 n from neu where status = 'offen'
      union all
      select pachtkonto_id, faellig_am, -1 from alt where status = 'offen'
    ) f
    where pachtkonto_id = any(inaktive)
    group by faellig_am
    having sum(n) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehle_inaktives_ab()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into zaehler
  select 'faelligkeit_inaktiv', faellig_am::text, -count(*)
  from faelligkeit
  where pachtkonto_id = old.id and status = 'offen'
  group by faellig_am;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehle_kontakt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into zaehler
    select 'kontakt', concat_ws(' ', zahlungsmoral, zahlungsart, typ), count(*)
    from neu
    group by zahlungsmoral, zahlungsart, typ;
  elsif tg_op = 'DELETE' then
    insert into zaehler
    select 'kontakt', concat_ws(' ', zahlungsmoral, zahlungsart, typ), -count(*)
    from alt
    group by zahlungsmoral, zahlungsart, typ;
  else
    insert into zaehler
    select 'kontakt', concat_ws(' ', zahlungsmoral, zahlungsart, typ), sum(n)
    from (
      select zahlungsmoral, zahlungsart, typ, 1 n from neu where aufgegangen_in is null
      union all
      select zahlungsmoral, zahlungsart, typ, -1 from alt where aufgegangen_in is null
    ) t
    group by zahlungsmoral, zahlungsart, typ
    having sum(n) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehle_pachtkonto()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into zaehler
    select 'pachtkonto', status, count(*) from neu group by status
    union all
    select 'vorauszahlung_unbekannt', '', count(*)
    from neu
    where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt')
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into zaehler
    select 'pachtkonto', status, -count(*) from alt group by status
    union all
    select 'vorauszahlung_unbekannt', '', -count(*)
    from alt
    where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt')
    having count(*) > 0;
  else
    insert into zaehler
    select 'pachtkonto', status, sum(n)
    from (select status, 1 n from neu union all select status, -1 from alt) t
    group by status
    having sum(n) <> 0
    union all
    select 'vorauszahlung_unbekannt', '', sum(n)
    from (
      select status, ist_vorauszahlend, 1 n from neu
      union all
      select status, ist_vorauszahlend, -1 from alt
    ) t
    where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt')
    having sum(n) <> 0
    -- Its open due dates come or go with its being inactive.
    union all
    select 'faelligkeit_inaktiv', f.faellig_am::text, sum(w.n)
    from (
      select id, sum(n) n
      from (
        select id, 1 n from neu where status = 'inaktiv'
        union all
        select id, -1 from alt where status = 'inaktiv'
      ) t
      group by id
      having sum(n) <> 0
    ) w
    join faelligkeit f on f.pachtkonto_id = w.id
    where f.status = 'offen'
    group by f.faellig_am;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehle_pachtkonto_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Apart from this one the rows are compared as they are: as jsonb it took most of the time of a write.
  new.eingabe_geaendert_am := old.eingabe_geaendert_am;
  if new is distinct from old then
    new.version := old.version + 1;
    new.geaendert_am := now();
  end if;
  if new.kontonummer <> old.kontonummer then
    new.kontonummer_doppel := 0;
  end if;
  new.eingabe_geaendert_am := clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehle_patchobjekt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into zaehler select 'patchobjekt', status, count(*) from neu group by status;
  elsif tg_op = 'DELETE' then
    insert into zaehler select 'patchobjekt', status, -count(*) from alt group by status;
  else
    insert into zaehler
    select 'patchobjekt', status, sum(n)
    from (
      select status, 1 n from neu where aufgegangen_in is null
      union all
      select status, -1 from alt where aufgegangen_in is null
    ) t
    group by status
    having sum(n) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehle_pdfs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Always in one order, so that two who store letters of several runs never wait for each other.
  perform from buchungslauf
    where id in (select b.buchungslauf_id from neu n join archiv_beleg b on b.id = n.beleg_id)
    order by id
    for no key update;
  update buchungslauf l
  set pdf_erstellt = l.pdf_erstellt + z.erstellt, pdf_fehlgeschlagen = l.pdf_fehlgeschlagen + z.fehlgeschlagen
  from (
    select b.buchungslauf_id, count(*) filter (where n.status = 'erstellt') erstellt,
      count(*) filter (where n.status = 'fehlgeschlagen') fehlgeschlagen
    from neu n
    join archiv_beleg b on b.id = n.beleg_id
    group by b.buchungslauf_id
  ) z
  where z.buchungslauf_id = l.id;
  if tg_op = 'UPDATE' then
    update buchungslauf l
    set pdf_erstellt = l.pdf_erstellt - z.erstellt, pdf_fehlgeschlagen = l.pdf_fehlgeschlagen - z.fehlgeschlagen
    from (
      select b.buchungslauf_id, count(*) filter (where a.status = 'erstellt') erstellt,
        count(*) filter (where a.status = 'fehlgeschlagen') fehlgeschlagen
      from alt a
      join archiv_beleg b on b.id = a.beleg_id
      group by b.buchungslauf_id
    ) z
    where z.buchungslauf_id = l.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehle_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  new.geaendert_am := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.zaehlt_nur_vorwaerts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' or (new.belegart, new.jahr) is distinct from (old.belegart, old.jahr)
    or new.naechste < old.naechste then
    raise exception 'Ein Nummernkreis zählt nur vorwärts' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

create table anfragezaehler (
  schluessel text not null,
  fenster timestamp with time zone not null,
  anzahl integer not null,
  constraint anfragezaehler_pkey PRIMARY KEY (schluessel, fenster)
);
CREATE INDEX anfragezaehler_fenster_idx ON public.anfragezaehler USING btree (fenster);
grant delete, insert, select, update on anfragezaehler to pacht_app;
grant delete, select on anfragezaehler to pacht_worker;

create table anmeldeversuch (
  id_hash text not null,
  state text not null,
  verifier text not null,
  nonce text not null,
  return_to text not null,
  redirect_uri text not null,
  laeuft_ab_am timestamp with time zone not null,
  constraint anmeldeversuch_pkey PRIMARY KEY (id_hash)
);
CREATE INDEX anmeldeversuch_laeuft_ab_am_idx ON public.anmeldeversuch USING btree (laeuft_ab_am);
grant delete on anmeldeversuch to pacht_worker;
grant delete, insert, select on anmeldeversuch to pacht_app;
grant select (laeuft_ab_am) on anmeldeversuch to pacht_worker;

create table archiv_aussteller (
  id bigint not null generated always as identity,
  sha256 text not null,
  daten jsonb not null,
  logo_sha256 text,
  constraint archiv_aussteller_pkey PRIMARY KEY (id),
  constraint archiv_aussteller_sha256_key UNIQUE (sha256),
  constraint archiv_aussteller_logo_sha256_fkey FOREIGN KEY (logo_sha256) REFERENCES archiv_logo(sha256)
);
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.archiv_aussteller FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.archiv_aussteller FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on archiv_aussteller to pacht_app;
grant select on archiv_aussteller to pacht_worker;

create table archiv_beleg (
  id bigint not null generated by default as identity,
  buchungslauf_id uuid not null,
  archivkonto_id bigint not null,
  aussteller_id bigint not null,
  pachtkonto_id bigint not null,
  kontonummer text not null,
  faelligkeit_id bigint,
  art text not null default 'regulaer'::text,
  belegart text not null,
  belegnummer text not null,
  belegdatum date not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  zahlbar_bis date not null,
  kontakt_id bigint not null,
  empfaenger jsonb not null,
  netto_cent bigint not null,
  steuer_cent bigint not null,
  brutto_cent bigint not null,
  gebuehr_beleg_id bigint,
  auszahlung_cent bigint,
  storno_von_id bigint,
  storno_grund text,
  suchtext text not null,
  erstellt_am timestamp with time zone not null default now(),
  leistung_von date not null,
  leistung_bis date not null,
  constraint archiv_beleg_pkey PRIMARY KEY (id),
  constraint archiv_beleg_belegnummer_key UNIQUE (belegnummer),
  constraint archiv_beleg_storno_von_id_key UNIQUE (storno_von_id),
  constraint archiv_beleg_art_check CHECK ((art = ANY (ARRAY['regulaer'::text, 'schlussabrechnung'::text]))),
  constraint archiv_beleg_belegart_check CHECK ((belegart = ANY (ARRAY['rechnung'::text, 'schlussrechnung'::text, 'gutschrift'::text, 'gebuehrenrechnung'::text, 'stornorechnung'::text, 'stornogutschrift'::text]))),
  constraint archiv_beleg_check CHECK (((netto_cent + steuer_cent) = brutto_cent)),
  constraint archiv_beleg_check1 CHECK (((belegart = ANY (ARRAY['stornorechnung'::text, 'stornogutschrift'::text])) = (storno_von_id IS NOT NULL))),
  constraint archiv_beleg_check2 CHECK (((faelligkeit_id IS NOT NULL) OR (art = 'schlussabrechnung'::text))),
  constraint archiv_beleg_check3 CHECK (((storno_grund IS NULL) OR (storno_von_id IS NOT NULL))),
  constraint archiv_beleg_check4 CHECK ((leistung_von <= leistung_bis)),
  constraint archiv_beleg_gebuehr_beleg_id_fkey FOREIGN KEY (gebuehr_beleg_id) REFERENCES archiv_beleg(id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX archiv_beleg_archivkonto_id_idx ON public.archiv_beleg USING btree (archivkonto_id);
CREATE INDEX archiv_beleg_buchungslauf_id_belegnummer_idx ON public.archiv_beleg USING btree (buchungslauf_id, belegnummer);
CREATE INDEX archiv_beleg_faelligkeit_id_idx ON public.archiv_beleg USING btree (faelligkeit_id);
CREATE INDEX archiv_beleg_kontakt_id_idx ON public.archiv_beleg USING btree (kontakt_id);
CREATE INDEX archiv_beleg_nach_belegdatum ON public.archiv_beleg USING btree (belegdatum, ((id + 0))) INCLUDE (id, belegart, brutto_cent);
CREATE INDEX archiv_beleg_nach_brutto ON public.archiv_beleg USING btree (brutto_cent, ((id + 0))) INCLUDE (id);
CREATE INDEX archiv_beleg_pachtkonto_id_zeitraum_von_idx ON public.archiv_beleg USING btree (pachtkonto_id, zeitraum_von);
CREATE INDEX archiv_beleg_suche ON public.archiv_beleg USING gin (suchtext gin_trgm_ops);
CREATE INDEX archiv_beleg_unter_null ON public.archiv_beleg USING btree (belegdatum, ((id + 0))) INCLUDE (id, belegart, brutto_cent) WHERE ((brutto_cent < 0) AND (storno_von_id IS NULL));
CREATE TRIGGER bezug AFTER INSERT ON public.archiv_beleg REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION pruefe_bezug_des_belegs();
CREATE TRIGGER extaccounting_neu AFTER INSERT ON public.archiv_beleg REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION merke_beleg_fuer_extaccounting();
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.archiv_beleg FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.archiv_beleg FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on archiv_beleg to pacht_app;
grant select on archiv_beleg to pacht_worker;

create table archiv_logo (
  sha256 text not null,
  medientyp text not null,
  breite integer not null,
  hoehe integer not null,
  inhalt bytea not null,
  constraint archiv_logo_pkey PRIMARY KEY (sha256),
  constraint archiv_logo_breite_check CHECK ((breite > 0)),
  constraint archiv_logo_check CHECK ((sha256 = encode(sha256(inhalt), 'hex'::text))),
  constraint archiv_logo_hoehe_check CHECK ((hoehe > 0)),
  constraint archiv_logo_medientyp_check CHECK ((medientyp = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])))
);
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.archiv_logo FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.archiv_logo FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on archiv_logo to pacht_app;
grant select on archiv_logo to pacht_worker;

create table archiv_pdf (
  beleg_id bigint not null,
  status text not null,
  versuche integer not null default 1,
  fehler text,
  layout_version integer,
  sha256 text,
  inhalt bytea,
  erstellt_am timestamp with time zone not null default now(),
  constraint archiv_pdf_pkey PRIMARY KEY (beleg_id),
  constraint archiv_pdf_check CHECK (((status = 'erstellt'::text) = (inhalt IS NOT NULL))),
  constraint archiv_pdf_check1 CHECK (((status = 'erstellt'::text) = (sha256 IS NOT NULL))),
  constraint archiv_pdf_check2 CHECK (((status = 'fehlgeschlagen'::text) = (fehler IS NOT NULL))),
  constraint archiv_pdf_status_check CHECK ((status = ANY (ARRAY['erstellt'::text, 'fehlgeschlagen'::text]))),
  constraint archiv_pdf_beleg_id_fkey FOREIGN KEY (beleg_id) REFERENCES archiv_beleg(id)
);
CREATE INDEX archiv_pdf_fehlgeschlagen ON public.archiv_pdf USING btree (beleg_id) WHERE (status = 'fehlgeschlagen'::text);
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.archiv_pdf FOR EACH ROW WHEN ((old.status = 'erstellt'::text)) EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.archiv_pdf FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER zaehle_geaenderte AFTER UPDATE ON public.archiv_pdf REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_pdfs();
CREATE TRIGGER zaehle_neue AFTER INSERT ON public.archiv_pdf REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_pdfs();
grant insert, select, update on archiv_pdf to pacht_app;
grant insert, select, update on archiv_pdf to pacht_worker;

create table archiv_steuer (
  beleg_id bigint not null,
  nr integer not null,
  steuersatz_bp integer not null,
  steuerbefreiung_grund text,
  netto_cent bigint not null,
  steuer_cent bigint not null,
  constraint archiv_steuer_pkey PRIMARY KEY (beleg_id, nr)
);
CREATE TRIGGER bezug AFTER INSERT ON public.archiv_steuer REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION pruefe_bezug_auf_beleg();
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.archiv_steuer FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.archiv_steuer FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on archiv_steuer to pacht_app;
grant select on archiv_steuer to pacht_worker;

create table archiv_xrechnung (
  beleg_id bigint not null,
  sha256 text not null,
  inhalt bytea not null,
  erstellt_am timestamp with time zone not null default now(),
  constraint archiv_xrechnung_pkey PRIMARY KEY (beleg_id),
  constraint archiv_xrechnung_beleg_id_fkey FOREIGN KEY (beleg_id) REFERENCES archiv_beleg(id)
);
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.archiv_xrechnung FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.archiv_xrechnung FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on archiv_xrechnung to pacht_app;

create table archiv_zeile (
  beleg_id bigint not null,
  nr integer not null,
  ursprung_id bigint,
  position_id bigint,
  positionsart_id bigint,
  bezeichnung text not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  netto_cent bigint not null,
  steuersatz_bp integer not null,
  steuerbefreiung_grund text,
  weiterleitung boolean not null,
  herleitung jsonb not null,
  constraint archiv_zeile_pkey PRIMARY KEY (beleg_id, nr)
);
CREATE TRIGGER bezug AFTER INSERT ON public.archiv_zeile REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION pruefe_bezug_auf_beleg();
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.archiv_zeile FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.archiv_zeile FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on archiv_zeile to pacht_app;
grant select on archiv_zeile to pacht_worker;

create table archivkonto (
  id bigint not null generated always as identity,
  buchungslauf_id uuid not null,
  pachtkonto_id bigint not null,
  kontonummer text not null,
  konto jsonb not null,
  anzahl_dokumente integer not null,
  paechter_brutto_cent bigint not null,
  verpaechter_brutto_cent bigint not null,
  gebuehr_brutto_cent bigint not null,
  constraint archivkonto_pkey PRIMARY KEY (id),
  constraint archivkonto_buchungslauf_id_pachtkonto_id_key UNIQUE (buchungslauf_id, pachtkonto_id)
);
CREATE INDEX archivkonto_pachtkonto_id_idx ON public.archivkonto USING btree (pachtkonto_id);
CREATE TRIGGER bezug AFTER INSERT ON public.archivkonto REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION pruefe_bezug_des_kontos();
CREATE TRIGGER bezug_lauf AFTER INSERT ON public.archivkonto REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION pruefe_bezug_auf_lauf();
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.archivkonto FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.archivkonto FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on archivkonto to pacht_app;
grant select on archivkonto to pacht_worker;

create table archivkonto_markierung (
  archivkonto_id bigint not null,
  version integer not null default 1,
  markierung text,
  notiz text,
  benutzer_name text not null,
  geaendert_am timestamp with time zone not null default now(),
  constraint archivkonto_markierung_pkey PRIMARY KEY (archivkonto_id),
  constraint archivkonto_markierung_markierung_check CHECK ((markierung = ANY (ARRAY['geprueft'::text, 'rueckfrage'::text, 'gesperrt'::text]))),
  constraint archivkonto_markierung_archivkonto_id_fkey FOREIGN KEY (archivkonto_id) REFERENCES archivkonto(id)
);
CREATE TRIGGER version BEFORE UPDATE ON public.archivkonto_markierung FOR EACH ROW EXECUTE FUNCTION zaehle_version();
grant insert, select, update on archivkonto_markierung to pacht_app;
grant select on archivkonto_markierung to pacht_worker;

create table auditlog (
  id bigint not null generated always as identity,
  zeitpunkt timestamp with time zone not null default clock_timestamp(),
  benutzer_id bigint,
  benutzer_name text not null,
  aktion text not null,
  ressource text not null,
  ressource_id text,
  werte_hash bytea,
  anfrage_id text,
  xid xid8 not null default pg_current_xact_id(),
  constraint auditlog_pkey PRIMARY KEY (id),
  constraint auditlog_werte_hash_check CHECK ((octet_length(werte_hash) = 32))
);
CREATE INDEX auditlog_benutzer_id_zeitpunkt_id_idx ON public.auditlog USING btree (benutzer_id, zeitpunkt, id);
CREATE INDEX auditlog_ressource_ressource_id_zeitpunkt_id_idx ON public.auditlog USING btree (ressource, ressource_id, zeitpunkt, id);
CREATE INDEX auditlog_von_benutzern ON public.auditlog USING btree (zeitpunkt, id, ressource, benutzer_id) WHERE (benutzer_id IS NOT NULL);
CREATE INDEX auditlog_xid_id_idx ON public.auditlog USING btree (xid, id);
CREATE INDEX auditlog_zeitpunkt_id_idx ON public.auditlog USING btree (zeitpunkt, id);
CREATE TRIGGER bezug AFTER INSERT ON public.auditlog REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION pruefe_bezug_auf_benutzer();
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.auditlog FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.auditlog FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on auditlog to pacht_app;
grant insert, select on auditlog to pacht_worker;

create table auditwert (
  auditlog_id bigint not null,
  salz bytea not null,
  werte text not null,
  constraint auditwert_pkey PRIMARY KEY (auditlog_id),
  constraint auditwert_salz_check CHECK ((octet_length(salz) = 16))
);
CREATE TRIGGER nur_mit_loescheintrag AFTER DELETE ON public.auditwert REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION verlange_loescheintrag();
CREATE TRIGGER unveraenderlich BEFORE UPDATE ON public.auditwert FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.auditwert FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant delete, insert, select on auditwert to pacht_app;
grant insert, select on auditwert to pacht_worker;

create table aufbewahrung (
  id integer not null default 1,
  version integer not null default 1,
  offene_jahre integer[] not null default '{}'::integer[],
  geaendert_am timestamp with time zone not null default now(),
  constraint aufbewahrung_pkey PRIMARY KEY (id),
  constraint aufbewahrung_id_check CHECK ((id = 1))
);
CREATE TRIGGER version BEFORE UPDATE ON public.aufbewahrung FOR EACH ROW EXECUTE FUNCTION zaehle_version();
grant select on aufbewahrung to pacht_worker;
grant select, update on aufbewahrung to pacht_app;

create table auftrag (
  id bigint not null generated always as identity,
  art text not null,
  daten jsonb not null,
  status text not null default 'wartend'::text,
  job_id uuid,
  benutzer_id bigint,
  benutzer_name text not null,
  ursache text,
  ergebnis jsonb,
  angelegt_am timestamp with time zone not null default now(),
  begonnen_am timestamp with time zone,
  beendet_am timestamp with time zone,
  wiederholung_von bigint,
  spur text,
  constraint auftrag_pkey PRIMARY KEY (id),
  constraint auftrag_job_id_key UNIQUE (job_id),
  constraint auftrag_check CHECK (((status = ANY (ARRAY['fertig'::text, 'fehlgeschlagen'::text, 'abgebrochen'::text])) = (beendet_am IS NOT NULL))),
  constraint auftrag_check1 CHECK (((job_id IS NULL) = (art = 'extaccounting'::text))),
  constraint auftrag_status_check CHECK ((status = ANY (ARRAY['wartend'::text, 'laeuft'::text, 'fertig'::text, 'fehlgeschlagen'::text, 'abgebrochen'::text]))),
  constraint auftrag_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id),
  constraint auftrag_wiederholung_von_fkey FOREIGN KEY (wiederholung_von) REFERENCES auftrag(id) ON DELETE SET NULL
);
CREATE INDEX auftrag_art_id_idx ON public.auftrag USING btree (art, id);
CREATE INDEX auftrag_benutzer_id_id_idx ON public.auftrag USING btree (benutzer_id, id);
CREATE INDEX auftrag_status_idx ON public.auftrag USING btree (status) WHERE (status = ANY (ARRAY['wartend'::text, 'laeuft'::text]));
CREATE INDEX auftrag_wiederholung_von_idx ON public.auftrag USING btree (wiederholung_von) WHERE (wiederholung_von IS NOT NULL);
CREATE UNIQUE INDEX auftrag_extaccounting ON public.auftrag USING btree ((((daten ->> 'auftragId'::text))::bigint)) WHERE (art = 'extaccounting'::text);
grant delete, insert, select, update on auftrag to pacht_worker;
grant insert, select on auftrag to pacht_app;

create table ausblick (
  monat date not null,
  anzahl integer not null,
  betrag_cent bigint not null,
  berechnet_am timestamp with time zone not null default now(),
  constraint ausblick_pkey PRIMARY KEY (monat)
);
grant delete, insert, select on ausblick to pacht_worker;
grant select on ausblick to pacht_app;

create table bemerkung_verlauf (
  id bigint not null generated always as identity,
  ressource text not null,
  ressource_id bigint not null,
  bemerkung text,
  benutzer_id bigint,
  benutzer_name text not null,
  zeitpunkt timestamp with time zone not null default now(),
  constraint bemerkung_verlauf_pkey PRIMARY KEY (id),
  constraint bemerkung_verlauf_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id)
);
CREATE INDEX bemerkung_verlauf_ressource_ressource_id_idx ON public.bemerkung_verlauf USING btree (ressource, ressource_id);
CREATE INDEX bemerkung_verlauf_zeitpunkt_id_idx ON public.bemerkung_verlauf USING btree (zeitpunkt, id);
CREATE TRIGGER nur_leeren BEFORE UPDATE ON public.bemerkung_verlauf FOR EACH ROW EXECUTE FUNCTION laesst_nur_leeren();
CREATE TRIGGER zaehler_neu AFTER INSERT ON public.bemerkung_verlauf REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_bemerkung();
grant insert on bemerkung_verlauf to pacht_worker;
grant insert, select on bemerkung_verlauf to pacht_app;
grant update (bemerkung) on bemerkung_verlauf to pacht_app;

create table benutzer (
  id bigint not null generated always as identity,
  aussteller text not null,
  subjekt text not null,
  name text not null,
  email text,
  rollen text[] not null default '{}'::text[],
  erstellt_am timestamp with time zone not null default now(),
  letzte_anmeldung_am timestamp with time zone not null default now(),
  constraint benutzer_pkey PRIMARY KEY (id),
  constraint benutzer_aussteller_subjekt_key UNIQUE (aussteller, subjekt),
  constraint benutzer_rollen_check CHECK ((rollen <@ ARRAY['administrator'::text, 'verwalter'::text, 'mitarbeiter'::text, 'pruefer'::text]))
);
CREATE TRIGGER genannte_bleiben AFTER DELETE ON public.benutzer REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION behalte_genannte('auditlog', 'benutzer_id');
grant insert, select, update on benutzer to pacht_app;
grant select on benutzer to pacht_worker;

create table betriebsverlauf (
  minute timestamp with time zone not null,
  prozess uuid not null,
  art text not null,
  stufen integer[] not null,
  fehler integer not null,
  hoechste_ms integer not null,
  constraint betriebsverlauf_pkey PRIMARY KEY (minute, prozess),
  constraint betriebsverlauf_art_check CHECK ((art = ANY (ARRAY['server'::text, 'worker'::text])))
);
grant delete, insert, select, update on betriebsverlauf to pacht_worker;
grant insert, select, update on betriebsverlauf to pacht_app;

create table break_glass_versuch (
  id bigint not null generated always as identity,
  zeitpunkt timestamp with time zone not null default now(),
  adresse text not null default ''::text,
  constraint break_glass_versuch_pkey PRIMARY KEY (id)
);
CREATE INDEX break_glass_versuch_adresse_zeitpunkt_idx ON public.break_glass_versuch USING btree (adresse, zeitpunkt);
CREATE INDEX break_glass_versuch_zeitpunkt_idx ON public.break_glass_versuch USING btree (zeitpunkt);
grant insert, select on break_glass_versuch to pacht_app;

create table buchungslauf (
  id uuid not null default gen_random_uuid(),
  datum date not null,
  status text not null default 'laufend'::text,
  auswahl bigint[],
  vorschau_hash text,
  belegdatum date not null,
  anzahl_konten integer not null default 0,
  anzahl_dokumente integer not null default 0,
  anzahl_nicht_abrechenbar integer not null default 0,
  nicht_abrechenbar jsonb not null default '[]'::jsonb,
  paechter_netto_cent bigint not null default 0,
  paechter_steuer_cent bigint not null default 0,
  paechter_brutto_cent bigint not null default 0,
  verpaechter_brutto_cent bigint not null default 0,
  gebuehr_brutto_cent bigint not null default 0,
  auszahlung_cent bigint not null default 0,
  pdf_erstellt integer not null default 0,
  pdf_fehlgeschlagen integer not null default 0,
  benutzer_id bigint,
  benutzer_name text not null,
  begonnen_am timestamp with time zone not null default now(),
  beendet_am timestamp with time zone,
  fehler text,
  constraint buchungslauf_pkey PRIMARY KEY (id),
  constraint buchungslauf_check CHECK (((status = 'laufend'::text) = (beendet_am IS NULL))),
  constraint buchungslauf_check1 CHECK (((status = 'fehlgeschlagen'::text) = (fehler IS NOT NULL))),
  constraint buchungslauf_status_check CHECK ((status = ANY (ARRAY['laufend'::text, 'abgeschlossen'::text, 'fehlgeschlagen'::text, 'storniert'::text]))),
  constraint buchungslauf_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id)
);
CREATE INDEX buchungslauf_beendet_am_idx ON public.buchungslauf USING btree (beendet_am DESC) WHERE (status = ANY (ARRAY['abgeschlossen'::text, 'storniert'::text]));
CREATE INDEX buchungslauf_begonnen_am_idx ON public.buchungslauf USING btree (begonnen_am) WHERE (status = 'laufend'::text);
CREATE TRIGGER abgeschlossen BEFORE UPDATE OF id, datum, status, auswahl, vorschau_hash, belegdatum, anzahl_konten, anzahl_dokumente, anzahl_nicht_abrechenbar, nicht_abrechenbar, paechter_netto_cent, paechter_steuer_cent, paechter_brutto_cent, verpaechter_brutto_cent, gebuehr_brutto_cent, auszahlung_cent, benutzer_id, benutzer_name, begonnen_am, beendet_am, fehler ON public.buchungslauf FOR EACH ROW WHEN (((old.status <> 'laufend'::text) AND (CURRENT_USER <> 'pacht_owner'::name))) EXECUTE FUNCTION bleibt_abgeschlossen();
CREATE TRIGGER genannte_bleiben AFTER DELETE ON public.buchungslauf REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION behalte_genannte('archivkonto', 'buchungslauf_id', 'gebuchter_zeitraum', 'buchungslauf_id', 'faelligkeit', 'buchungslauf_id');
grant insert, select, update on buchungslauf to pacht_app;
grant select, update on buchungslauf to pacht_worker;

create table duplikat_haeufigkeit (
  art text not null,
  wort text not null,
  anzahl bigint not null,
  constraint duplikat_haeufigkeit_pkey PRIMARY KEY (art, wort),
  constraint duplikat_haeufigkeit_art_fkey FOREIGN KEY (art) REFERENCES duplikat_lauf(art)
);
grant delete, insert, select, update on duplikat_haeufigkeit to pacht_worker;
grant delete, select on duplikat_haeufigkeit to pacht_app;

create table duplikat_kontakt_entscheidung (
  a_id bigint not null,
  b_id bigint not null,
  benutzer_id bigint,
  benutzer_name text not null,
  entschieden_am timestamp with time zone not null default now(),
  constraint duplikat_kontakt_entscheidung_pkey PRIMARY KEY (a_id, b_id),
  constraint duplikat_kontakt_entscheidung_check CHECK ((a_id < b_id)),
  constraint duplikat_kontakt_entscheidung_a_id_fkey FOREIGN KEY (a_id) REFERENCES kontakt(id) ON DELETE CASCADE,
  constraint duplikat_kontakt_entscheidung_b_id_fkey FOREIGN KEY (b_id) REFERENCES kontakt(id) ON DELETE CASCADE,
  constraint duplikat_kontakt_entscheidung_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id)
);
CREATE INDEX duplikat_kontakt_entscheidung_b_id_idx ON public.duplikat_kontakt_entscheidung USING btree (b_id);
grant delete, insert, select, update on duplikat_kontakt_entscheidung to pacht_app;
grant select on duplikat_kontakt_entscheidung to pacht_worker;

create table duplikat_kontakt_paar (
  a_id bigint not null,
  b_id bigint not null,
  score integer not null,
  gruende text[] not null,
  kein_duplikat boolean not null default false,
  constraint duplikat_kontakt_paar_pkey PRIMARY KEY (a_id, b_id),
  constraint duplikat_kontakt_paar_check CHECK ((a_id < b_id)),
  constraint duplikat_kontakt_paar_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint duplikat_kontakt_paar_a_id_fkey FOREIGN KEY (a_id) REFERENCES kontakt(id) ON DELETE CASCADE,
  constraint duplikat_kontakt_paar_b_id_fkey FOREIGN KEY (b_id) REFERENCES kontakt(id) ON DELETE CASCADE
);
CREATE INDEX duplikat_kontakt_paar_b_id_idx ON public.duplikat_kontakt_paar USING btree (b_id);
CREATE INDEX duplikat_kontakt_paar_kein_duplikat_score_a_id_b_id_idx ON public.duplikat_kontakt_paar USING btree (kein_duplikat, score DESC, a_id, b_id);
grant delete, insert, select, update on duplikat_kontakt_paar to pacht_app;
grant delete, insert, select, update on duplikat_kontakt_paar to pacht_worker;

create table duplikat_kontakt_schluessel (
  schluessel integer not null,
  id bigint not null,
  constraint duplikat_kontakt_schluessel_pkey PRIMARY KEY (schluessel, id)
);
grant delete, insert, select, update on duplikat_kontakt_schluessel to pacht_app;
grant delete, insert, select, update on duplikat_kontakt_schluessel to pacht_worker;

create table duplikat_lauf (
  art text not null,
  nr bigint not null default 0,
  laeuft boolean not null default false,
  fassung integer not null default 0,
  bestand bigint not null default 0,
  abgeschlossen_am timestamp with time zone,
  constraint duplikat_lauf_pkey PRIMARY KEY (art),
  constraint duplikat_lauf_art_check CHECK ((art = ANY (ARRAY['kontakt'::text, 'patchobjekt'::text])))
);
grant select on duplikat_lauf to pacht_app;
grant select, update on duplikat_lauf to pacht_worker;

create table duplikat_nachtrag (
  art text not null,
  id bigint not null,
  constraint duplikat_nachtrag_pkey PRIMARY KEY (art, id),
  constraint duplikat_nachtrag_art_fkey FOREIGN KEY (art) REFERENCES duplikat_lauf(art)
);
grant delete, insert, select, update on duplikat_nachtrag to pacht_app;
grant delete, insert, select, update on duplikat_nachtrag to pacht_worker;

create table duplikat_patchobjekt_entscheidung (
  a_id bigint not null,
  b_id bigint not null,
  benutzer_id bigint,
  benutzer_name text not null,
  entschieden_am timestamp with time zone not null default now(),
  constraint duplikat_patchobjekt_entscheidung_pkey PRIMARY KEY (a_id, b_id),
  constraint duplikat_patchobjekt_entscheidung_check CHECK ((a_id < b_id)),
  constraint duplikat_patchobjekt_entscheidung_a_id_fkey FOREIGN KEY (a_id) REFERENCES patchobjekt(id) ON DELETE CASCADE,
  constraint duplikat_patchobjekt_entscheidung_b_id_fkey FOREIGN KEY (b_id) REFERENCES patchobjekt(id) ON DELETE CASCADE,
  constraint duplikat_patchobjekt_entscheidung_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id)
);
CREATE INDEX duplikat_patchobjekt_entscheidung_b_id_idx ON public.duplikat_patchobjekt_entscheidung USING btree (b_id);
grant delete, insert, select, update on duplikat_patchobjekt_entscheidung to pacht_app;
grant select on duplikat_patchobjekt_entscheidung to pacht_worker;

create table duplikat_patchobjekt_paar (
  a_id bigint not null,
  b_id bigint not null,
  score integer not null,
  gruende text[] not null,
  kein_duplikat boolean not null default false,
  constraint duplikat_patchobjekt_paar_pkey PRIMARY KEY (a_id, b_id),
  constraint duplikat_patchobjekt_paar_check CHECK ((a_id < b_id)),
  constraint duplikat_patchobjekt_paar_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint duplikat_patchobjekt_paar_a_id_fkey FOREIGN KEY (a_id) REFERENCES patchobjekt(id) ON DELETE CASCADE,
  constraint duplikat_patchobjekt_paar_b_id_fkey FOREIGN KEY (b_id) REFERENCES patchobjekt(id) ON DELETE CASCADE
);
CREATE INDEX duplikat_patchobjekt_paar_b_id_idx ON public.duplikat_patchobjekt_paar USING btree (b_id);
CREATE INDEX duplikat_patchobjekt_paar_kein_duplikat_score_a_id_b_id_idx ON public.duplikat_patchobjekt_paar USING btree (kein_duplikat, score DESC, a_id, b_id);
grant delete, insert, select, update on duplikat_patchobjekt_paar to pacht_app;
grant delete, insert, select, update on duplikat_patchobjekt_paar to pacht_worker;

create table duplikat_patchobjekt_schluessel (
  schluessel integer not null,
  id bigint not null,
  constraint duplikat_patchobjekt_schluessel_pkey PRIMARY KEY (schluessel, id)
);
grant delete, insert, select, update on duplikat_patchobjekt_schluessel to pacht_app;
grant delete, insert, select, update on duplikat_patchobjekt_schluessel to pacht_worker;

create table extaccounting_auftrag (
  id bigint not null generated always as identity,
  art text not null,
  status text not null default 'wartend'::text,
  auswahl jsonb not null,
  ist_ermittelt boolean not null default false,
  gesamt integer not null default 0,
  erledigt integer not null default 0,
  erfolgreich integer not null default 0,
  fehlgeschlagen integer not null default 0,
  ungeklaert integer not null default 0,
  uebersprungen integer not null default 0,
  ursache text,
  weiter_am timestamp with time zone,
  benutzer_id bigint,
  benutzer_name text not null,
  erstellt_am timestamp with time zone not null default now(),
  begonnen_am timestamp with time zone,
  beendet_am timestamp with time zone,
  constraint extaccounting_auftrag_pkey PRIMARY KEY (id),
  constraint extaccounting_auftrag_art_check CHECK ((art = ANY (ARRAY['export'::text, 'refresh'::text, 'reconcile'::text]))),
  constraint extaccounting_auftrag_check CHECK (((status = ANY (ARRAY['abgeschlossen'::text, 'abgebrochen'::text])) = (beendet_am IS NOT NULL))),
  constraint extaccounting_auftrag_check1 CHECK ((erledigt = (((erfolgreich + fehlgeschlagen) + ungeklaert) + uebersprungen))),
  constraint extaccounting_auftrag_status_check CHECK ((status = ANY (ARRAY['wartend'::text, 'laufend'::text, 'angehalten'::text, 'abgeschlossen'::text, 'abgebrochen'::text]))),
  constraint extaccounting_auftrag_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id)
);
CREATE UNIQUE INDEX extaccounting_auftrag_einer_je_art ON public.extaccounting_auftrag USING btree (art) WHERE (status = ANY (ARRAY['wartend'::text, 'laufend'::text, 'angehalten'::text]));
grant insert, select, update on extaccounting_auftrag to pacht_app;
grant insert, select, update on extaccounting_auftrag to pacht_worker;

create table extaccounting_auftrag_dokument (
  auftrag_id bigint not null,
  belegdatum date not null,
  beleg_id bigint not null,
  ergebnis text,
  ursache text,
  constraint extaccounting_auftrag_dokument_pkey PRIMARY KEY (auftrag_id, beleg_id),
  constraint extaccounting_auftrag_dokument_ergebnis_check CHECK ((ergebnis = ANY (ARRAY['erfolgreich'::text, 'fehlgeschlagen'::text, 'ungeklaert'::text, 'uebersprungen'::text]))),
  constraint extaccounting_auftrag_dokument_auftrag_id_fkey FOREIGN KEY (auftrag_id) REFERENCES extaccounting_auftrag(id)
);
CREATE INDEX extaccounting_auftrag_dokumen_auftrag_id_belegdatum_beleg_i_idx ON public.extaccounting_auftrag_dokument USING btree (auftrag_id, belegdatum, beleg_id) WHERE (ergebnis IS NULL);
grant insert, select, update on extaccounting_auftrag_dokument to pacht_app;
grant insert, select, update on extaccounting_auftrag_dokument to pacht_worker;

create table extaccounting_dokument (
  beleg_id bigint not null,
  belegdatum date not null,
  zustand text not null default 'offen'::text,
  version integer not null default 1,
  generation integer not null default 1,
  referenz text,
  system text,
  mandant_id text,
  extern_id text,
  extern_nummer text,
  extern_zustand text,
  code text,
  ursache text,
  phase text,
  nicht_vor timestamp with time zone,
  geaendert_am timestamp with time zone not null default now(),
  constraint extaccounting_dokument_pkey PRIMARY KEY (beleg_id),
  constraint extaccounting_dokument_check CHECK (((zustand <> 'synced'::text) OR (extern_id IS NOT NULL))),
  constraint extaccounting_dokument_check1 CHECK (((zustand = 'uncertain'::text) = (nicht_vor IS NOT NULL))),
  constraint extaccounting_dokument_check2 CHECK (((zustand = 'uncertain'::text) = (phase IS NOT NULL))),
  constraint extaccounting_dokument_zustand_check CHECK ((zustand = ANY (ARRAY['offen'::text, 'pending'::text, 'synced'::text, 'failed'::text, 'uncertain'::text, 'cancelled'::text, 'deleted'::text])))
);
CREATE INDEX extaccounting_dokument_zustand_belegdatum_beleg_id_idx ON public.extaccounting_dokument USING btree (zustand, belegdatum, beleg_id);
CREATE UNIQUE INDEX extaccounting_dokument_referenz_idx ON public.extaccounting_dokument USING btree (referenz) WHERE (referenz IS NOT NULL);
CREATE TRIGGER unveraenderlich BEFORE DELETE ON public.extaccounting_dokument FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.extaccounting_dokument FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER version BEFORE UPDATE ON public.extaccounting_dokument FOR EACH ROW EXECUTE FUNCTION zaehle_version();
CREATE TRIGGER zaehler_geaendert AFTER UPDATE ON public.extaccounting_dokument REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_extaccounting_dokument();
CREATE TRIGGER zaehler_neu AFTER INSERT ON public.extaccounting_dokument REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_extaccounting_dokument();
grant insert, select, update on extaccounting_dokument to pacht_app;
grant insert, select, update on extaccounting_dokument to pacht_worker;

create table extaccounting_einstellungen (
  id integer not null default 1,
  version integer not null default 1,
  integrationsstart date,
  mandant_id text,
  journal_rechnung text,
  journal_lieferant text,
  konto_forderungen text,
  konto_verbindlichkeiten text,
  zuordnungen jsonb not null default '[]'::jsonb,
  geaendert_am timestamp with time zone not null default now(),
  constraint extaccounting_einstellungen_pkey PRIMARY KEY (id),
  constraint extaccounting_einstellungen_id_check CHECK ((id = 1))
);
CREATE TRIGGER version BEFORE UPDATE ON public.extaccounting_einstellungen FOR EACH ROW EXECUTE FUNCTION zaehle_version();
grant select on extaccounting_einstellungen to pacht_worker;
grant select, update on extaccounting_einstellungen to pacht_app;

create table extaccounting_verbindung (
  id integer not null default 1,
  zugang text not null default ''::text,
  fehlschlaege integer not null default 0,
  offen_bis timestamp with time zone,
  code text,
  ursache text,
  constraint extaccounting_verbindung_pkey PRIMARY KEY (id),
  constraint extaccounting_verbindung_check CHECK (((offen_bis IS NULL) OR ((code IS NOT NULL) AND (ursache IS NOT NULL)))),
  constraint extaccounting_verbindung_id_check CHECK ((id = 1))
);
grant select, update on extaccounting_verbindung to pacht_app;
grant select, update on extaccounting_verbindung to pacht_worker;

create table extaccounting_versuch (
  id uuid not null,
  beleg_id bigint not null,
  aktion text not null,
  system text not null,
  referenz text,
  benutzer_id bigint,
  benutzer_name text not null,
  auftrag_id bigint,
  begonnen_am timestamp with time zone not null,
  phase text,
  phase_begonnen_am timestamp with time zone,
  beendet_am timestamp with time zone,
  ausgang text,
  code text,
  ursache text,
  extern_id text,
  extern_nummer text,
  constraint extaccounting_versuch_pkey PRIMARY KEY (id),
  constraint extaccounting_versuch_aktion_check CHECK ((aktion = ANY (ARRAY['export'::text, 'refresh'::text, 'reconcile'::text, 'cancel'::text, 'delete'::text]))),
  constraint extaccounting_versuch_ausgang_check CHECK ((ausgang = ANY (ARRAY['done'::text, 'accepted'::text, 'rejected'::text, 'uncertain'::text]))),
  constraint extaccounting_versuch_check CHECK (((beendet_am IS NULL) = (ausgang IS NULL))),
  constraint extaccounting_versuch_check1 CHECK (((phase IS NULL) = (phase_begonnen_am IS NULL))),
  constraint extaccounting_versuch_check2 CHECK (((ausgang IS NULL) OR (ausgang = 'done'::text) OR (ursache IS NOT NULL))),
  constraint extaccounting_versuch_phase_check CHECK ((phase = ANY (ARRAY['partei'::text, 'anlegen'::text, 'festschreiben'::text, 'stornieren'::text, 'loeschen'::text]))),
  constraint extaccounting_versuch_auftrag_id_fkey FOREIGN KEY (auftrag_id) REFERENCES extaccounting_auftrag(id),
  constraint extaccounting_versuch_beleg_id_fkey FOREIGN KEY (beleg_id) REFERENCES extaccounting_dokument(beleg_id),
  constraint extaccounting_versuch_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id)
);
CREATE INDEX extaccounting_versuch_beleg_id_begonnen_am_idx ON public.extaccounting_versuch USING btree (beleg_id, begonnen_am);
CREATE UNIQUE INDEX extaccounting_versuch_einer_je_beleg ON public.extaccounting_versuch USING btree (beleg_id) WHERE (beendet_am IS NULL);
CREATE TRIGGER unveraenderlich BEFORE UPDATE ON public.extaccounting_versuch FOR EACH ROW WHEN ((old.beendet_am IS NOT NULL)) EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.extaccounting_versuch FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_geloescht BEFORE DELETE ON public.extaccounting_versuch FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
grant insert, select, update on extaccounting_versuch to pacht_app;
grant insert, select, update on extaccounting_versuch to pacht_worker;

create table faelligkeit (
  id bigint not null generated always as identity,
  pachtkonto_id bigint not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  art text not null,
  pachtjahr_beginn text,
  zahlungsrhythmus text,
  status text not null default 'offen'::text,
  buchungslauf_id uuid,
  constraint faelligkeit_pkey PRIMARY KEY (id),
  constraint faelligkeit_art_check CHECK ((art = ANY (ARRAY['regulaer'::text, 'schlussabrechnung'::text]))),
  constraint faelligkeit_check CHECK ((zeitraum_bis >= zeitraum_von)),
  constraint faelligkeit_check1 CHECK (((status = 'gebucht'::text) = (buchungslauf_id IS NOT NULL))),
  constraint faelligkeit_check2 CHECK (((pachtjahr_beginn IS NULL) = (zahlungsrhythmus IS NULL))),
  constraint faelligkeit_status_check CHECK ((status = ANY (ARRAY['offen'::text, 'gebucht'::text, 'entfallen'::text]))),
  constraint faelligkeit_zahlungsrhythmus_check CHECK ((zahlungsrhythmus = ANY (ARRAY['monatlich'::text, 'vierteljaehrlich'::text, 'halbjaehrlich'::text, 'jaehrlich'::text])))
);
CREATE INDEX faelligkeit_buchungslauf_id_idx ON public.faelligkeit USING btree (buchungslauf_id) WHERE (buchungslauf_id IS NOT NULL);
CREATE INDEX faelligkeit_offen ON public.faelligkeit USING btree (faellig_am, pachtkonto_id) WHERE (status = 'offen'::text);
CREATE UNIQUE INDEX faelligkeit_beginn ON public.faelligkeit USING btree (pachtkonto_id, zeitraum_von, (
CASE
    WHEN (status = 'entfallen'::text) THEN id
    ELSE (0)::bigint
END));
CREATE TRIGGER bezug_lauf_geaendert AFTER UPDATE ON public.faelligkeit REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION pruefe_bezug_auf_lauf();
CREATE TRIGGER bezug_lauf_neu AFTER INSERT ON public.faelligkeit REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION pruefe_bezug_auf_lauf();
CREATE TRIGGER genannte_bleiben AFTER DELETE ON public.faelligkeit REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION behalte_genannte('gebuchter_zeitraum', 'faelligkeit_id', 'archiv_beleg', 'faelligkeit_id');
CREATE TRIGGER getrennt_geaendert AFTER UPDATE ON public.faelligkeit REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION verlange_getrennte_faelligkeiten();
CREATE TRIGGER getrennt_neu AFTER INSERT ON public.faelligkeit REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION verlange_getrennte_faelligkeiten();
CREATE TRIGGER konto_bleibt BEFORE UPDATE OF pachtkonto_id ON public.faelligkeit FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER zaehler_geaendert AFTER UPDATE ON public.faelligkeit REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_faelligkeit();
CREATE TRIGGER zaehler_geloescht AFTER DELETE ON public.faelligkeit REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION zaehle_faelligkeit();
CREATE TRIGGER zaehler_neu AFTER INSERT ON public.faelligkeit REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_faelligkeit();
grant delete, insert, select, update on faelligkeit to pacht_app;
grant delete, insert, select, update on faelligkeit to pacht_worker;

create table feedback (
  id bigint not null generated always as identity,
  benutzer_id bigint not null,
  art text,
  seite text,
  text text not null,
  erstellt_am timestamp with time zone not null default now(),
  constraint feedback_pkey PRIMARY KEY (id),
  constraint feedback_art_check CHECK ((art = ANY (ARRAY['fehler'::text, 'wunsch'::text, 'lob'::text, 'frage'::text]))),
  constraint feedback_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id)
);
CREATE INDEX feedback_benutzer_id_erstellt_am_idx ON public.feedback USING btree (benutzer_id, erstellt_am);
grant insert, select on feedback to pacht_app;

create table firmendaten (
  id integer not null default 1,
  version integer not null default 1,
  firma text,
  rechtsform text,
  strasse text,
  hausnummer text,
  adresszusatz text,
  plz text,
  ort text,
  land text not null default 'DE'::text,
  steuernummer text,
  ust_id text,
  registergericht text,
  registernummer text,
  geschaeftsfuehrung text,
  telefon text,
  email text,
  website text,
  geschaeftskonto_iban text,
  geschaeftskonto_bic text,
  geschaeftskonto_bank text,
  treuhandkonto_iban text,
  treuhandkonto_bic text,
  treuhandkonto_bank text,
  glaeubiger_id text,
  zahlungsziel_tage integer not null default 14,
  verwaltungsgebuehr_steuersatz_bp integer not null default 1900,
  datev_berater text,
  datev_mandant text,
  datev_wj_beginn text,
  datev_sachkontenlaenge integer,
  datev_weiterleitungskonto text,
  datev_gebuehrenkonto text,
  geaendert_am timestamp with time zone not null default now(),
  eingabe_geaendert_am timestamp with time zone not null default clock_timestamp(),
  verwaltungsgebuehr_steuerbefreiung_grund text,
  ansprechpartner_name text,
  ansprechpartner_telefon text,
  ansprechpartner_email text,
  constraint firmendaten_pkey PRIMARY KEY (id),
  constraint firmendaten_check CHECK ((((ansprechpartner_name IS NULL) = (ansprechpartner_telefon IS NULL)) AND ((ansprechpartner_name IS NULL) = (ansprechpartner_email IS NULL)))),
  constraint firmendaten_id_check CHECK ((id = 1)),
  constraint firmendaten_verwaltungsgebuehr_steuersatz_bp_check CHECK (((verwaltungsgebuehr_steuersatz_bp >= 0) AND (verwaltungsgebuehr_steuersatz_bp <= 10000))),
  constraint firmendaten_zahlungsziel_tage_check CHECK (((zahlungsziel_tage >= 0) AND (zahlungsziel_tage <= 365)))
);
CREATE TRIGGER eingabe BEFORE UPDATE ON public.firmendaten FOR EACH ROW WHEN (((old.verwaltungsgebuehr_steuersatz_bp IS DISTINCT FROM new.verwaltungsgebuehr_steuersatz_bp) OR (old.verwaltungsgebuehr_steuerbefreiung_grund IS DISTINCT FROM new.verwaltungsgebuehr_steuerbefreiung_grund) OR (old.zahlungsziel_tage IS DISTINCT FROM new.zahlungsziel_tage) OR ((old.ansprechpartner_name IS NULL) IS DISTINCT FROM (new.ansprechpartner_name IS NULL)))) EXECUTE FUNCTION merke_eingabe();
CREATE TRIGGER version BEFORE UPDATE ON public.firmendaten FOR EACH ROW EXECUTE FUNCTION zaehle_version();
grant select, update on firmendaten to pacht_app;
grant select, update on firmendaten to pacht_worker;

create table gebuchter_zeitraum (
  faelligkeit_id bigint not null,
  buchungslauf_id uuid not null,
  pachtkonto_id bigint not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  storniert_am timestamp with time zone,
  constraint gebuchter_zeitraum_pkey PRIMARY KEY (faelligkeit_id, buchungslauf_id)
);
CREATE INDEX gebuchter_zeitraum_buchungslauf_id_pachtkonto_id_idx ON public.gebuchter_zeitraum USING btree (buchungslauf_id, pachtkonto_id);
CREATE INDEX gebuchter_zeitraum_pachtkonto_id_idx ON public.gebuchter_zeitraum USING btree (pachtkonto_id);
CREATE UNIQUE INDEX gebuchter_zeitraum_beginn ON public.gebuchter_zeitraum USING btree (pachtkonto_id, zeitraum_von) WHERE (storniert_am IS NULL);
CREATE TRIGGER bezug AFTER INSERT ON public.gebuchter_zeitraum REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION pruefe_bezug_des_zeitraums();
CREATE TRIGGER bezug_bleibt BEFORE UPDATE OF pachtkonto_id, faelligkeit_id, buchungslauf_id ON public.gebuchter_zeitraum FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER bezug_lauf AFTER INSERT ON public.gebuchter_zeitraum REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION pruefe_bezug_auf_lauf();
CREATE TRIGGER getrennt_geaendert AFTER UPDATE ON public.gebuchter_zeitraum REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION verlange_einmal_gebuchte();
CREATE TRIGGER getrennt_neu AFTER INSERT ON public.gebuchter_zeitraum REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION verlange_einmal_gebuchte();
CREATE TRIGGER schlussabrechnung_zuerst BEFORE UPDATE ON public.gebuchter_zeitraum FOR EACH ROW WHEN (((old.storniert_am IS NULL) AND (new.storniert_am IS NOT NULL))) EXECUTE FUNCTION verweigere_storno_vor_schlussabrechnung();
CREATE TRIGGER vorschlag_geaendert AFTER UPDATE ON public.gebuchter_zeitraum REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION merke_gebuchtes_klauselkonto();
CREATE TRIGGER vorschlag_neu AFTER INSERT ON public.gebuchter_zeitraum REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION merke_gebuchtes_klauselkonto();
grant insert, select on gebuchter_zeitraum to pacht_app;
grant select on gebuchter_zeitraum to pacht_worker;
grant update (storniert_am) on gebuchter_zeitraum to pacht_app;

create table gutschrift_widerspruch (
  beleg_id bigint not null,
  am date not null,
  grund text not null,
  benutzer_name text not null,
  erstellt_am timestamp with time zone not null,
  erledigt_durch text,
  erledigt_am date,
  erledigt_notiz text,
  erledigt_von text,
  constraint gutschrift_widerspruch_pkey PRIMARY KEY (beleg_id),
  constraint gutschrift_widerspruch_check CHECK (((erledigt_durch IS NULL) = (erledigt_am IS NULL))),
  constraint gutschrift_widerspruch_check1 CHECK (((erledigt_durch IS NULL) = (erledigt_von IS NULL))),
  constraint gutschrift_widerspruch_check2 CHECK (((erledigt_durch IS NOT NULL) OR (erledigt_notiz IS NULL))),
  constraint gutschrift_widerspruch_check3 CHECK ((erledigt_am >= am)),
  constraint gutschrift_widerspruch_erledigt_durch_check CHECK ((erledigt_durch = ANY (ARRAY['eigene_rechnung'::text, 'neue_vereinbarung'::text]))),
  constraint gutschrift_widerspruch_beleg_id_fkey FOREIGN KEY (beleg_id) REFERENCES archiv_beleg(id)
);
CREATE TRIGGER unveraenderlich BEFORE UPDATE ON public.gutschrift_widerspruch FOR EACH ROW WHEN (((old.erledigt_am IS NOT NULL) OR (((((new.beleg_id IS DISTINCT FROM old.beleg_id) OR (new.am IS DISTINCT FROM old.am)) OR (new.grund IS DISTINCT FROM old.grund)) OR (new.benutzer_name IS DISTINCT FROM old.benutzer_name)) OR (new.erstellt_am IS DISTINCT FROM old.erstellt_am)))) EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.gutschrift_widerspruch FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_geloescht BEFORE DELETE ON public.gutschrift_widerspruch FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
grant insert, select, update on gutschrift_widerspruch to pacht_app;
grant select on gutschrift_widerspruch to pacht_worker;

create table hebung (
  id bigint not null generated always as identity,
  version integer not null default 1,
  pachtkonto_id bigint not null,
  bezeichnung text,
  art text not null,
  wert_bp integer,
  betrag_cent bigint,
  index_basis numeric(9,1),
  index_neu numeric(9,1),
  index_basisjahr integer,
  wirksam_ab date not null,
  position_ids bigint[],
  status text not null default 'geplant'::text,
  begruendung text,
  abgeschlossen_am timestamp with time zone,
  abgeschlossen_von text,
  abschluss jsonb,
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  weitergabe_bp integer,
  obergrenze_bp integer,
  verkettung jsonb,
  herkunft jsonb,
  constraint hebung_pkey PRIMARY KEY (id),
  constraint hebung_art_check CHECK ((art = ANY (ARRAY['prozent'::text, 'betrag'::text, 'neuer_betrag'::text, 'index'::text]))),
  constraint hebung_check CHECK (
CASE art
    WHEN 'prozent'::text THEN (wert_bp IS NOT NULL)
    WHEN 'index'::text THEN ((index_basis IS NOT NULL) AND (index_neu IS NOT NULL))
    ELSE (betrag_cent IS NOT NULL)
END),
  constraint hebung_check1 CHECK (((status = 'abgeschlossen'::text) = (abgeschlossen_am IS NOT NULL))),
  constraint hebung_herkunft_check CHECK ((herkunft ? 'klausel'::text)),
  constraint hebung_klausel_check CHECK (((art = 'index'::text) OR ((weitergabe_bp IS NULL) AND (obergrenze_bp IS NULL) AND (verkettung IS NULL)))),
  constraint hebung_obergrenze_bp_check CHECK ((obergrenze_bp > 0)),
  constraint hebung_status_check CHECK ((status = ANY (ARRAY['geplant'::text, 'aktiv'::text, 'abgeschlossen'::text, 'storniert'::text]))),
  constraint hebung_weitergabe_bp_check CHECK ((weitergabe_bp > 0)),
  constraint hebung_pachtkonto_id_fkey FOREIGN KEY (pachtkonto_id) REFERENCES pachtkonto(id) ON DELETE CASCADE
);
CREATE INDEX hebung_abgeschlossen_am_id_idx ON public.hebung USING btree (abgeschlossen_am, id);
CREATE INDEX hebung_pachtkonto_id_wirksam_ab_idx ON public.hebung USING btree (pachtkonto_id, wirksam_ab);
CREATE INDEX hebung_status_wirksam_ab_id_idx ON public.hebung USING btree (status, wirksam_ab, id);
CREATE INDEX hebung_wirksam_ab_id_idx ON public.hebung USING btree (wirksam_ab, id);
CREATE TRIGGER konto_geaendert AFTER UPDATE ON public.hebung REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION beruehre_pachtkonto();
CREATE TRIGGER konto_geloescht AFTER DELETE ON public.hebung REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION beruehre_pachtkonto();
CREATE TRIGGER konto_neu AFTER INSERT ON public.hebung REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION beruehre_pachtkonto();
CREATE TRIGGER version BEFORE UPDATE ON public.hebung FOR EACH ROW EXECUTE FUNCTION zaehle_version();
grant delete, insert, select, update on hebung to pacht_app;
grant insert, select, update on hebung to pacht_worker;

create table hebung_brief (
  hebung_id bigint not null,
  layout_version integer not null,
  sha256 text not null,
  inhalt bytea not null,
  erstellt_am timestamp with time zone not null default now(),
  constraint hebung_brief_pkey PRIMARY KEY (hebung_id),
  constraint hebung_brief_hebung_id_fkey FOREIGN KEY (hebung_id) REFERENCES hebung(id)
);
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.hebung_brief FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.hebung_brief FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on hebung_brief to pacht_app;
grant insert, select on hebung_brief to pacht_worker;

create table hebungsvorschlag (
  pachtkonto_id bigint not null,
  klausel text not null,
  code text,
  wirksam_ab date,
  alt_jahr_cent bigint,
  neu_jahr_cent bigint,
  abdruck bytea,
  constraint hebungsvorschlag_pkey PRIMARY KEY (pachtkonto_id),
  constraint hebungsvorschlag_check CHECK (
CASE
    WHEN (code IS NULL) THEN (num_nulls(wirksam_ab, alt_jahr_cent, neu_jahr_cent, abdruck) = 0)
    ELSE (num_nonnulls(alt_jahr_cent, neu_jahr_cent, abdruck) = 0)
END)
);
grant delete, insert, select on hebungsvorschlag to pacht_worker;
grant select on hebungsvorschlag to pacht_app;

create table hebungsvorschlag_marke (
  id bigint not null generated always as identity,
  pachtkonto_id bigint,
  constraint hebungsvorschlag_marke_pkey PRIMARY KEY (id)
);
grant delete, insert, select on hebungsvorschlag_marke to pacht_worker;
grant insert, select on hebungsvorschlag_marke to pacht_app;

create table idempotenz (
  benutzer_id bigint not null,
  route text not null,
  schluessel text not null,
  koerper_hash text not null,
  antwort json not null,
  erstellt_am timestamp with time zone not null default now(),
  constraint idempotenz_pkey PRIMARY KEY (benutzer_id, route, schluessel),
  constraint idempotenz_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id) ON DELETE CASCADE
);
CREATE INDEX idempotenz_erstellt_am_idx ON public.idempotenz USING btree (erstellt_am);
grant delete, insert, select, update on idempotenz to pacht_app;
grant delete, select on idempotenz to pacht_worker;

create table importlauf (
  id bigint not null generated always as identity,
  dateiname text not null,
  groesse bigint not null,
  sha256 text not null,
  blatt text,
  status text not null default 'wird_geprueft'::text,
  ueberschreiben boolean not null default false,
  zeilen integer not null default 0,
  zaehlung jsonb not null default '{}'::jsonb,
  auftrag_id bigint,
  benutzer_id bigint,
  benutzer_name text not null,
  rollen text[] not null,
  anfrage_id text,
  angelegt_am timestamp with time zone not null default now(),
  geprueft_am timestamp with time zone,
  ausgefuehrt_am timestamp with time zone,
  constraint importlauf_pkey PRIMARY KEY (id),
  constraint importlauf_status_check CHECK ((status = ANY (ARRAY['wird_geprueft'::text, 'geprueft'::text, 'wird_ausgefuehrt'::text, 'ausgefuehrt'::text]))),
  constraint importlauf_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id)
);
CREATE INDEX importlauf_angelegt_am_idx ON public.importlauf USING btree (angelegt_am);
CREATE INDEX importlauf_benutzer_id_idx ON public.importlauf USING btree (benutzer_id);
grant delete, insert, select, update on importlauf to pacht_app;
grant delete, select, update on importlauf to pacht_worker;

create table importlauf_befund (
  id bigint not null generated always as identity,
  importlauf_id bigint not null,
  ist_vom_lesen boolean not null,
  blatt_nr integer not null,
  blatt text,
  zeile integer,
  spalte text,
  schwere text not null,
  code text not null,
  text text not null,
  wert text,
  constraint importlauf_befund_pkey PRIMARY KEY (id),
  constraint importlauf_befund_schwere_check CHECK ((schwere = ANY (ARRAY['fehler'::text, 'hinweis'::text]))),
  constraint importlauf_befund_importlauf_id_fkey FOREIGN KEY (importlauf_id) REFERENCES importlauf(id) ON DELETE CASCADE
);
CREATE INDEX importlauf_befund_importlauf_id_blatt_nr_zeile_id_idx ON public.importlauf_befund USING btree (importlauf_id, blatt_nr, zeile, id);
grant delete, insert, select, update on importlauf_befund to pacht_worker;
grant select on importlauf_befund to pacht_app;

create table importlauf_stueck (
  importlauf_id bigint not null,
  nr integer not null,
  inhalt bytea not null,
  constraint importlauf_stueck_pkey PRIMARY KEY (importlauf_id, nr),
  constraint importlauf_stueck_nr_check CHECK ((nr >= 0)),
  constraint importlauf_stueck_importlauf_id_fkey FOREIGN KEY (importlauf_id) REFERENCES importlauf(id) ON DELETE CASCADE
);
grant insert, select on importlauf_stueck to pacht_app;
grant select on importlauf_stueck to pacht_worker;

create table importlauf_verweis (
  importlauf_id bigint not null,
  art text not null,
  schluessel text not null,
  datensatz_id bigint not null,
  constraint importlauf_verweis_pkey PRIMARY KEY (importlauf_id, art, schluessel),
  constraint importlauf_verweis_art_check CHECK ((art = ANY (ARRAY['kontakt'::text, 'patchobjekt'::text, 'pachtkonto'::text, 'kontonummer'::text, 'position'::text, 'fassung'::text, 'hebung'::text, 'positionsart'::text]))),
  constraint importlauf_verweis_importlauf_id_fkey FOREIGN KEY (importlauf_id) REFERENCES importlauf(id) ON DELETE CASCADE
);
grant delete, insert, select on importlauf_verweis to pacht_worker;

create table importlauf_zeile (
  importlauf_id bigint not null,
  blatt text not null,
  zeile integer not null,
  werte jsonb not null,
  ist_lesbar boolean not null,
  constraint importlauf_zeile_pkey PRIMARY KEY (importlauf_id, blatt, zeile),
  constraint importlauf_zeile_importlauf_id_fkey FOREIGN KEY (importlauf_id) REFERENCES importlauf(id) ON DELETE CASCADE
);
grant delete, insert, select, update on importlauf_zeile to pacht_worker;
grant select on importlauf_zeile to pacht_app;

create table importschluessel (
  art text not null,
  schluessel text not null,
  datensatz_id bigint not null,
  constraint importschluessel_pkey PRIMARY KEY (art, schluessel),
  constraint importschluessel_art_check CHECK ((art = ANY (ARRAY['kontakt'::text, 'patchobjekt'::text, 'pachtkonto'::text, 'position'::text, 'hebung'::text]))),
  constraint importschluessel_schluessel_check CHECK (((length(schluessel) >= 1) AND (length(schluessel) <= 64)))
);
CREATE INDEX importschluessel_art_datensatz_id_idx ON public.importschluessel USING btree (art, datensatz_id);
grant delete, insert, select, update on importschluessel to pacht_worker;
grant delete, select on importschluessel to pacht_app;

create table importstand (
  art text not null,
  datensatz_id bigint not null,
  werte jsonb not null,
  abweichend jsonb not null default '{}'::jsonb,
  constraint importstand_pkey PRIMARY KEY (art, datensatz_id),
  constraint importstand_art_check CHECK ((art = ANY (ARRAY['kontakt'::text, 'patchobjekt'::text, 'pachtkonto'::text, 'position'::text, 'hebung'::text, 'positionsart'::text, 'kontaktart'::text, 'firmendaten'::text])))
);
grant delete, insert, select, update on importstand to pacht_worker;
grant delete, select on importstand to pacht_app;

create table indexfassung (
  id bigint not null generated always as identity,
  version integer not null default 1,
  reihe_id bigint not null,
  nr integer not null,
  basis text not null,
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  constraint indexfassung_pkey PRIMARY KEY (id),
  constraint indexfassung_reihe_id_nr_key UNIQUE (reihe_id, nr),
  constraint indexfassung_nr_check CHECK ((nr > 0)),
  constraint indexfassung_reihe_id_fkey FOREIGN KEY (reihe_id) REFERENCES indexreihe(id)
);
CREATE TRIGGER version BEFORE UPDATE ON public.indexfassung FOR EACH ROW EXECUTE FUNCTION zaehle_version();
CREATE TRIGGER vorschlag_geaendert AFTER INSERT OR DELETE OR UPDATE ON public.indexfassung FOR EACH STATEMENT EXECUTE FUNCTION merke_alle_klauselkonten();
grant delete, insert, select, update on indexfassung to pacht_app;
grant select on indexfassung to pacht_worker;

create table indexreihe (
  id bigint not null generated always as identity,
  version integer not null default 1,
  name text not null,
  quelle text,
  beendet_mit text,
  nachfolger_id bigint,
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  constraint indexreihe_pkey PRIMARY KEY (id),
  constraint indexreihe_beendet_mit_check CHECK ((beendet_mit ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  constraint indexreihe_check CHECK (((nachfolger_id IS NULL) OR ((nachfolger_id <> id) AND (beendet_mit IS NOT NULL)))),
  constraint indexreihe_nachfolger_id_fkey FOREIGN KEY (nachfolger_id) REFERENCES indexreihe(id)
);
CREATE INDEX indexreihe_nachfolger_id_idx ON public.indexreihe USING btree (nachfolger_id);
CREATE UNIQUE INDEX indexreihe_name ON public.indexreihe USING btree (lower(name));
CREATE TRIGGER version BEFORE UPDATE ON public.indexreihe FOR EACH ROW EXECUTE FUNCTION zaehle_version();
CREATE TRIGGER vorschlag_geaendert AFTER DELETE OR UPDATE ON public.indexreihe FOR EACH STATEMENT EXECUTE FUNCTION merke_alle_klauselkonten();
grant delete, insert, select, update on indexreihe to pacht_app;
grant select on indexreihe to pacht_worker;
grant update (id) on indexreihe to pacht_worker;

create table indexstand (
  fassung_id bigint not null,
  monat text not null,
  wert numeric(6,1) not null,
  eingegeben_am date not null,
  constraint indexstand_pkey PRIMARY KEY (fassung_id, monat),
  constraint indexstand_monat_check CHECK ((monat ~ '^\d{4}-(0[1-9]|1[0-2])$'::text)),
  constraint indexstand_wert_check CHECK ((wert > (0)::numeric)),
  constraint indexstand_fassung_id_fkey FOREIGN KEY (fassung_id) REFERENCES indexfassung(id)
);
CREATE TRIGGER vorschlag_geaendert AFTER INSERT OR DELETE OR UPDATE ON public.indexstand FOR EACH STATEMENT EXECUTE FUNCTION merke_alle_klauselkonten();
grant delete, insert, select, update on indexstand to pacht_app;
grant select on indexstand to pacht_worker;

create table installation (
  ist_einzig boolean not null default true,
  kennung text not null default substr(md5((gen_random_uuid())::text), 1, 6),
  constraint installation_pkey PRIMARY KEY (ist_einzig),
  constraint installation_ist_einzig_check CHECK (ist_einzig),
  constraint installation_kennung_check CHECK ((kennung ~ '^[0-9a-f]{6}$'::text))
);
grant select on installation to pacht_app;
grant select on installation to pacht_worker;

create table kontakt (
  id bigint not null generated always as identity,
  version integer not null default 1,
  typ text not null,
  ist_organisation boolean not null default false,
  anrede text,
  titel text,
  vorname text,
  nachname text,
  firma text,
  anzeigename text not null generated always as (
CASE
    WHEN ist_organisation THEN COALESCE(firma, ''::text)
    ELSE btrim(((COALESCE((titel || ' '::text), ''::text) || COALESCE((vorname || ' '::text), ''::text)) || COALESCE(nachname, ''::text)))
END) stored,
  strasse text,
  hausnummer text,
  adresszusatz text,
  plz text,
  ort text,
  land text not null default 'DE'::text,
  telefon text,
  mobil text,
  email text,
  iban text,
  bic text,
  kontoinhaber text,
  zahlungsart text not null default 'ueberweisung'::text,
  sepa_mandat_referenz text,
  sepa_mandat_datum date,
  zahlungsmoral integer not null default 0,
  bank_bestaetigt_am date,
  debitornummer text,
  kreditornummer text,
  steuernummer text,
  ust_id text,
  umsatzsteuer_status text,
  bemerkung text,
  suchtext_partei text not null generated always as (such_text(((((COALESCE((titel || ' '::text), ''::text) || COALESCE((vorname || ' '::text), ''::text)) || COALESCE((nachname || ' '::text), ''::text)) || COALESCE((firma || ' '::text), ''::text)) || COALESCE(ort, ''::text)))) stored,
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  gutschrift_vereinbart_am date,
  leitweg_id text,
  aufgegangen_in bigint,
  eingabe_geaendert_am timestamp with time zone not null default clock_timestamp(),
  hat_seltene_zeichen boolean not null generated always as (hat_seltene_zeichen((((((((((((((COALESCE(firma, ''::text) || COALESCE(anrede, ''::text)) || COALESCE(titel, ''::text)) || COALESCE(vorname, ''::text)) || COALESCE(nachname, ''::text)) || COALESCE(strasse, ''::text)) || COALESCE(hausnummer, ''::text)) || COALESCE(adresszusatz, ''::text)) || COALESCE(plz, ''::text)) || COALESCE(ort, ''::text)) || COALESCE(kontoinhaber, ''::text)) || COALESCE(debitornummer, ''::text)) || COALESCE(kreditornummer, ''::text)) || COALESCE(steuernummer, ''::text)))) stored,
  constraint kontakt_pkey PRIMARY KEY (id),
  constraint kontakt_check CHECK (
CASE
    WHEN ist_organisation THEN (firma IS NOT NULL)
    ELSE (nachname IS NOT NULL)
END),
  constraint kontakt_check1 CHECK (((sepa_mandat_referenz IS NULL) = (sepa_mandat_datum IS NULL))),
  constraint kontakt_check2 CHECK ((aufgegangen_in <> id)),
  constraint kontakt_land_check CHECK ((land ~ '^[A-Z]{2}$'::text)),
  constraint kontakt_umsatzsteuer_status_check CHECK ((umsatzsteuer_status = ANY (ARRAY['regelbesteuert'::text, 'kleinunternehmer'::text, 'pauschaliert'::text, 'nicht_steuerbar'::text]))),
  constraint kontakt_zahlungsart_check CHECK ((zahlungsart = ANY (ARRAY['ueberweisung'::text, 'lastschrift'::text, 'bar'::text, 'verrechnung'::text]))),
  constraint kontakt_zahlungsmoral_check CHECK ((zahlungsmoral = ANY (ARRAY[0, 1, 3]))),
  constraint kontakt_aufgegangen_in_fkey FOREIGN KEY (aufgegangen_in) REFERENCES kontakt(id),
  constraint kontakt_typ_fkey FOREIGN KEY (typ) REFERENCES kontaktart(name) ON UPDATE CASCADE
);
CREATE INDEX kontakt_aufgegangen_in_idx ON public.kontakt USING btree (aufgegangen_in) WHERE (aufgegangen_in IS NOT NULL);
CREATE INDEX kontakt_gutschrift_vereinbart ON public.kontakt USING btree (id) WHERE (gutschrift_vereinbart_am IS NOT NULL);
CREATE TRIGGER eingabe BEFORE UPDATE ON public.kontakt FOR EACH ROW EXECUTE FUNCTION merke_eingabe();
CREATE TRIGGER genannte_bleiben AFTER DELETE ON public.kontakt REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION behalte_genannte('archiv_beleg', 'kontakt_id');
CREATE TRIGGER liste_geaendert AFTER UPDATE ON public.kontakt REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION liste_kontakt();
CREATE TRIGGER liste_geloescht AFTER DELETE ON public.kontakt REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION liste_kontakt();
CREATE TRIGGER liste_neu AFTER INSERT ON public.kontakt REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION liste_kontakt();
CREATE TRIGGER version BEFORE UPDATE ON public.kontakt FOR EACH ROW EXECUTE FUNCTION zaehle_version();
CREATE TRIGGER zaehler_geaendert AFTER UPDATE ON public.kontakt REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_kontakt();
CREATE TRIGGER zaehler_geloescht AFTER DELETE ON public.kontakt REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION zaehle_kontakt();
CREATE TRIGGER zaehler_neu AFTER INSERT ON public.kontakt REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_kontakt();
grant delete, insert, select, update on kontakt to pacht_app;
grant insert, select, update on kontakt to pacht_worker;

create table kontakt_liste (
  id bigint not null,
  sortierung text not null,
  typ text not null,
  zahlungsmoral integer not null,
  zahlungsart text not null,
  ort text,
  suchtext text not null,
  constraint kontakt_liste_pkey PRIMARY KEY (id)
);
CREATE INDEX kontakt_liste_ort ON public.kontakt_liste USING gin (ort gin_trgm_ops);
CREATE INDEX kontakt_liste_ort_id_idx ON public.kontakt_liste USING btree (ort, id);
CREATE INDEX kontakt_liste_sortierung_id_typ_zahlungsmoral_zahlungsart_idx ON public.kontakt_liste USING btree (sortierung, id) INCLUDE (typ, zahlungsmoral, zahlungsart);
CREATE INDEX kontakt_liste_suche ON public.kontakt_liste USING gin (suchtext gin_trgm_ops);
grant delete, insert, select, update on kontakt_liste to pacht_app;
grant delete, insert, select, update on kontakt_liste to pacht_worker;

create table kontaktart (
  id bigint not null generated always as identity,
  version integer not null default 1,
  name text not null,
  bezeichnung text not null,
  aktiv boolean not null default true,
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  constraint kontaktart_pkey PRIMARY KEY (id),
  constraint kontaktart_name_key UNIQUE (name)
);
CREATE TRIGGER version BEFORE UPDATE ON public.kontaktart FOR EACH ROW EXECUTE FUNCTION zaehle_version();
grant delete, insert, select, update on kontaktart to pacht_app;
grant insert, select on kontaktart to pacht_worker;

create table kontonummer_zaehler (
  id integer not null default 1,
  naechste bigint not null default 1,
  constraint kontonummer_zaehler_pkey PRIMARY KEY (id),
  constraint kontonummer_zaehler_id_check CHECK ((id = 1))
);
grant select, update on kontonummer_zaehler to pacht_app;
grant select, update on kontonummer_zaehler to pacht_worker;

create table lebenszeichen (
  id uuid not null,
  art text not null,
  rechner text not null,
  version text not null,
  gestartet_am timestamp with time zone not null default now(),
  gesehen_am timestamp with time zone not null default now(),
  arbeitet_an text[] not null default '{}'::text[],
  beendet_am timestamp with time zone,
  constraint lebenszeichen_pkey PRIMARY KEY (id),
  constraint lebenszeichen_art_check CHECK ((art = ANY (ARRAY['server'::text, 'worker'::text])))
);
grant delete, insert, select, update on lebenszeichen to pacht_app;
grant delete, insert, select, update on lebenszeichen to pacht_worker;

create table logo (
  id integer not null default 1,
  version integer not null default 1,
  medientyp text not null,
  breite integer not null,
  hoehe integer not null,
  groesse integer not null,
  sha256 text not null,
  inhalt bytea not null,
  hochgeladen_von text not null,
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  constraint logo_pkey PRIMARY KEY (id),
  constraint logo_breite_check CHECK ((breite > 0)),
  constraint logo_groesse_check CHECK ((groesse > 0)),
  constraint logo_hoehe_check CHECK ((hoehe > 0)),
  constraint logo_id_check CHECK ((id = 1)),
  constraint logo_medientyp_check CHECK ((medientyp = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])))
);
CREATE TRIGGER version BEFORE UPDATE ON public.logo FOR EACH ROW EXECUTE FUNCTION zaehle_version();
grant delete, insert, select, update on logo to pacht_app;
grant select on logo to pacht_worker;

create table nummernkreis (
  belegart text not null,
  jahr integer not null,
  naechste bigint not null default 1,
  constraint nummernkreis_pkey PRIMARY KEY (belegart, jahr),
  constraint nummernkreis_belegart_check CHECK ((belegart = ANY (ARRAY['rechnung'::text, 'schlussrechnung'::text, 'gutschrift'::text, 'gebuehrenrechnung'::text, 'stornorechnung'::text, 'stornogutschrift'::text])))
);
CREATE TRIGGER nur_vorwaerts BEFORE DELETE OR UPDATE ON public.nummernkreis FOR EACH ROW EXECUTE FUNCTION zaehlt_nur_vorwaerts();
grant insert, select, update on nummernkreis to pacht_app;

create table pachtkonto (
  id bigint not null generated always as identity,
  version integer not null default 1,
  kontonummer text not null,
  bezeichnung text,
  status text not null default 'aktiv'::text,
  pachtbeginn date not null,
  pachtende date,
  gekuendigt_am date,
  kuendigung_zum date,
  abrechnung_ab date,
  pachtjahr_beginn text not null default '01-01'::text,
  zahlungsrhythmus text not null,
  ist_vorauszahlend boolean,
  zahlungsziel_tage integer,
  berechnungsart text not null default 'monatsgenau'::text,
  hebemonat text,
  letzte_hebung date,
  naechste_hebung date,
  schlussabrechnung date,
  verwaltungsgebuehr_bp integer,
  bemerkung text,
  feldwerte jsonb not null default '{}'::jsonb,
  eingabe_geaendert_am timestamp with time zone not null default clock_timestamp(),
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  vertragsart text,
  vertragsschluss_am date,
  vertragsform text,
  kuendigungsregel jsonb,
  verlaengerung_monate integer,
  anfrage_erhalten_am date,
  angezeigt_am date,
  wertsicherung jsonb,
  kontonummer_doppel integer not null default 0,
  vereinbartes_ende date,
  constraint pachtkonto_pkey PRIMARY KEY (id),
  constraint pachtkonto_kontonummer_key UNIQUE (kontonummer),
  constraint pachtkonto_berechnungsart_check CHECK ((berechnungsart = ANY (ARRAY['monatsgenau'::text, 'tagesgenau'::text, 'dreissig360'::text]))),
  constraint pachtkonto_check CHECK ((pachtende >= pachtbeginn)),
  constraint pachtkonto_check1 CHECK (((status <> 'gekuendigt'::text) OR (kuendigung_zum IS NOT NULL))),
  constraint pachtkonto_feldwerte_check CHECK ((jsonb_typeof(feldwerte) = 'object'::text)),
  constraint pachtkonto_hebemonat_check CHECK ((hebemonat ~ '^(0[1-9]|1[0-2])$'::text)),
  constraint pachtkonto_kuendigungsregel_check CHECK (((kuendigungsregel ? 'monate'::text) AND (kuendigungsregel ? 'zum'::text))),
  constraint pachtkonto_pachtjahr_beginn_check CHECK ((pachtjahr_beginn ~ '^(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$'::text)),
  constraint pachtkonto_status_check CHECK ((status = ANY (ARRAY['aktiv'::text, 'inaktiv'::text, 'gekuendigt'::text, 'ausgelaufen'::text]))),
  constraint pachtkonto_verlaengerung_monate_check CHECK ((verlaengerung_monate > 0)),
  constraint pachtkonto_vertragsart_check CHECK ((vertragsart = ANY (ARRAY['landpacht'::text, 'grundstueckspacht'::text, 'miete'::text, 'jagdpacht'::text, 'sonstige'::text]))),
  constraint pachtkonto_vertragsform_check CHECK ((vertragsform = ANY (ARRAY['muendlich'::text, 'textform'::text, 'schriftform'::text, 'notariell'::text]))),
  constraint pachtkonto_verwaltungsgebuehr_bp_check CHECK (((verwaltungsgebuehr_bp >= 0) AND (verwaltungsgebuehr_bp <= 10000))),
  constraint pachtkonto_wertsicherung_check CHECK (((wertsicherung IS NULL) OR COALESCE(
CASE (wertsicherung ->> 'art'::text)
    WHEN 'index'::text THEN (((wertsicherung ->> 'basisMonat'::text) ~ '^\d{4}-(0[1-9]|1[0-2])$'::text) AND (jsonb_typeof((wertsicherung -> 'reiheId'::text)) = 'number'::text) AND ((jsonb_typeof((wertsicherung -> 'schwelleBp'::text)) = 'number'::text) <> (jsonb_typeof((wertsicherung -> 'schwellePunkte'::text)) = 'object'::text)) AND ((wertsicherung ->> 'vergleich'::text) = ANY (ARRAY['erreicht'::text, 'ueberschritten'::text])) AND ((wertsicherung ->> 'rundung'::text) = ANY (ARRAY['exakt'::text, 'amtlich'::text])))
    WHEN 'prozent'::text THEN ((jsonb_typeof((wertsicherung -> 'wertBp'::text)) = 'number'::text) AND (((wertsicherung ->> 'alleMonate'::text))::integer > 0))
    WHEN 'staffel'::text THEN (jsonb_array_length((wertsicherung -> 'stufen'::text)) > 0)
    ELSE NULL::boolean
END, false))),
  constraint pachtkonto_zahlungsrhythmus_check CHECK ((zahlungsrhythmus = ANY (ARRAY['monatlich'::text, 'vierteljaehrlich'::text, 'halbjaehrlich'::text, 'jaehrlich'::text]))),
  constraint pachtkonto_zahlungsziel_tage_check CHECK (((zahlungsziel_tage >= 0) AND (zahlungsziel_tage <= 365)))
);
CREATE INDEX pachtkonto_hebemonat_idx ON public.pachtkonto USING btree (hebemonat);
CREATE INDEX pachtkonto_laufend_bis ON public.pachtkonto USING btree (pachtende) WHERE (status = ANY (ARRAY['aktiv'::text, 'gekuendigt'::text]));
CREATE INDEX pachtkonto_letzte_hebung_id_idx ON public.pachtkonto USING btree (letzte_hebung, id);
CREATE INDEX pachtkonto_naechste_hebung_id_idx ON public.pachtkonto USING btree (naechste_hebung, id);
CREATE INDEX pachtkonto_ordnung ON public.pachtkonto USING btree (kontonummer) INCLUDE (id, status, pachtbeginn, pachtende, schlussabrechnung, ist_vorauszahlend, hebemonat, letzte_hebung);
CREATE INDEX pachtkonto_pachtbeginn_id_idx ON public.pachtkonto USING btree (pachtbeginn, id);
CREATE INDEX pachtkonto_pachtende_id_idx ON public.pachtkonto USING btree (pachtende, id);
CREATE INDEX pachtkonto_schlussabrechnung_id_idx ON public.pachtkonto USING btree (schlussabrechnung, id);
CREATE INDEX pachtkonto_status_kontonummer_idx ON public.pachtkonto USING btree (status, kontonummer);
CREATE INDEX pachtkonto_wertsicherung ON public.pachtkonto USING btree (id) WHERE (wertsicherung IS NOT NULL);
CREATE UNIQUE INDEX pachtkonto_kontonummer ON public.pachtkonto USING btree (lower(kontonummer), kontonummer_doppel);
CREATE TRIGGER faelligkeiten_geloescht AFTER DELETE ON public.pachtkonto REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION loesche_faelligkeiten();
CREATE TRIGGER genannte_bleiben AFTER DELETE ON public.pachtkonto REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION behalte_genannte('archivkonto', 'pachtkonto_id', 'gebuchter_zeitraum', 'pachtkonto_id');
CREATE TRIGGER liste_geaendert AFTER UPDATE ON public.pachtkonto REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION liste_pachtkonto();
CREATE TRIGGER liste_geloescht AFTER DELETE ON public.pachtkonto REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION liste_pachtkonto();
CREATE TRIGGER liste_neu AFTER INSERT ON public.pachtkonto REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION liste_pachtkonto();
CREATE TRIGGER raster_frei AFTER UPDATE OF pachtbeginn, abrechnung_ab, pachtjahr_beginn, zahlungsrhythmus ON public.pachtkonto FOR EACH ROW WHEN (((((old.pachtbeginn IS DISTINCT FROM new.pachtbeginn) OR (old.abrechnung_ab IS DISTINCT FROM new.abrechnung_ab)) OR (old.pachtjahr_beginn IS DISTINCT FROM new.pachtjahr_beginn)) OR (old.zahlungsrhythmus IS DISTINCT FROM new.zahlungsrhythmus))) EXECUTE FUNCTION gib_raster_frei();
CREATE TRIGGER vereinbartes_ende BEFORE UPDATE ON public.pachtkonto FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION merke_vereinbartes_ende();
CREATE TRIGGER version BEFORE UPDATE ON public.pachtkonto FOR EACH ROW EXECUTE FUNCTION zaehle_pachtkonto_version();
CREATE TRIGGER vertragsfrist_geaendert AFTER UPDATE ON public.pachtkonto REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION frist_pachtkonto();
CREATE TRIGGER vertragsfrist_geloescht AFTER DELETE ON public.pachtkonto REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION frist_pachtkonto();
CREATE TRIGGER vertragsfrist_neu AFTER INSERT ON public.pachtkonto REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION frist_pachtkonto();
CREATE TRIGGER vorschlag_geaendert AFTER UPDATE ON public.pachtkonto REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION merke_klauselkonto();
CREATE TRIGGER vorschlag_geloescht AFTER DELETE ON public.pachtkonto REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION merke_klauselkonto();
CREATE TRIGGER vorschlag_neu AFTER INSERT ON public.pachtkonto REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION merke_klauselkonto();
CREATE TRIGGER zaehler_geaendert AFTER UPDATE ON public.pachtkonto REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_pachtkonto();
CREATE TRIGGER zaehler_geloescht AFTER DELETE ON public.pachtkonto REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION zaehle_pachtkonto();
CREATE TRIGGER zaehler_neu AFTER INSERT ON public.pachtkonto REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_pachtkonto();
CREATE TRIGGER zaehler_vor_loeschen BEFORE DELETE ON public.pachtkonto FOR EACH ROW WHEN ((old.status = 'inaktiv'::text)) EXECUTE FUNCTION zaehle_inaktives_ab();
grant delete, insert, select, update on pachtkonto to pacht_app;
grant insert, select, update on pachtkonto to pacht_worker;

create table pachtkonto_beteiligter (
  id bigint not null generated always as identity,
  pachtkonto_id bigint not null,
  kontakt_id bigint not null,
  rolle text not null,
  hauptkontakt boolean not null default false,
  anteil_zaehler bigint,
  anteil_nenner bigint,
  gueltig_von date,
  gueltig_bis date,
  constraint pachtkonto_beteiligter_pkey PRIMARY KEY (id),
  constraint pachtkonto_beteiligter_anteil_nenner_check CHECK (((anteil_nenner >= 1) AND (anteil_nenner <= 1000000000))),
  constraint pachtkonto_beteiligter_anteil_zaehler_check CHECK (((anteil_zaehler >= 1) AND (anteil_zaehler <= 1000000000))),
  constraint pachtkonto_beteiligter_check CHECK ((gueltig_bis >= gueltig_von)),
  constraint pachtkonto_beteiligter_check1 CHECK (((anteil_zaehler IS NULL) = (anteil_nenner IS NULL))),
  constraint pachtkonto_beteiligter_check2 CHECK ((anteil_zaehler <= anteil_nenner)),
  constraint pachtkonto_beteiligter_rolle_check CHECK ((rolle = ANY (ARRAY['paechter'::text, 'verpaechter'::text, 'bevollmaechtigter'::text]))),
  constraint pachtkonto_beteiligter_kontakt_id_fkey FOREIGN KEY (kontakt_id) REFERENCES kontakt(id),
  constraint pachtkonto_beteiligter_pachtkonto_id_fkey FOREIGN KEY (pachtkonto_id) REFERENCES pachtkonto(id) ON DELETE CASCADE
);
CREATE INDEX pachtkonto_beteiligter_kontakt_id_idx ON public.pachtkonto_beteiligter USING btree (kontakt_id);
CREATE INDEX pachtkonto_beteiligter_pachtkonto_id_rolle_idx ON public.pachtkonto_beteiligter USING btree (pachtkonto_id, rolle);
CREATE TRIGGER kontakt_geaendert AFTER UPDATE ON public.pachtkonto_beteiligter REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION halte_kontakt_fest();
CREATE TRIGGER kontakt_neu AFTER INSERT ON public.pachtkonto_beteiligter REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION halte_kontakt_fest();
CREATE TRIGGER konto_geaendert AFTER UPDATE ON public.pachtkonto_beteiligter REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION beruehre_pachtkonto();
CREATE TRIGGER konto_geloescht AFTER DELETE ON public.pachtkonto_beteiligter REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION beruehre_pachtkonto();
CREATE TRIGGER konto_neu AFTER INSERT ON public.pachtkonto_beteiligter REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION beruehre_pachtkonto();
CREATE TRIGGER liste_geaendert AFTER UPDATE ON public.pachtkonto_beteiligter REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION liste_beteiligter();
CREATE TRIGGER liste_geloescht AFTER DELETE ON public.pachtkonto_beteiligter REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION liste_beteiligter();
CREATE TRIGGER liste_neu AFTER INSERT ON public.pachtkonto_beteiligter REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION liste_beteiligter();
grant delete, insert, select on pachtkonto_beteiligter to pacht_worker;
grant delete, insert, select, update on pachtkonto_beteiligter to pacht_app;

create table pachtkonto_dokument (
  id bigint not null generated always as identity,
  version integer not null default 1,
  pachtkonto_id bigint not null,
  dateiname text not null,
  medientyp text not null,
  groesse bigint not null,
  sha256 text not null,
  hochgeladen_von text not null,
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  constraint pachtkonto_dokument_pkey PRIMARY KEY (id),
  constraint pachtkonto_dokument_groesse_check CHECK ((groesse >= 0)),
  constraint pachtkonto_dokument_pachtkonto_id_fkey FOREIGN KEY (pachtkonto_id) REFERENCES pachtkonto(id)
);
CREATE INDEX pachtkonto_dokument_pachtkonto_id_id_idx ON public.pachtkonto_dokument USING btree (pachtkonto_id, id DESC);
grant delete, insert, select, update on pachtkonto_dokument to pacht_app;
grant select on pachtkonto_dokument to pacht_worker;

create table pachtkonto_dokument_stueck (
  dokument_id bigint not null,
  nr integer not null,
  inhalt bytea not null,
  constraint pachtkonto_dokument_stueck_pkey PRIMARY KEY (dokument_id, nr),
  constraint pachtkonto_dokument_stueck_nr_check CHECK ((nr >= 0)),
  constraint pachtkonto_dokument_stueck_dokument_id_fkey FOREIGN KEY (dokument_id) REFERENCES pachtkonto_dokument(id) ON DELETE CASCADE
);
grant delete, insert, select on pachtkonto_dokument_stueck to pacht_app;

create table pachtkonto_frist (
  id bigint not null,
  grundlage text collate "C",
  beginn date,
  constraint pachtkonto_frist_pkey PRIMARY KEY (id)
);
CREATE INDEX pachtkonto_frist_grundlage ON public.pachtkonto_frist USING btree (grundlage, beginn) WHERE (grundlage IS NOT NULL);
grant delete, insert, select, update on pachtkonto_frist to pacht_app;
grant delete, insert, select, update on pachtkonto_frist to pacht_worker;

create table pachtkonto_liste (
  id bigint not null,
  kontonummer text not null,
  status text not null,
  pachtbeginn date not null,
  pachtende date,
  schlussabrechnung date,
  ist_vorauszahlend boolean,
  hebemonat text,
  letzte_hebung date,
  suchtext text not null,
  constraint pachtkonto_liste_pkey PRIMARY KEY (id)
);
CREATE INDEX pachtkonto_liste_suche ON public.pachtkonto_liste USING gin (suchtext gin_trgm_ops);
grant delete, insert, select, update on pachtkonto_liste to pacht_app;
grant delete, insert, select, update on pachtkonto_liste to pacht_worker;

create table pachtkonto_liste_kontakt (
  kontakt_id bigint not null,
  suchtext text not null,
  constraint pachtkonto_liste_kontakt_pkey PRIMARY KEY (kontakt_id)
);
grant delete, insert, select, update on pachtkonto_liste_kontakt to pacht_app;
grant delete, insert, select, update on pachtkonto_liste_kontakt to pacht_worker;

create table pachtkonto_liste_partei (
  pachtkonto_id bigint not null,
  kontakt_id bigint not null,
  constraint pachtkonto_liste_partei_pkey PRIMARY KEY (pachtkonto_id, kontakt_id)
);
CREATE INDEX pachtkonto_liste_partei_kontakt_id_pachtkonto_id_idx ON public.pachtkonto_liste_partei USING btree (kontakt_id, pachtkonto_id);
grant delete, insert, select, update on pachtkonto_liste_partei to pacht_app;
grant delete, insert, select, update on pachtkonto_liste_partei to pacht_worker;

create table pachtkonto_position (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  pachtkonto_id bigint not null,
  ursprung_id bigint not null,
  positionsart_id bigint not null,
  bezeichnung text,
  betrag_cent bigint not null,
  intervall text not null,
  gueltig_von date,
  gueltig_bis date,
  steuersatz_bp integer,
  anteilig boolean not null default true,
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  constraint pachtkonto_position_pkey PRIMARY KEY (id),
  constraint position_versionen_getrennt EXCLUDE USING gist (ursprung_id WITH =, daterange(gueltig_von, gueltig_bis, '[]'::text) WITH &&),
  constraint pachtkonto_position_betrag_cent_check CHECK (((betrag_cent >= '-1000000000000'::bigint) AND (betrag_cent <= '1000000000000'::bigint))),
  constraint pachtkonto_position_check CHECK ((gueltig_bis >= gueltig_von)),
  constraint pachtkonto_position_check1 CHECK (((intervall <> 'einmalig'::text) OR (gueltig_von IS NOT NULL))),
  constraint pachtkonto_position_intervall_check CHECK ((intervall = ANY (ARRAY['monatlich'::text, 'vierteljaehrlich'::text, 'halbjaehrlich'::text, 'jaehrlich'::text, 'einmalig'::text]))),
  constraint pachtkonto_position_steuersatz_bp_check CHECK (((steuersatz_bp >= 0) AND (steuersatz_bp <= 10000))),
  constraint pachtkonto_position_pachtkonto_id_fkey FOREIGN KEY (pachtkonto_id) REFERENCES pachtkonto(id) ON DELETE CASCADE,
  constraint pachtkonto_position_positionsart_id_fkey FOREIGN KEY (positionsart_id) REFERENCES positionsart(id),
  constraint pachtkonto_position_ursprung_id_fkey FOREIGN KEY (ursprung_id) REFERENCES pachtkonto_position(id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX pachtkonto_position_pachtkonto_id_idx ON public.pachtkonto_position USING btree (pachtkonto_id);
CREATE INDEX pachtkonto_position_positionsart_id_idx ON public.pachtkonto_position USING btree (positionsart_id);
CREATE TRIGGER konto_geaendert AFTER UPDATE ON public.pachtkonto_position REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION beruehre_pachtkonto();
CREATE TRIGGER konto_geloescht AFTER DELETE ON public.pachtkonto_position REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION beruehre_pachtkonto();
CREATE TRIGGER konto_neu AFTER INSERT ON public.pachtkonto_position REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION beruehre_pachtkonto();
CREATE TRIGGER version BEFORE UPDATE ON public.pachtkonto_position FOR EACH ROW EXECUTE FUNCTION zaehle_version();
grant delete, insert, select, update on pachtkonto_position to pacht_app;
grant insert, select, update on pachtkonto_position to pacht_worker;

create table patchobjekt (
  id bigint not null generated always as identity,
  version integer not null default 1,
  bezeichnung text not null,
  objektart text not null,
  status text not null default 'aktuell'::text,
  strasse text,
  hausnummer text,
  adresszusatz text,
  plz text,
  ort text,
  land text not null default 'DE'::text,
  gemarkung text,
  flur text,
  flurstueck_zaehler text,
  flurstueck_nenner text,
  flaeche_qm bigint,
  pachtkonto_id bigint,
  geprueft_am date,
  bemerkung text,
  suchtext_lage text not null generated always as (such_text((((((((COALESCE((strasse || ' '::text), ''::text) || COALESCE((hausnummer || ' '::text), ''::text)) || COALESCE((plz || ' '::text), ''::text)) || COALESCE((ort || ' '::text), ''::text)) || COALESCE((gemarkung || ' '::text), ''::text)) || COALESCE((('Flur '::text || flur) || ' '::text), ''::text)) || COALESCE(flurstueck_zaehler, ''::text)) || COALESCE(('/'::text || flurstueck_nenner), ''::text)))) stored,
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  bundesland text,
  aufgegangen_in bigint,
  constraint patchobjekt_pkey PRIMARY KEY (id),
  constraint patchobjekt_bundesland_check CHECK ((bundesland = ANY (ARRAY['BW'::text, 'BY'::text, 'BE'::text, 'BB'::text, 'HB'::text, 'HH'::text, 'HE'::text, 'MV'::text, 'NI'::text, 'NW'::text, 'RP'::text, 'SL'::text, 'SN'::text, 'ST'::text, 'SH'::text, 'TH'::text]))),
  constraint patchobjekt_check CHECK ((aufgegangen_in <> id)),
  constraint patchobjekt_flaeche_qm_check CHECK (((flaeche_qm >= 0) AND (flaeche_qm <= '100000000000'::bigint))),
  constraint patchobjekt_land_check CHECK ((land ~ '^[A-Z]{2}$'::text)),
  constraint patchobjekt_objektart_check CHECK ((objektart = ANY (ARRAY['acker'::text, 'gruenland'::text, 'wald'::text, 'garten'::text, 'gewaesser'::text, 'gewerbe'::text, 'stellplatz'::text, 'windkraft'::text, 'solar'::text, 'jagd'::text, 'sonstige'::text]))),
  constraint patchobjekt_status_check CHECK ((status = ANY (ARRAY['aktuell'::text, 'veraltet'::text, 'kritisch'::text, 'geplant'::text]))),
  constraint patchobjekt_aufgegangen_in_fkey FOREIGN KEY (aufgegangen_in) REFERENCES patchobjekt(id),
  constraint patchobjekt_pachtkonto_id_fkey FOREIGN KEY (pachtkonto_id) REFERENCES pachtkonto(id)
);
CREATE INDEX patchobjekt_aufgegangen_in_idx ON public.patchobjekt USING btree (aufgegangen_in) WHERE (aufgegangen_in IS NOT NULL);
CREATE INDEX patchobjekt_flaeche_qm_id_idx ON public.patchobjekt USING btree (flaeche_qm, id);
CREATE INDEX patchobjekt_geprueft_am_id_idx ON public.patchobjekt USING btree (geprueft_am, id);
CREATE INDEX patchobjekt_pachtkonto_id_idx ON public.patchobjekt USING btree (pachtkonto_id);
CREATE INDEX patchobjekt_status_idx ON public.patchobjekt USING btree (status);
CREATE TRIGGER liste_geaendert AFTER UPDATE ON public.patchobjekt REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION liste_patchobjekt();
CREATE TRIGGER liste_geloescht AFTER DELETE ON public.patchobjekt REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION liste_patchobjekt();
CREATE TRIGGER liste_neu AFTER INSERT ON public.patchobjekt REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION liste_patchobjekt();
CREATE TRIGGER version BEFORE UPDATE ON public.patchobjekt FOR EACH ROW EXECUTE FUNCTION zaehle_version();
CREATE TRIGGER vertragsfrist_geaendert AFTER UPDATE ON public.patchobjekt REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION frist_patchobjekt();
CREATE TRIGGER vertragsfrist_geloescht AFTER DELETE ON public.patchobjekt REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION frist_patchobjekt();
CREATE TRIGGER vertragsfrist_neu AFTER INSERT ON public.patchobjekt REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION frist_patchobjekt();
CREATE TRIGGER zaehler_geaendert AFTER UPDATE ON public.patchobjekt REFERENCING OLD TABLE AS alt NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_patchobjekt();
CREATE TRIGGER zaehler_geloescht AFTER DELETE ON public.patchobjekt REFERENCING OLD TABLE AS alt FOR EACH STATEMENT EXECUTE FUNCTION zaehle_patchobjekt();
CREATE TRIGGER zaehler_neu AFTER INSERT ON public.patchobjekt REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION zaehle_patchobjekt();
grant delete, insert, select, update on patchobjekt to pacht_app;
grant insert, select, update on patchobjekt to pacht_worker;

create table patchobjekt_liste (
  id bigint not null,
  sortierung text not null,
  status text not null,
  pachtkonto_id bigint,
  suchtext text not null,
  constraint patchobjekt_liste_pkey PRIMARY KEY (id)
);
CREATE INDEX patchobjekt_liste_pachtkonto_id_idx ON public.patchobjekt_liste USING btree (pachtkonto_id);
CREATE INDEX patchobjekt_liste_sortierung_id_status_pachtkonto_id_idx ON public.patchobjekt_liste USING btree (sortierung, id) INCLUDE (status, pachtkonto_id);
CREATE INDEX patchobjekt_liste_suche ON public.patchobjekt_liste USING gin (suchtext gin_trgm_ops);
grant delete, insert, select, update on patchobjekt_liste to pacht_app;
grant delete, insert, select, update on patchobjekt_liste to pacht_worker;

create table positionsart (
  id bigint not null generated always as identity,
  version integer not null default 1,
  name text not null,
  kuerzel text not null,
  steuersatz_bp integer not null,
  steuerbefreiung_grund text,
  erhoehbar boolean not null default true,
  weiterleitung boolean not null default true,
  erloeskonto text,
  aktiv boolean not null default true,
  erstellt_am timestamp with time zone not null default now(),
  geaendert_am timestamp with time zone not null default now(),
  constraint positionsart_pkey PRIMARY KEY (id),
  constraint positionsart_check CHECK (((steuersatz_bp > 0) OR (steuerbefreiung_grund IS NOT NULL))),
  constraint positionsart_steuersatz_bp_check CHECK (((steuersatz_bp >= 0) AND (steuersatz_bp <= 10000)))
);
CREATE UNIQUE INDEX positionsart_name ON public.positionsart USING btree (lower(name));
CREATE TRIGGER eingabe AFTER UPDATE ON public.positionsart REFERENCING NEW TABLE AS neu FOR EACH STATEMENT EXECUTE FUNCTION beruehre_eingabe_positionsart();
CREATE TRIGGER version BEFORE UPDATE ON public.positionsart FOR EACH ROW EXECUTE FUNCTION zaehle_version();
grant delete, insert, select, update on positionsart to pacht_app;
grant insert, select, update on positionsart to pacht_worker;

create table sammeldatei (
  id bigint not null generated always as identity,
  art text not null,
  schluessel text not null,
  stand text not null,
  buchungslauf_id uuid,
  datum date,
  heute date,
  ids bigint[] not null,
  fortschritt integer not null default 0,
  job_id uuid not null,
  fehler text,
  angelegt_am timestamp with time zone not null default now(),
  fertig_am timestamp with time zone,
  constraint sammeldatei_pkey PRIMARY KEY (id),
  constraint sammeldatei_art_schluessel_key UNIQUE (art, schluessel),
  constraint sammeldatei_art_check CHECK ((art = ANY (ARRAY['gesamt'::text, 'entwurf'::text, 'hebungsentwurf'::text]))),
  constraint sammeldatei_check CHECK (((art = 'gesamt'::text) = (buchungslauf_id IS NOT NULL))),
  constraint sammeldatei_check1 CHECK (((art <> 'gesamt'::text) = ((datum IS NOT NULL) AND (heute IS NOT NULL)))),
  constraint sammeldatei_buchungslauf_id_fkey FOREIGN KEY (buchungslauf_id) REFERENCES buchungslauf(id)
);
CREATE INDEX sammeldatei_buchungslauf_id_idx ON public.sammeldatei USING btree (buchungslauf_id);
grant delete, insert, select on sammeldatei to pacht_app;
grant delete, select on sammeldatei to pacht_worker;
grant update (fortschritt, fehler, fertig_am) on sammeldatei to pacht_worker;

create table sammeldatei_stueck (
  datei_id bigint not null,
  teil integer not null,
  nr integer not null,
  inhalt bytea not null,
  constraint sammeldatei_stueck_pkey PRIMARY KEY (datei_id, teil, nr),
  constraint sammeldatei_stueck_nr_check CHECK ((nr >= 0)),
  constraint sammeldatei_stueck_datei_id_teil_fkey FOREIGN KEY (datei_id, teil) REFERENCES sammeldatei_teil(datei_id, nr) ON DELETE CASCADE
);
grant insert, select on sammeldatei_stueck to pacht_worker;
grant select on sammeldatei_stueck to pacht_app;

create table sammeldatei_teil (
  datei_id bigint not null,
  nr integer not null,
  bis integer not null,
  anzahl integer not null,
  nicht_erstellt integer not null default 0,
  erster text not null,
  letzter text not null,
  groesse bigint not null,
  sha256 text not null,
  abgeholt_am timestamp with time zone,
  constraint sammeldatei_teil_pkey PRIMARY KEY (datei_id, nr),
  constraint sammeldatei_teil_anzahl_check CHECK ((anzahl > 0)),
  constraint sammeldatei_teil_groesse_check CHECK ((groesse > 0)),
  constraint sammeldatei_teil_nr_check CHECK ((nr > 0)),
  constraint sammeldatei_teil_datei_id_fkey FOREIGN KEY (datei_id) REFERENCES sammeldatei(id) ON DELETE CASCADE
);
grant insert, select on sammeldatei_teil to pacht_worker;
grant select on sammeldatei_teil to pacht_app;
grant update (abgeholt_am) on sammeldatei_teil to pacht_app;

create table sandkasten_beleg (
  id bigint not null generated always as identity,
  mandant_id text not null,
  referenz text not null,
  richtung text not null,
  zustand text not null default 'entwurf'::text,
  nummer text,
  partei_id bigint not null,
  belegdatum date not null,
  buchungsdatum date not null,
  beschreibung text not null,
  zeilen jsonb not null,
  netto_cent bigint not null,
  brutto_cent bigint not null,
  storniert_durch text,
  erstellt_am timestamp with time zone not null default now(),
  constraint sandkasten_beleg_pkey PRIMARY KEY (id),
  constraint sandkasten_beleg_nummer_key UNIQUE (nummer),
  constraint sandkasten_beleg_storniert_durch_key UNIQUE (storniert_durch),
  constraint sandkasten_beleg_check CHECK (((zustand = 'entwurf'::text) = (nummer IS NULL))),
  constraint sandkasten_beleg_richtung_check CHECK ((richtung = ANY (ARRAY['rechnung'::text, 'lieferant'::text]))),
  constraint sandkasten_beleg_zustand_check CHECK ((zustand = ANY (ARRAY['entwurf'::text, 'offen'::text, 'bezahlt'::text, 'storniert'::text]))),
  constraint sandkasten_beleg_partei_id_fkey FOREIGN KEY (partei_id) REFERENCES sandkasten_partei(id)
);
CREATE INDEX sandkasten_beleg_mandant_id_referenz_idx ON public.sandkasten_beleg USING btree (mandant_id, referenz);
grant delete, insert, select, update on sandkasten_beleg to pacht_worker;

create table sandkasten_nummer (
  kreis text not null,
  naechste bigint not null default 1,
  constraint sandkasten_nummer_pkey PRIMARY KEY (kreis)
);
grant delete, insert, select, update on sandkasten_nummer to pacht_worker;

create table sandkasten_partei (
  id bigint not null generated always as identity,
  mandant_id text not null,
  code text not null,
  name text not null,
  constraint sandkasten_partei_pkey PRIMARY KEY (id),
  constraint sandkasten_partei_mandant_id_code_key UNIQUE (mandant_id, code)
);
grant delete, insert, select, update on sandkasten_partei to pacht_worker;

create table schlussabrechnung (
  archivkonto_id bigint not null,
  buchungslauf_id uuid not null,
  pachtkonto_id bigint not null,
  faelligkeit_id bigint,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  storniert_am timestamp with time zone,
  constraint schlussabrechnung_pkey PRIMARY KEY (archivkonto_id),
  constraint schlussabrechnung_archivkonto_id_fkey FOREIGN KEY (archivkonto_id) REFERENCES archivkonto(id),
  constraint schlussabrechnung_buchungslauf_id_fkey FOREIGN KEY (buchungslauf_id) REFERENCES buchungslauf(id),
  constraint schlussabrechnung_faelligkeit_id_fkey FOREIGN KEY (faelligkeit_id) REFERENCES faelligkeit(id),
  constraint schlussabrechnung_pachtkonto_id_fkey FOREIGN KEY (pachtkonto_id) REFERENCES pachtkonto(id)
);
CREATE INDEX schlussabrechnung_buchungslauf_id_idx ON public.schlussabrechnung USING btree (buchungslauf_id);
CREATE UNIQUE INDEX schlussabrechnung_einmal ON public.schlussabrechnung USING btree (pachtkonto_id) WHERE (storniert_am IS NULL);
grant insert, select on schlussabrechnung to pacht_app;
grant select on schlussabrechnung to pacht_worker;
grant update (storniert_am) on schlussabrechnung to pacht_app;

create table schlussabrechnung_korrektur (
  archivkonto_id bigint not null,
  faelligkeit_id bigint not null,
  buchungslauf_id uuid not null,
  constraint schlussabrechnung_korrektur_pkey PRIMARY KEY (archivkonto_id, faelligkeit_id),
  constraint schlussabrechnung_korrektur_archivkonto_id_fkey FOREIGN KEY (archivkonto_id) REFERENCES schlussabrechnung(archivkonto_id),
  constraint schlussabrechnung_korrektur_faelligkeit_id_buchungslauf_id_fkey FOREIGN KEY (faelligkeit_id, buchungslauf_id) REFERENCES gebuchter_zeitraum(faelligkeit_id, buchungslauf_id)
);
CREATE INDEX schlussabrechnung_korrektur_faelligkeit_id_buchungslauf_id_idx ON public.schlussabrechnung_korrektur USING btree (faelligkeit_id, buchungslauf_id);
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.schlussabrechnung_korrektur FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.schlussabrechnung_korrektur FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on schlussabrechnung_korrektur to pacht_app;
grant select on schlussabrechnung_korrektur to pacht_worker;

create table siegel (
  nr bigint not null,
  bis bigint not null,
  bis_xid xid8 not null,
  bis_id bigint not null,
  n integer not null,
  hash bytea not null,
  erstellt_am timestamp with time zone not null default now(),
  constraint siegel_pkey PRIMARY KEY (nr),
  constraint siegel_bis_key UNIQUE (bis),
  constraint siegel_hash_check CHECK ((octet_length(hash) = 32)),
  constraint siegel_n_check CHECK ((n > 0)),
  constraint siegel_nr_check CHECK ((nr > 0))
);
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.siegel FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.siegel FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on siegel to pacht_worker;
grant select on siegel to pacht_app;

create table siegel_eintrag (
  nr bigint not null,
  auditlog_id bigint not null,
  hash bytea not null,
  constraint siegel_eintrag_pkey PRIMARY KEY (nr),
  constraint siegel_eintrag_auditlog_id_key UNIQUE (auditlog_id),
  constraint siegel_eintrag_hash_check CHECK ((octet_length(hash) = 32)),
  constraint siegel_eintrag_nr_check CHECK ((nr > 0))
);
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.siegel_eintrag FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.siegel_eintrag FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on siegel_eintrag to pacht_worker;
grant select on siegel_eintrag to pacht_app;

create table sitzung (
  id_hash text not null,
  benutzer_id bigint not null,
  laeuft_ab_am timestamp with time zone not null,
  endet_spaetestens_am timestamp with time zone not null,
  erstellt_am timestamp with time zone not null default now(),
  geschrieben_bis pg_lsn not null default pg_current_wal_insert_lsn(),
  constraint sitzung_pkey PRIMARY KEY (id_hash),
  constraint sitzung_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id) ON DELETE CASCADE
);
CREATE INDEX sitzung_benutzer_id_idx ON public.sitzung USING btree (benutzer_id);
CREATE INDEX sitzung_laeuft_ab_am_idx ON public.sitzung USING btree (laeuft_ab_am);
grant delete on sitzung to pacht_worker;
grant delete, insert, select, update on sitzung to pacht_app;
grant select (laeuft_ab_am) on sitzung to pacht_worker;

create table stapel_beleg (
  buchungslauf_id uuid not null,
  id bigint not null,
  archivkonto_id bigint not null,
  pachtkonto_id bigint not null,
  kontonummer text not null,
  faelligkeit_id bigint,
  art text not null default 'regulaer'::text,
  belegart text not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  zahlbar_bis date not null,
  kontakt_id bigint not null,
  empfaenger jsonb not null,
  suchtext text not null,
  netto_cent bigint not null,
  steuer_cent bigint not null,
  brutto_cent bigint not null,
  gebuehr_beleg_id bigint,
  auszahlung_cent bigint,
  leistung_von date not null,
  leistung_bis date not null
);
grant delete, insert, select on stapel_beleg to pacht_app;
grant delete, insert, select on stapel_beleg to pacht_worker;

create table stapel_faelligkeit (
  buchungslauf_id uuid not null,
  faelligkeit_id bigint not null,
  pachtkonto_id bigint not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  constraint stapel_faelligkeit_pkey PRIMARY KEY (buchungslauf_id, faelligkeit_id)
);
grant delete, insert, select on stapel_faelligkeit to pacht_app;
grant delete, insert, select on stapel_faelligkeit to pacht_worker;

create table stapel_konto (
  buchungslauf_id uuid not null,
  archivkonto_id bigint not null,
  pachtkonto_id bigint not null,
  pachtkonto_version integer not null,
  eingabe_geaendert_am timestamp with time zone not null,
  kontonummer text not null,
  konto jsonb not null,
  anzahl_dokumente integer not null,
  paechter_brutto_cent bigint not null,
  verpaechter_brutto_cent bigint not null,
  gebuehr_brutto_cent bigint not null,
  kontakt_versionen bigint not null,
  firmendaten_geaendert_am timestamp with time zone not null,
  constraint stapel_konto_pkey PRIMARY KEY (buchungslauf_id, archivkonto_id),
  constraint stapel_konto_buchungslauf_id_fkey FOREIGN KEY (buchungslauf_id) REFERENCES buchungslauf(id)
);
grant delete, insert, select on stapel_konto to pacht_app;
grant delete, insert, select on stapel_konto to pacht_worker;

create table stapel_schlussabrechnung (
  buchungslauf_id uuid not null,
  archivkonto_id bigint not null,
  pachtkonto_id bigint not null,
  faelligkeit_id bigint,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  korrigiert bigint[] not null,
  constraint stapel_schlussabrechnung_pkey PRIMARY KEY (buchungslauf_id, archivkonto_id),
  constraint stapel_schlussabrechnung_buchungslauf_id_fkey FOREIGN KEY (buchungslauf_id) REFERENCES buchungslauf(id)
);
grant delete, insert, select on stapel_schlussabrechnung to pacht_app;
grant delete, insert, select on stapel_schlussabrechnung to pacht_worker;

create table stapel_steuer (
  buchungslauf_id uuid not null,
  beleg_id bigint not null,
  nr integer not null,
  steuersatz_bp integer not null,
  steuerbefreiung_grund text,
  netto_cent bigint not null,
  steuer_cent bigint not null
);
grant delete, insert, select on stapel_steuer to pacht_app;
grant delete, insert, select on stapel_steuer to pacht_worker;

create table stapel_zeile (
  buchungslauf_id uuid not null,
  beleg_id bigint not null,
  nr integer not null,
  ursprung_id bigint,
  position_id bigint,
  positionsart_id bigint,
  bezeichnung text not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  netto_cent bigint not null,
  steuersatz_bp integer not null,
  steuerbefreiung_grund text,
  weiterleitung boolean not null,
  herleitung jsonb not null
);
grant delete, insert, select on stapel_zeile to pacht_app;
grant delete, insert, select on stapel_zeile to pacht_worker;

create table zaehler (
  bereich text not null,
  schluessel text not null,
  anzahl bigint not null
);
grant delete, insert, select on zaehler to pacht_worker;
grant insert, select on zaehler to pacht_app;

create table zahlungsdatei (
  id bigint not null generated always as identity,
  buchungslauf_id uuid not null,
  art text not null,
  nachrichten_id text not null,
  dateiname text not null,
  ist_auswahl boolean not null,
  anzahl integer not null,
  summe_cent bigint not null,
  anzahl_ausgelassen integer not null,
  sha256 text,
  groesse bigint,
  benutzer_name text not null,
  erstellt_am timestamp with time zone not null,
  verworfen_am timestamp with time zone,
  verworfen_von text,
  verworfen_grund text,
  verworfen boolean not null generated always as ((verworfen_am IS NOT NULL)) stored,
  constraint zahlungsdatei_pkey PRIMARY KEY (id),
  constraint zahlungsdatei_id_verworfen_key UNIQUE (id, verworfen),
  constraint zahlungsdatei_nachrichten_id_key UNIQUE (nachrichten_id),
  constraint zahlungsdatei_anzahl_ausgelassen_check CHECK ((anzahl_ausgelassen >= 0)),
  constraint zahlungsdatei_anzahl_check CHECK ((anzahl > 0)),
  constraint zahlungsdatei_art_check CHECK ((art = ANY (ARRAY['lastschrift'::text, 'ueberweisung'::text]))),
  constraint zahlungsdatei_check CHECK (((sha256 IS NULL) = (groesse IS NULL))),
  constraint zahlungsdatei_check1 CHECK (((verworfen_am IS NULL) = (verworfen_von IS NULL))),
  constraint zahlungsdatei_check2 CHECK (((verworfen_am IS NULL) = (verworfen_grund IS NULL))),
  constraint zahlungsdatei_summe_cent_check CHECK ((summe_cent > 0)),
  constraint zahlungsdatei_buchungslauf_id_fkey FOREIGN KEY (buchungslauf_id) REFERENCES buchungslauf(id)
);
CREATE INDEX zahlungsdatei_buchungslauf_id_art_idx ON public.zahlungsdatei USING btree (buchungslauf_id, art);
CREATE TRIGGER unveraenderlich BEFORE UPDATE ON public.zahlungsdatei FOR EACH ROW WHEN (((old.verworfen_am IS NOT NULL) OR (((((((((((((new.id IS DISTINCT FROM old.id) OR (new.buchungslauf_id IS DISTINCT FROM old.buchungslauf_id)) OR (new.art IS DISTINCT FROM old.art)) OR (new.nachrichten_id IS DISTINCT FROM old.nachrichten_id)) OR (new.dateiname IS DISTINCT FROM old.dateiname)) OR (new.ist_auswahl IS DISTINCT FROM old.ist_auswahl)) OR (new.anzahl IS DISTINCT FROM old.anzahl)) OR (new.summe_cent IS DISTINCT FROM old.summe_cent)) OR (new.anzahl_ausgelassen IS DISTINCT FROM old.anzahl_ausgelassen)) OR (new.sha256 IS DISTINCT FROM old.sha256)) OR (new.groesse IS DISTINCT FROM old.groesse)) OR (new.benutzer_name IS DISTINCT FROM old.benutzer_name)) OR (new.erstellt_am IS DISTINCT FROM old.erstellt_am)))) EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.zahlungsdatei FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_geloescht BEFORE DELETE ON public.zahlungsdatei FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on zahlungsdatei to pacht_app;
grant update (verworfen_am, verworfen_von, verworfen_grund) on zahlungsdatei to pacht_app;

create table zahlungsdatei_abruf (
  id bigint not null generated always as identity,
  zahlungsdatei_id bigint not null,
  zeitpunkt timestamp with time zone not null,
  benutzer_name text not null,
  constraint zahlungsdatei_abruf_pkey PRIMARY KEY (id),
  constraint zahlungsdatei_abruf_zahlungsdatei_id_fkey FOREIGN KEY (zahlungsdatei_id) REFERENCES zahlungsdatei(id)
);
CREATE INDEX zahlungsdatei_abruf_zahlungsdatei_id_id_idx ON public.zahlungsdatei_abruf USING btree (zahlungsdatei_id, id);
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.zahlungsdatei_abruf FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.zahlungsdatei_abruf FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on zahlungsdatei_abruf to pacht_app;

create table zahlungsdatei_beleg (
  zahlungsdatei_id bigint not null,
  beleg_id bigint not null,
  betrag_cent bigint not null,
  verworfen boolean not null default false,
  constraint zahlungsdatei_beleg_pkey PRIMARY KEY (zahlungsdatei_id, beleg_id),
  constraint zahlungsdatei_beleg_betrag_cent_check CHECK ((betrag_cent > 0)),
  constraint zahlungsdatei_beleg_beleg_id_fkey FOREIGN KEY (beleg_id) REFERENCES archiv_beleg(id),
  constraint zahlungsdatei_beleg_zahlungsdatei_id_verworfen_fkey FOREIGN KEY (zahlungsdatei_id, verworfen) REFERENCES zahlungsdatei(id, verworfen) ON UPDATE CASCADE
);
CREATE UNIQUE INDEX zahlungsdatei_beleg_einmal ON public.zahlungsdatei_beleg USING btree (beleg_id) WHERE (NOT verworfen);
CREATE TRIGGER unveraenderlich BEFORE UPDATE ON public.zahlungsdatei_beleg FOR EACH ROW WHEN ((((new.zahlungsdatei_id IS DISTINCT FROM old.zahlungsdatei_id) OR (new.beleg_id IS DISTINCT FROM old.beleg_id)) OR (new.betrag_cent IS DISTINCT FROM old.betrag_cent))) EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.zahlungsdatei_beleg FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_geloescht BEFORE DELETE ON public.zahlungsdatei_beleg FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on zahlungsdatei_beleg to pacht_app;

create table zahlungsdatei_stueck (
  zahlungsdatei_id bigint not null,
  nr integer not null,
  inhalt bytea not null,
  constraint zahlungsdatei_stueck_pkey PRIMARY KEY (zahlungsdatei_id, nr),
  constraint zahlungsdatei_stueck_nr_check CHECK ((nr >= 0)),
  constraint zahlungsdatei_stueck_zahlungsdatei_id_fkey FOREIGN KEY (zahlungsdatei_id) REFERENCES zahlungsdatei(id)
);
CREATE TRIGGER unveraenderlich BEFORE DELETE OR UPDATE ON public.zahlungsdatei_stueck FOR EACH ROW EXECUTE FUNCTION verweigere_aenderung();
CREATE TRIGGER unveraenderlich_ganz BEFORE TRUNCATE ON public.zahlungsdatei_stueck FOR EACH STATEMENT EXECUTE FUNCTION verweigere_aenderung();
grant insert, select on zahlungsdatei_stueck to pacht_app;

create table zusammenfuehrung (
  id bigint not null generated always as identity,
  art text not null,
  bleibt_id bigint not null,
  geht_id bigint not null,
  felder jsonb not null,
  pachtkonten jsonb not null,
  mitgenommen bigint[] not null,
  bank jsonb,
  benutzer_id bigint,
  benutzer_name text not null,
  zusammengefuehrt_am timestamp with time zone not null default now(),
  zurueckgenommen_am timestamp with time zone,
  zurueckgenommen_von text,
  constraint zusammenfuehrung_pkey PRIMARY KEY (id),
  constraint zusammenfuehrung_art_check CHECK ((art = ANY (ARRAY['kontakt'::text, 'patchobjekt'::text]))),
  constraint zusammenfuehrung_check CHECK ((geht_id <> bleibt_id)),
  constraint zusammenfuehrung_check1 CHECK (((zurueckgenommen_am IS NULL) = (zurueckgenommen_von IS NULL))),
  constraint zusammenfuehrung_benutzer_id_fkey FOREIGN KEY (benutzer_id) REFERENCES benutzer(id)
);
CREATE INDEX zusammenfuehrung_benutzer_id_idx ON public.zusammenfuehrung USING btree (benutzer_id);
CREATE UNIQUE INDEX zusammenfuehrung_einmal ON public.zusammenfuehrung USING btree (art, geht_id) WHERE (zurueckgenommen_am IS NULL);
grant insert, select, update on zusammenfuehrung to pacht_app;

create view kontakt_suchbild as
 SELECT k.id,
    such_norm(k.anzeigename) AS sortierung,
    k.typ,
    k.zahlungsmoral,
    k.zahlungsart,
    such_text(k.ort) AS ort,
    w.suchtext
   FROM kontakt k
     CROSS JOIN LATERAL such_worte(such_text(concat_ws(' '::text, k.titel, k.vorname, k.nachname, k.firma, k.strasse, k.hausnummer, k.plz, k.ort, k.email, k.telefon, k.iban))) w(suchtext)
  WHERE k.aufgegangen_in IS NULL;
grant select on kontakt_suchbild to pacht_app;
grant select on kontakt_suchbild to pacht_worker;

create view pachtkonto_fristbild as
 SELECT k.id,
        CASE
            WHEN k.status = 'aktiv'::text OR k.status = 'gekuendigt'::text AND a.offen THEN jsonb_strip_nulls(jsonb_build_object('status', k.status, 'vertragsart', k.vertragsart, 'pachtende', k.pachtende, 'pachtjahrBeginn', k.pachtjahr_beginn, 'pachtbeginn',
            CASE
                WHEN k.vertragsform = 'muendlich'::text OR k.pachtende >= (k.pachtbeginn + '30 years'::interval) THEN
                CASE
                    WHEN k.pachtende IS NOT NULL THEN k.pachtbeginn
                    ELSE NULL::date
                END
                WHEN k.pachtende >= (k.pachtbeginn + '3 years'::interval - '1 day'::interval) THEN (k.pachtende - '4 years'::interval)::date
                ELSE k.pachtende
            END, 'vertragsform',
            CASE k.vertragsform
                WHEN 'muendlich'::text THEN 'muendlich'::text
                ELSE NULL::text
            END, 'kuendigungsregel', k.kuendigungsregel, 'verlaengerungMonate', k.verlaengerung_monate, 'anfrageErhaltenAm', k.anfrage_erhalten_am, 'vertragsschlussAm',
            CASE
                WHEN a.offen THEN k.vertragsschluss_am
                ELSE NULL::date
            END, 'objekte', o.objekte, 'flaecheQm',
            CASE
                WHEN a.offen THEN o.flaeche_qm
                ELSE NULL::bigint
            END))::text COLLATE "C"
            ELSE NULL::text
        END AS grundlage,
        CASE
            WHEN k.pachtende IS NULL THEN k.pachtbeginn
            ELSE NULL::date
        END AS beginn
   FROM pachtkonto k
     CROSS JOIN LATERAL ( SELECT k.vertragsschluss_am IS NOT NULL AND k.angezeigt_am IS NULL AND (k.vertragsart = 'landpacht'::text OR k.vertragsart IS NULL AND NOT (EXISTS ( SELECT
                   FROM patchobjekt
                  WHERE patchobjekt.pachtkonto_id = k.id AND (patchobjekt.objektart <> ALL (ARRAY['acker'::text, 'gruenland'::text]))))) AS "?column?") a(offen)
     LEFT JOIN LATERAL ( SELECT jsonb_agg(DISTINCT jsonb_build_array(patchobjekt.objektart,
                CASE
                    WHEN a.offen THEN patchobjekt.bundesland
                    ELSE NULL::text
                END)) AS objekte,
                CASE
                    WHEN every(patchobjekt.flaeche_qm IS NOT NULL) THEN LEAST(sum(patchobjekt.flaeche_qm)::bigint / 5000, 10::bigint) * 5000
                    ELSE NULL::bigint
                END AS flaeche_qm
           FROM patchobjekt
          WHERE patchobjekt.pachtkonto_id = k.id) o ON true;
grant select on pachtkonto_fristbild to pacht_app;
grant select on pachtkonto_fristbild to pacht_worker;

create view pachtkonto_suchbild as
 SELECT k.id,
    k.kontonummer,
    k.status,
    k.pachtbeginn,
    k.pachtende,
    k.schlussabrechnung,
    k.ist_vorauszahlend,
    k.hebemonat,
    k.letzte_hebung,
    such_worte(concat_ws(' '::text, such_text(concat_ws(' '::text, k.kontonummer, k.bemerkung)), p.suchtext, o.suchtext)) AS suchtext
   FROM pachtkonto k
     LEFT JOIN LATERAL ( SELECT string_agg(DISTINCT p_1.suchtext_partei, ' '::text) AS suchtext
           FROM pachtkonto_beteiligter b
             JOIN kontakt p_1 ON p_1.id = b.kontakt_id
          WHERE b.pachtkonto_id = k.id AND (b.rolle = ANY (ARRAY['paechter'::text, 'verpaechter'::text])) AND NOT (EXISTS ( SELECT
                   FROM pachtkonto_liste_partei l
                  WHERE l.pachtkonto_id = b.pachtkonto_id AND l.kontakt_id = b.kontakt_id))) p ON true
     LEFT JOIN LATERAL ( SELECT string_agg(DISTINCT o_1.suchtext_lage, ' '::text) AS suchtext
           FROM patchobjekt o_1
          WHERE o_1.pachtkonto_id = k.id) o ON true;
grant select on pachtkonto_suchbild to pacht_app;
grant select on pachtkonto_suchbild to pacht_worker;

create view patchobjekt_suchbild as
 SELECT o.id,
    such_norm(o.bezeichnung) AS sortierung,
    o.status,
    o.pachtkonto_id,
    such_worte(concat_ws(' '::text, such_text(concat_ws(' '::text, o.bezeichnung, k.kontonummer)), o.suchtext_lage)) AS suchtext
   FROM patchobjekt o
     LEFT JOIN pachtkonto k ON k.id = o.pachtkonto_id
  WHERE o.aufgegangen_in IS NULL;
grant select on patchobjekt_suchbild to pacht_app;
grant select on patchobjekt_suchbild to pacht_worker;

grant usage on sequence archiv_beleg_id_seq to pacht_app;

grant usage on sequence archivkonto_id_seq to pacht_app;

grant usage on sequence pachtkonto_position_id_seq to pacht_app;
grant usage on sequence pachtkonto_position_id_seq to pacht_worker;
