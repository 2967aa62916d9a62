import { expect, test } from "vitest";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { zufall } from "../../sicherheit/hilfe/zufall.ts";
import { parteienVon, saeKontakt, sendeRuecknahme, sendeZusammenfuehrung } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

/** 100.01 a year, billed yearly in advance from 2018 on. */
const jahresbetrag = 10_001;
const erstesJahr = 2018;

/** A throw of 0 to n - 1, the same of a seed on every machine. */
const wuerfel = (saat: number) => {
  const bruch = zufall(saat);
  return (n: number): number => Math.floor(bruch() * n);
};
type Wurf = ReturnType<typeof wuerfel>;

type Gewichte = Map<number, number>;

const addiere = (summen: Gewichte, wer: number, wert: number) => summen.set(wer, (summen.get(wer) ?? 0) + wert);

/** Largest remainder, ties to the smaller id. */
const verteile = (cent: number, gewichte: Gewichte): Gewichte => {
  const summe = [...gewichte.values()].reduce((a, b) => a + b, 0);
  const teile = [...gewichte].map(([wer, gewicht]) => ({
    wer,
    ganz: Math.floor((cent * gewicht) / summe),
    rest: (cent * gewicht) % summe,
  }));
  const uebrig = cent - teile.reduce((a, { ganz }) => a + ganz, 0);
  teile.sort((a, b) => b.rest - a.rest || a.wer - b.wer);
  return new Map(teile.map(({ wer, ganz }, i) => [wer, ganz + (i < uebrig ? 1 : 0)]));
};

const geordnet = (werte: Gewichte) => [...werte].toSorted(([a], [b]) => a - b);

type Konto = {
  id: number;
  /** Weights as they were entered, by the contact of then. */
  eingabe: Gewichte;
  /** What stands: run, and the weights that it was booked with. */
  gebucht: { lauf: string; gewichte: Gewichte }[];
};

type Schritt = { id: number; bleibt: number; geht: number; betroffene: number[]; offen: boolean };

/** What somebody would note on paper: who is who by now, and what was billed to whom. */
class Welt {
  readonly konten: Konto[] = [];
  readonly schritte: Schritt[] = [];
  /** Who each contact is now. */
  readonly heute = new Map<number, number>();

  gewichte({ eingabe }: Konto): Gewichte {
    const summen: Gewichte = new Map();
    for (const [wer, gewicht] of eingabe) addiere(summen, this.wer(wer), gewicht);
    return summen;
  }

  wer(kontakt: number): number {
    return this.heute.get(kontakt) ?? kontakt;
  }

  lebende(): number[] {
    return [...this.heute].filter(([wer, heutiger]) => wer === heutiger).map(([wer]) => wer);
  }
}

const baue = async (wirf: Wurf): Promise<Welt> => {
  const welt = new Welt();
  for (let i = 0; i < 6; i += 1) {
    const id = await saeKontakt();
    welt.heute.set(id, id);
  }
  for (let i = 0; i < 3; i += 1) {
    const eingabe: Gewichte = new Map();
    const kontakte = welt.lebende();
    for (let k = 0; k < 3; k += 1) addiere(eingabe, kontakte[(i + k + wirf(2) * 3) % 6] ?? 0, 1 + wirf(3));
    const summe = [...eingabe.values()].reduce((a, b) => a + b, 0);
    const id = await konto({
      istVorauszahlend: true,
      verwaltungsgebuehrBp: null,
      pachtbeginn: `${erstesJahr}-01-01`,
      pachtjahrBeginn: "01-01",
      paechter: [...eingabe].map(([wer, gewicht]) => [wer, gewicht, summe]),
      verpaechter: [],
      positionen: [{ positionsartId: 2, betragCent: jahresbetrag }],
    });
    welt.konten.push({ id, eingabe, gebucht: [] });
  }
  return welt;
};

/** How often what came about, in all histories. */
const geschehen = { zusammen: 0, zurueck: 0, abgelehnt: 0, berichtigt: 0 };

const fuehreZusammen = async (welt: Welt, wirf: Wurf, unter = welt.lebende()) => {
  const bleibt = unter[wirf(unter.length)] ?? 0;
  const geht = unter[wirf(unter.length)] ?? 0;
  if (bleibt === geht) return;
  const { status, json, text } = await sendeZusammenfuehrung(bleibt, geht);
  expect(status, text).toBe(201);
  const betroffene = [...welt.heute].filter(([, heutiger]) => heutiger === geht).map(([wer]) => wer);
  for (const wer of betroffene) welt.heute.set(wer, bleibt);
  geschehen.zusammen += 1;
  welt.schritte.push({ id: json.id ?? 0, bleibt, geht, betroffene, offen: true });
};

const nimmZurueck = async (welt: Welt, wirf: Wurf): Promise<void> => {
  const offene = welt.schritte.filter(({ offen }) => offen);
  const schritt = offene[wirf(offene.length)];
  if (!schritt) return;
  const { status, json } = await sendeRuecknahme(schritt.id);
  if (status !== 200) {
    expect([status, json.code]).toEqual([409, "ruecknahme_nicht_moeglich"]);
    expect(json.hindernisse.length).toBeGreaterThan(0);
    geschehen.abgelehnt += 1;
    return;
  }
  schritt.offen = false;
  geschehen.zurueck += 1;
  for (const wer of schritt.betroffene) welt.heute.set(wer, schritt.geht);
};

const bucheNaechstes = async (welt: Welt, wirf: Wurf) => {
  const eines = welt.konten[wirf(welt.konten.length)] as Konto;
  const gewichte = welt.gewichte(eines);
  const { id: lauf } = await buche(`${erstesJahr + eines.gebucht.length}-01-01`, [eines.id]);
  const belege = await belegeVon(eines.id, lauf);
  const erwartet = geordnet(verteile(jahresbetrag, gewichte));
  expect(belege.map(({ kontaktId, nettoCent }) => [kontaktId, nettoCent])).toEqual(erwartet);
  eines.gebucht.push({ lauf, gewichte });
};

const storniereLetzte = async (welt: Welt, wirf: Wurf) => {
  const letzte = (welt.konten[wirf(welt.konten.length)] as Konto).gebucht.pop();
  if (letzte) expect((await storniere({ buchungslaufId: letzte.lauf })).status).toBe(201);
};

/** Parties and ids are as noted, and what is archived stays as it is. */
const pruefe = async (welt: Welt) => {
  for (const eines of welt.konten) {
    const summe = [...eines.eingabe.values()].reduce((a, b) => a + b, 0);
    const anteile: Gewichte = new Map();
    for (const [wer, , zaehler, nenner] of await parteienVon(eines.id))
      addiere(anteile, Number(wer), (Number(zaehler) / Number(nenner)) * summe);
    const gerundet = geordnet(anteile).map(([wer, gewicht]) => [wer, Math.round(gewicht)]);
    expect(gerundet).toEqual(geordnet(welt.gewichte(eines)));
  }
  for (const [wer, heutiger] of welt.heute) {
    const { status, json } = await verwalter().get<{ aufgegangenIn?: number }>(`/kontakte/${wer}`);
    expect([status, json.aufgegangenIn ?? wer]).toEqual([wer === heutiger ? 200 : 410, heutiger]);
  }
};

const letzterBeleg = async (): Promise<number> => {
  const [zeile] = await dienst.owner<{ id: number }[]>`select coalesce(max(id), 0) id from archiv_beleg`;
  return Number(zeile?.id);
};

/** The documents up to this one, as one hash. */
const archivBis = async (id: number): Promise<unknown> => {
  const [zeile] = await dienst.owner`
    select md5(string_agg(b::text, '|' order by b.id)) hash from archiv_beleg b where b.id <= ${id}`;
  return zeile;
};

/** Ends the account on 31 March of its last booked year: three of twelve months of that year remain. */
const schliesse = async (welt: Welt, eines: Konto) => {
  const jahr = erstesJahr + eines.gebucht.length - 1;
  const { status, text } = await verwalter().put(`/pachtkonten/${eines.id}`, {
    status: "gekuendigt",
    kuendigungZum: `${jahr}-03-31`,
  });
  expect(status, text).toBe(200);
  const { id: lauf } = await buche(`${jahr}-04-01`, [eines.id]);
  for (const { kontaktId } of await belegeVon(eines.id, lauf)) expect(welt.wer(kontaktId)).toBe(kontaktId);
  const letzte = eines.gebucht.at(-1)?.gewichte ?? new Map();
  if ([...letzte.keys()].some((wer) => welt.wer(wer) !== wer)) geschehen.berichtigt += 1;
  const erwartet: Gewichte = new Map();
  for (const [i, { gewichte }] of eines.gebucht.entries()) {
    const cent = i < eines.gebucht.length - 1 ? jahresbetrag : Math.round(jahresbetrag / 4);
    for (const [wer, teil] of verteile(cent, gewichte)) addiere(erwartet, welt.wer(wer), teil);
  }
  const summen: Gewichte = new Map();
  for (const { kontaktId, nettoCent } of await belegeVon(eines.id)) addiere(summen, welt.wer(kontaktId), nettoCent);
  expect(geordnet(summen).filter(([, cent]) => cent !== 0)).toEqual(
    geordnet(erwartet).filter(([, cent]) => cent !== 0),
  );
};

test.each([1, 2, 3])(
  "zusammenführen, abrechnen, stornieren und zurücknehmen in beliebiger Folge (%i)",
  async (saat) => {
    const wirf = wuerfel(saat);
    const welt = await baue(wirf);
    const taten = [fuehreZusammen, nimmZurueck, bucheNaechstes, bucheNaechstes, nimmZurueck, storniereLetzte];
    for (let schritt = 0; schritt < 24; schritt += 1) {
      const bis = await letzterBeleg();
      const vorher = await archivBis(bis);
      await taten[wirf(taten.length)]?.(welt, wirf);
      expect(await archivBis(bis)).toEqual(vorher);
      await pruefe(welt);
    }
    for (const eines of welt.konten) {
      if (eines.gebucht.length === 0) continue;
      // Among its parties, so that there is something to be split as it was booked.
      await fuehreZusammen(welt, wirf, [...welt.gewichte(eines).keys()]);
      await schliesse(welt, eines);
    }
  },
  180_000,
);

test("dabei kommt alles vor: auch abgelehnte Rücknahmen und Berichtigungen für Zusammengeführte", () => {
  for (const [was, anzahl] of Object.entries(geschehen)) expect(anzahl, was).toBeGreaterThan(1);
});
