import { chromium, type Browser } from 'playwright-core';
import { installed } from '../deploy/installed.js';

const PROGRAM =
  process.env.CHROME_PATH ??
  ['chromium', 'google-chrome', 'chromium-browser'].map(installed).find((path) => path);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
/** Beside other work. */
export const TIMEOUT_MS = 60_000;

/** What is missing here; undefined if nothing is. */
export const missingChromium = PROGRAM === undefined ? 'no Chromium; set CHROME_PATH' : undefined;

export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: PROGRAM!, args: FLAGS, timeout: TIMEOUT_MS });
}
