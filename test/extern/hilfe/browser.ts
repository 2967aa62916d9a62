import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";

/** Debian's Chromium, without a sandbox of its own and silent on the network. */
export function starteBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
}

/** Pages of their own, which wait for a machine that is busy with other things too. */
export async function oeffneKontext(browser: Browser, wahl: BrowserContextOptions): Promise<BrowserContext> {
  const kontext = await browser.newContext(wahl);
  kontext.setDefaultTimeout(120_000);
  return kontext;
}
