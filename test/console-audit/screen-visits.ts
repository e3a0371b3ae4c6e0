import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LANGUAGE_COOKIE } from '../../src/console/visit/visit.js';
import { directionOf } from '../../src/locales/language.js';
import { TIMEOUT_MS } from '../browser/chromium.js';
import { PASSWORD } from '../support/console-operator.js';
import type { AuditedShop, Person } from './audited-shop.js';
import { faultsAt, watchedFaults, type PageFault } from './page-check.js';
import type { Screen } from './screens.js';
import { WIDTHS_PX, type Variation } from './variations.js';

/** A fault, and the pages on which it was found. */
export interface FoundFault extends PageFault {
  readonly screen: string;
  /** Such as `ar dark 320`; without the width for what does not depend on it. */
  readonly where: string;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Opens screens in a browser, signed in as different people. */
export class ScreenVisits {
  private readonly signedIn = new Map<Person, Promise<Cookies>>();
  /** The paths of all pages that were seen. */
  readonly paths = new Set<string>();

  constructor(
    private readonly browser: Browser,
    private readonly shop: AuditedShop,
    /** Where pictures are put. */
    private readonly folder: string,
  ) {}

  /** Looks at a screen in all widths. */
  async faultsOf(screen: Screen, { language, theme }: Variation): Promise<FoundFault[]> {
    // A page without a cookie is in the language of the browser.
    const context = await this.browser.newContext({
      locale: language,
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    await context.addCookies([
      ...(screen.as === null ? [] : await this.cookiesOf(screen.as)),
      { name: LANGUAGE_COOKIE, value: language, url: this.shop.baseUrl },
    ]);
    const page = await context.newPage();
    const watched = await watchedFaults(page);
    const variation = `${language} ${theme}`;
    const found: FoundFault[] = [];
    const note = (faults: readonly PageFault[], where: string): void => {
      found.push(...faults.map((fault) => ({ ...fault, screen: screen.name, where })));
    };
    note(await this.open(page, screen), variation);
    this.paths.add(new URL(page.url()).pathname);
    note(await languageFaults(page, language), variation);
    for (const width of WIDTHS_PX) {
      note(await faultsAt(page, width), `${variation} ${width}`);
      const path = join(this.folder, language, `${screen.name}-${theme}-${width}.png`);
      await page.screenshot({ path, fullPage: true });
    }
    note(watched, variation);
    await context.close();
    return found;
  }

  private async open(page: Page, screen: Screen): Promise<PageFault[]> {
    const path = typeof screen.path === 'string' ? screen.path : screen.path(this.shop);
    const answer = await page.goto(this.shop.baseUrl + path);
    const { pathname } = new URL(page.url());
    const [status, expected] = [answer?.status() ?? 0, screen.status ?? 200];
    const faults: PageFault[] = [];
    if (status !== expected) faults.push({ kind: 'answer', text: `${path} is ${status}` });
    if (pathname !== new URL(path, page.url()).pathname) {
      faults.push({ kind: 'answer', text: `${path} leads to ${pathname}` });
    }
    await screen.reach?.(page).catch((error: unknown) => {
      faults.push({ kind: 'answer', text: `not reached: ${String(error).split('\n')[0]}` });
    });
    return faults;
  }

  /** Signs in once for all pages. */
  private cookiesOf(person: Person): Promise<Cookies> {
    const known = this.signedIn.get(person) ?? this.signIn(person);
    this.signedIn.set(person, known);
    return known;
  }

  private async signIn(person: Person): Promise<Cookies> {
    const context = await this.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${this.shop.baseUrl}/console/sign-in`);
    await page.locator('[name=name]').fill(person);
    await page.locator('[name=password]').fill(PASSWORD);
    await Promise.all([
      page.waitForURL((url) => url.pathname !== '/console/sign-in'),
      page.locator('[name=password]').press('Enter'),
    ]);
    const cookies = await context.cookies();
    await context.close();
    return cookies;
  }
}

async function languageFaults(page: Page, language: Variation['language']): Promise<PageFault[]> {
  const html = page.locator('html');
  const seen = `${await html.getAttribute('lang')} ${await html.getAttribute('dir')}`;
  const expected = `${language} ${directionOf(language)}`;
  return seen === expected ? [] : [{ kind: 'answer', text: `${seen} instead of ${expected}` }];
}
