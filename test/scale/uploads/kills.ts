import { setTimeout as sleep } from 'node:timers/promises';
import { Faults } from '../../support/faults.js';
import type { Random } from '../../support/random.js';
import type { WatchedServer } from '../watched-server.js';
import { catalogState, firstDifference, type CatalogState } from './catalog-state.js';
import { afterChanges, afterTakingBack, changedCatalog } from './changed-catalog.js';
import { ImportConsole, stateOf } from './import-console.js';
import type { Scenario } from './scenario.js';
import { ownerBrowser, startedServer, uploadShop, type UploadShop } from './upload-shop.js';

const POLLING_MS = 50;
const NOT_APPLIED = 'Not applied';
/** From the first page that says so to the kill. */
const MAX_DELAY_MS = 1_000;

/** The server is killed while it compares, applies and takes back; afterwards the page says what became of it. */
export const kills: Scenario = {
  title: 'imports whose server is killed',
  run: async (random, { killProducts, kills: count }, say) => {
    const shop = await uploadShop(killProducts);
    const faults = new Faults();
    const stored = await catalogState(shop.db);
    const { file, changes } = changedCatalog(stored, random.fork());
    const wanted = { before: stored, after: afterChanges(stored, changes) };
    const run = new KilledImport(shop, await startedServer(shop), { faults, say });

    await run.upload(file);
    await run.killDuring('being compared', random);
    let killed = 0;
    while (killed < count && (await run.apply())) {
      await run.killDuring('being applied', random);
      await run.assertNothingHalf(wanted);
      killed += 1;
    }
    await run.untilApplied();
    const fault = firstDifference(await catalogState(shop.db), wanted.after);
    if (fault !== undefined) faults.add('the catalog is not what the file says', fault);
    const back = { before: wanted.after, after: afterTakingBack(stored, changes) };
    for (let at = 0; at < count; at++) {
      await run.killWhileTakingBack(random);
      await run.assertNothingHalf(back);
    }
    await run.takeBack();
    const left = firstDifference(await catalogState(shop.db), back.after);
    if (left !== undefined) faults.add('the catalog is not what it was', left);
    await run.applyTwiceAtOnce(file.replaceAll(/"price":"[\d.]+"/g, '"price":"7.77"'));
    await run.stop();
    await shop.db.drop();
    const did = `${killProducts} products, killed once while it compared, ${killed} times while it applied and ${count} times while it took back`;
    return { did, faults: faults.list };
  },
};

interface Told {
  readonly faults: Faults;
  readonly say: (line: string) => void;
}

/** One import through the deaths of its servers. */
class KilledImport {
  private path = '';

  constructor(
    private readonly shop: UploadShop,
    private server: WatchedServer,
    private readonly told: Told,
  ) {}

  async upload(file: string): Promise<void> {
    this.path = await (await this.operator()).upload(file);
  }

  /** Begins to apply what is ready, after it was compared again if need be. @returns false if it is applied already. */
  async apply(): Promise<boolean> {
    const operator = await this.operator();
    let { page } = await operator.follow(this.path);
    if (stateOf(page).state === 'interrupted') {
      await operator.send(page, 'compare');
      ({ page } = await operator.follow(this.path));
    }
    const { state } = stateOf(page);
    if (state === 'applied') return false;
    if (state === 'ready') await operator.send(page, 'apply');
    else this.told.faults.add('it cannot be applied', page.text.slice(0, 200));
    return true;
  }

  /** Kills the server at some moment while the page says this, and starts another one. */
  async killDuring(state: string, random: Random): Promise<void> {
    const operator = await this.operator();
    let seen = stateOf(await operator.open(this.path));
    while (seen.state !== state && ['being read', 'being compared'].includes(seen.state)) {
      await sleep(POLLING_MS);
      seen = stateOf(await operator.open(this.path));
    }
    await this.killSoon(random);
    const { page } = await (await this.operator()).follow(this.path);
    const after = stateOf(page).state;
    const isTold =
      after === 'applied' || after === 'interrupted' || page.text.includes(NOT_APPLIED);
    if (!isTold && state === 'being applied') this.told.faults.add('not told', page.text);
    this.told.say(
      `killed while it was ${seen.state} (${seen.progress}); afterwards it is ${after}`,
    );
  }

  async assertNothingHalf({ before, after }: Readonly<Record<'before' | 'after', CatalogState>>) {
    const present = await catalogState(this.shop.db);
    const [one, other] = [firstDifference(present, before), firstDifference(present, after)];
    if (one !== undefined && other !== undefined) this.told.faults.add('half applied', one);
  }

  /** Kills the server at some moment after it was asked to take the import back, and starts another one. */
  async killWhileTakingBack(random: Random): Promise<void> {
    const operator = await this.operator();
    const question = await operator.askToTakeBack();
    const sent = operator.takeBack(question).catch(() => undefined);
    await this.killSoon(random);
    await sent;
  }

  /** Takes the import back, unless that was done. */
  async takeBack(): Promise<void> {
    const operator = await this.operator();
    await operator.takeBack(await operator.askToTakeBack());
  }

  /** Applies what the kills have left. */
  async untilApplied(): Promise<void> {
    const operator = await this.operator();
    if (!(await this.apply())) return;
    const { page } = await operator.follow(this.path);
    if (stateOf(page).state !== 'applied') this.told.faults.add('it is not applied', page.text);
  }

  /** Another file twice: what one of both changes, the other finds changed. */
  async applyTwiceAtOnce(file: string): Promise<void> {
    const operator = await this.operator();
    const paths = await Promise.all([operator.upload(file), operator.upload(file, 'again.json')]);
    const shown = [];
    for (const path of paths) shown.push((await operator.follow(path)).page);
    await Promise.all(shown.map((page) => operator.send(page, 'apply')));
    const ends = [];
    for (const path of paths) ends.push((await operator.follow(path)).page);
    const states = ends.map((page) => stateOf(page).state).sort();
    this.told.say(`two at once: ${states.join(' and ')}`);
    const isTold = ends.some((page) => page.text.includes(NOT_APPLIED));
    if (states.join() !== 'applied,ready' || !isTold) {
      this.told.faults.add('not one of two is applied', states.join());
    }
  }

  async stop(): Promise<void> {
    const code = await this.server.stop();
    if (code !== 0) this.told.faults.add(`the server ended with ${code}`);
  }

  /** Starts another server then. */
  private async killSoon(random: Random): Promise<void> {
    await sleep(random.between(0, MAX_DELAY_MS));
    await this.server.stop('SIGKILL');
    this.server = await startedServer(this.shop);
  }

  private async operator(): Promise<ImportConsole> {
    return new ImportConsole(await ownerBrowser(this.server));
  }
}
