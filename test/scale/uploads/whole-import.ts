import { setTimeout as sleep } from 'node:timers/promises';
import { Faults } from '../../support/faults.js';
import type { Random } from '../../support/random.js';
import type { TestBrowser } from '../../support/test-browser.js';
import type { Scenario } from './scenario.js';
import { Beside } from './beside.js';
import { catalogState, firstDifference, inOneAlone } from './catalog-state.js';
import {
  afterChanges,
  afterTakingBack,
  changedCatalog,
  type Change,
  type ChangedCatalog,
} from './changed-catalog.js';
import { ImportConsole, type SeenState } from './import-console.js';
import { Phases } from './phases.js';
import { ownerBrowser, startedServer, uploadShop, type UploadShop } from './upload-shop.js';

const WARM_UP_MS = 10_000;
/** What is changed must be read anew after it was applied. */
const SETTLING_MS = 5_000;

/** A large catalog is uploaded, shown, applied, compared with what was shown, and taken back, beside the requests of others. */
export const wholeImport: Scenario = {
  title: 'an import by the console beside other requests',
  run: async (random, { products, seconds }, say) => {
    const shop = await uploadShop(products);
    const faults = new Faults();
    const stored = await catalogState(shop.db);
    const catalog = changedCatalog(stored, random.fork());
    const server = await startedServer(shop);
    const browser = await ownerBrowser(server);
    const beside = new Beside(besideTask(shop, catalog, server.baseUrl, browser, random));
    const phases = new Phases(server, beside, faults);
    await sleep(WARM_UP_MS);
    await phases.during('without an import', () => sleep(seconds * 1_000));
    const shown = await importedBy(new ImportConsole(browser), catalog, phases, { faults, say });
    await phases.during('after it', () => sleep(seconds * 1_000));
    const fault = firstDifference(await catalogState(shop.db), afterChanges(stored, shown));
    if (fault !== undefined) faults.add('the catalog is not what was shown', fault);
    await takeBack(new ImportConsole(browser), phases, faults);
    await beside.stop();
    const left = firstDifference(await catalogState(shop.db), afterTakingBack(stored, shown));
    if (left !== undefined) faults.add('the catalog is not what it was', left);
    console.log(`\n${phases.table()}\n`);
    const code = await server.stop();
    if (code !== 0) faults.add(`the server ended with ${code}`);
    await shop.db.drop();
    return {
      did: `${products} products, ${catalog.changes.length} changes shown, applied and taken back`,
      faults: faults.list,
    };
  },
};

function besideTask(
  { shelves, token }: UploadShop,
  { untouched: products }: ChangedCatalog,
  baseUrl: string,
  { cookies }: TestBrowser,
  random: Random,
) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { baseUrl, token, cookie, shelves, products, seed: random.between(0, 2 ** 31) };
}

interface Told {
  readonly faults: Faults;
  readonly say: (line: string) => void;
}

/** @returns the changes that the console has shown. */
async function importedBy(
  operator: ImportConsole,
  { file, changes }: ChangedCatalog,
  phases: Phases,
  { faults, say }: Told,
): Promise<Change[]> {
  const path = await phases.during('upload', () => operator.upload(file));
  const compared = await phases.during('read and compare', () => operator.follow(path));
  const shown = await phases.during('all pages of the difference', () =>
    operator.changes(compared.page),
  );
  const fault = firstWrong(shown, changes);
  if (fault !== undefined) faults.add('the difference is not that of the file', fault);
  const applied = await phases.during('apply', async () => {
    await operator.send(compared.page, 'apply');
    const followed = await operator.follow(path);
    await sleep(SETTLING_MS);
    return followed;
  });
  const seen = [...compared.seen, ...applied.seen];
  for (const one of seen) say(toldState(one));
  for (const state of ['being read', 'being compared', 'being applied']) {
    const found = seen.find((one) => one.state === state);
    if ((found?.progress.length ?? 0) < 2) faults.add('no progress was seen', state);
  }
  if (seen.at(-1)?.state !== 'applied') faults.add('it is not applied', applied.page.text);
  return shown;
}

async function takeBack(operator: ImportConsole, phases: Phases, faults: Faults): Promise<void> {
  const question = await phases.during('what goes back', () => operator.askToTakeBack());
  const done = await phases.during('take back', async () => {
    const answer = await operator.takeBack(question);
    await sleep(SETTLING_MS);
    return answer;
  });
  if (!done.text.includes('Taken back.')) faults.add('it is not taken back', done.text);
}

function toldState({ state, progress, seconds }: SeenState): string {
  const some = progress.slice(0, 4).join(', ');
  return `${state} for ${seconds.toFixed(1)} s, ${progress.length} progress: ${some}`;
}

/** The first change that one of both lists alone has; the order does not matter. */
function firstWrong(have: readonly Change[], want: readonly Change[]): string | undefined {
  const texts = (changes: readonly Change[]) => new Set(changes.map(textOf));
  const [one, other] = [texts(have), texts(want)];
  if (one.size !== have.length) return 'a change is shown twice';
  const wrong = inOneAlone(one, other);
  return wrong && `${one.has(wrong) ? 'shown alone' : 'not shown'}: ${wrong}`;
}

function textOf({ item, id, change, values }: Change): string {
  const sorted = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([item, id, change, sorted]);
}
