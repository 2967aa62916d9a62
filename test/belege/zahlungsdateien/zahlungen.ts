/** What a file pays: number and cents. */
export function zahlungenIn(text: string): [string, number][] {
  return [...text.matchAll(/<EndToEndId>(.*?)<.*?<InstdAmt Ccy="EUR">(.*?)</g)].map(([, nummer = "", euro = ""]) => [
    nummer,
    Number(euro.replace(".", "")),
  ]);
}
