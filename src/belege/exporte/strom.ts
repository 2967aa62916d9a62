/** Reads on only when asked to; a client that leaves ends the source. */
export const alsStrom = (quelle: AsyncIterator<Uint8Array> | Iterator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(steuerung) {
        const { done, value } = await quelle.next();
        if (done) steuerung.close();
        else steuerung.enqueue(value);
      },
      async cancel() {
        await quelle.return?.();
      },
    },
    { highWaterMark: 0 },
  );
