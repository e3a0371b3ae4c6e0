import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { installed } from '../deploy/installed.js';
import { browserChoices, type BrowserChoice } from './browser-choices.js';
import { fontSettings } from './font-settings.js';
import { packagedChromium } from './packaged-chromium.js';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
/** Beside other work. */
export const TIMEOUT_MS = 60_000;

type Found =
  { readonly options: LaunchOptions; tried: Browser | undefined } | { readonly missing: string };

// A program may be here and not start, for want of a library. So it is tried, once in each process; the first spec takes
// the browser that has started.
const found = await firstThatStarts(
  browserChoices({
    platform: process.platform,
    arch: process.arch,
    CHROME_PATH: process.env.CHROME_PATH,
    installed,
  }),
);

/** Why there is no browser here; undefined if there is one. */
export const missingChromium = 'missing' in found ? found.missing : undefined;

/** A browser of the caller's own. @throws Error where there is none */
export async function startChromium(): Promise<Browser> {
  if ('missing' in found) throw new Error(found.missing);
  const { tried, options } = found;
  found.tried = undefined;
  return tried?.isConnected() === true ? tried : chromium.launch(options);
}

async function firstThatStarts(choices: readonly BrowserChoice[]): Promise<Found> {
  const reasons: string[] = [];
  for (const choice of choices) {
    try {
      const options = await launchOptions(choice);
      return { options, tried: await chromium.launch(options) };
    } catch (error) {
      reasons.push(`${nameOf(choice)}: ${reasonOf(error)}`);
    }
  }
  return { missing: `no browser starts here; ${reasons.join('; ')}` };
}

async function launchOptions(choice: BrowserChoice): Promise<LaunchOptions> {
  const common = { args: FLAGS, timeout: TIMEOUT_MS };
  if (choice.kind === 'package') {
    const { path, libraries, fonts } = await packagedChromium();
    const env = { LD_LIBRARY_PATH: libraries, ...(await fontSettings([fonts])) };
    return { ...common, executablePath: path, env: { ...process.env, ...env } };
  }
  const env = { ...process.env, ...(await fontSettings([])) };
  return choice.kind === 'chrome'
    ? { ...common, env, channel: 'chrome' }
    : { ...common, env, executablePath: choice.path };
}

function nameOf(choice: BrowserChoice): string {
  return choice.kind === 'program' ? choice.path : `the ${choice.kind}`;
}

/** One line of what Playwright says in many. */
function reasonOf(error: unknown): string {
  const text = String(error);
  const missing = /error while loading shared libraries: [^\n]+/.exec(text)?.[0];
  return missing ?? text.split('\n')[0]!.replace('Error: browserType.launch: ', '');
}
