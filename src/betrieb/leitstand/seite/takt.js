// Asks again and again, but never while nobody looks, and ever more rarely while it fails.

const hoechstensMs = 60_000;

/** How long until the next try after so many failures in a row. */
export const pauseNach = (alleMs, fehlschlaege, warteMs = 0) =>
  Math.max(warteMs, Math.min(alleMs * 2 ** fehlschlaege, Math.max(alleMs, hoechstensMs)));

/**
 * Does `tue` now, and again `alleMs()` after each time that it is done, until it is stopped.
 *
 * @param beiFehler hears of each failure, and in how many milliseconds it is tried again
 * @param seite the document: hidden, it is not asked for anything; shown again, at once
 */
export const starteTakt = ({ alleMs, tue, beiFehler, seite }) => {
  let wecker;
  let fehlschlaege = 0;
  let dabei = false;
  let haelt = false;

  const ruht = () => haelt || seite.hidden;
  const einmal = async () => {
    clearTimeout(wecker);
    if (dabei || ruht()) return;
    dabei = true;
    let pauseMs = 0;
    try {
      await tue();
      fehlschlaege = 0;
      pauseMs = alleMs();
    } catch (fehler) {
      fehlschlaege += 1;
      pauseMs = pauseNach(alleMs(), fehlschlaege, fehler.warteMs);
      beiFehler(fehler, pauseMs);
    } finally {
      dabei = false;
    }
    if (!ruht()) wecker = setTimeout(einmal, pauseMs);
  };
  const beiWechsel = () => (seite.hidden ? clearTimeout(wecker) : void einmal());

  seite.addEventListener("visibilitychange", beiWechsel);
  void einmal();
  return {
    sofort: einmal,
    halteAn() {
      haelt = true;
      clearTimeout(wecker);
    },
    setzeFort() {
      haelt = false;
      return einmal();
    },
  };
};
