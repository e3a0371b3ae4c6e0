import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startChromium } from '../browser/chromium.js';
import { runningRoutes } from '../../src/common/http/routes.js';
import { openTestServer } from '../support/test-server.js';
import { auditTable, faultLines, type AuditedScreen } from './audit-report.js';
import { startAuditedShop, type AuditedShop } from './audited-shop.js';
import { ScreenVisits, type FoundFault } from './screen-visits.js';
import { SCREENS, type Screen } from './screens.js';
import { unseenPages } from './unseen-pages.js';
import { VARIATIONS, WIDTHS_PX } from './variations.js';

/** `npm run console:audit -- --only orders,waiting --languages de,tr`: these screens in these languages; all if left out. */
const { only, languages } = parseArgs({
  options: { only: { type: 'string' }, languages: { type: 'string' } },
}).values;
const CHOSEN = VARIATIONS.filter(
  ({ language }) => languages?.split(',').includes(language) ?? true,
);
const ROOT = join(import.meta.dirname, '../..');
const PICTURES = 'coverage/console-audit';

interface Audit {
  readonly screens: readonly AuditedScreen[];
  /** Pages that no screen has opened. */
  readonly unseen: readonly string[];
}

async function audit(browser: Browser, shop: AuditedShop): Promise<Audit> {
  const visits = new ScreenVisits(browser, shop, join(ROOT, PICTURES));
  const audited: AuditedScreen[] = [];
  for (const screen of chosenScreens()) {
    const faults: FoundFault[] = [];
    for (const variation of CHOSEN) faults.push(...(await visits.faultsOf(screen, variation)));
    for (const line of faultLines(faults)) console.log(line);
    console.log(`${screen.name}: ${faults.length} faults`);
    const pages = CHOSEN.length * WIDTHS_PX.length;
    audited.push({ name: screen.name, as: screen.as, pages, faults });
  }
  const routes = runningRoutes(shop.shop.app.getHttpAdapter().getInstance());
  const unseen = only === undefined ? unseenPages(routes, [...visits.paths]) : [];
  return { screens: audited, unseen };
}

function chosenScreens(): readonly Screen[] {
  const names = only?.split(',');
  const unknown = names?.find((name) => !SCREENS.some((screen) => screen.name === name));
  if (unknown !== undefined) throw new Error(`there is no screen ${unknown}`);
  return SCREENS.filter(({ name }) => names?.includes(name) ?? true);
}

async function run(): Promise<void> {
  const browser = await startChromium();
  try {
    const shop = await startAuditedShop();
    const { screens, unseen } = await audit(browser, shop).finally(() => shop.close());
    console.log(
      `\n${auditTable(screens)}\n\nSeen in Chromium ${browser.version()}; pictures in ${PICTURES}.`,
    );
    for (const path of unseen) console.log(`${path}: no screen opens it`);
    const isFaulty = screens.some(({ faults }) => faults.length > 0);
    if (isFaulty || unseen.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
}

await rm(join(ROOT, PICTURES), { recursive: true, force: true });
const server = await openTestServer({ withoutDisk: true });
await run().finally(() => server.close());
