import { type Browser, chromium } from "playwright-core";

/** Debian's Chromium, without a sandbox of its own and silent on the network. */
export function starteBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  });
}
