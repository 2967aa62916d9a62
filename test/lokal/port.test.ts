import { createServer } from "node:net";
import { expect, test } from "vitest";
import { freierPort, oeffnePort, verlangePort } from "../../src/lokal/port.ts";

test("Ein belegter Port wird so lange erwartet, wie erlaubt; dann nennt die Absage einen anderen", async () => {
  const server = createServer();
  const port = await oeffnePort(server, await freierPort());
  await expect(verlangePort(port, "127.0.0.1", 0)).rejects.toThrow(
    `Port ${port} auf 127.0.0.1 ist belegt. Einen anderen wählen: PORT=${port + 1} npm start`,
  );
  setTimeout(() => server.close(), 300);
  await verlangePort(port, "127.0.0.1", 30_000);
});

test("Was keine Adresse dieser Maschine ist, heißt nicht belegt", async () => {
  const port = await freierPort();
  await expect(verlangePort(port, "192.0.2.1", 30_000)).rejects.toThrow("192.0.2.1 ist keine Adresse dieser Maschine.");
});
