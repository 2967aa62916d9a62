/** What a file pays: number and cents. */
export const zahlungenIn = (text: string): [string, number][] =>
  [...text.matchAll(/<EndToEndId>(.*?)<.*?<InstdAmt Ccy="EUR">(.*?)</g)].map(([, nummer = "", euro = ""]) => [
    nummer,
    Number(euro.replace(".", "")),
  ]);
