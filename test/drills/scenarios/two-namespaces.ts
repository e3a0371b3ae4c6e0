import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { whyNoNamespaces } from '../../support/pid-namespace.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { NamespacedSouk } from '../namespaced-souk.js';
import { PostmasterWatch, postmasters } from '../postmasters.js';
import { RowWriter } from '../row-writer.js';
import type { Drill } from '../scenario.js';

type Kill = (souk: NamespacedSouk) => Promise<void>;
const SOUK: Kill = (souk) => souk.killSouk();
const POSTGRES: Kill = (souk) => souk.killPostgres();
const BOTH: Kill = (souk) => souk.killBoth();
const NAMESPACE: Kill = (souk) => souk.killNamespace();

/** What is killed, one after the other. Souk starts its PostgreSQL again when it has the time. */
const ORDERS: readonly (readonly Kill[])[] = [
  [SOUK],
  [SOUK, POSTGRES],
  [POSTGRES, SOUK],
  [BOTH],
  [NAMESPACE],
];
/** How a server that has refused the other namespace comes to its end. */
const ENDS: readonly Kill[] = [POSTGRES, NAMESPACE];
const PAUSES_MS = [0, 20, 300, 3000];
const ROWS = 50;

/** Souk and PostgreSQL are killed in one PID namespace, and Souk is started in another one on the same data folder. */
export const twoNamespaces: Drill = {
  title: 'two PID namespaces on one data folder',
  run: async (random, { rounds }, say) => {
    const missing = whyNoNamespaces();
    if (missing !== undefined) return { did: `not run: ${missing}`, faults: [] };
    const parent = await mkdtemp(join(tmpdir(), 'souk-namespaces-'));
    const folder = new SharedFolder(join(parent, '.souk'));
    try {
      for (let number = 0; number < rounds; number++) await folder.round(number, random, say);
      return await folder.findings(rounds);
    } finally {
      await folder.end();
      await rm(parent, { recursive: true, force: true });
    }
  },
};

/** One data folder that two namespaces use in turn. */
class SharedFolder {
  private readonly souks: readonly [NamespacedSouk, NamespacedSouk];
  private readonly watch: PostmasterWatch;
  private readonly writer: RowWriter;
  private readonly faults: string[] = [];
  private refusals = 0;
  private starts = 0;

  constructor(private readonly dataDir: string) {
    this.souks = [new NamespacedSouk(dataDir), new NamespacedSouk(dataDir)];
    this.watch = new PostmasterWatch(dataDir);
    this.writer = new RowWriter(dataDir);
  }

  async round(number: number, random: Random, say: (line: string) => void): Promise<void> {
    const [one, other] = this.souks;
    const [here, there] = number % 2 === 0 ? [one, other] : [other, one];
    await this.startHonestly(here, `round ${number}`);
    await this.writer.more(ROWS);
    for (const kill of ORDERS[number % ORDERS.length] ?? []) {
      await kill(here);
      await sleep(random.pick(PAUSES_MS));
    }
    const before = await postmasters(this.dataDir);
    const refusal = await there.start();
    if (refusal === undefined) this.starts += 1;
    else await this.afterRefusal(refusal, before, { here, there, random });
    const lost = await this.writer.missing();
    if (lost.length > 0) this.faults.push(`round ${number} lost ${lost.length} committed rows`);
    await there.stop();
    say(`round ${number}: ${refusal ?? 'started'}; ${this.writer.count} rows so far`);
  }

  /** Nothing may have refused but a living server. It is joined where it lives, or it is killed; then the start succeeds. */
  private async afterRefusal(
    refusal: string,
    before: readonly number[],
    { here, there, random }: { here: NamespacedSouk; there: NamespacedSouk; random: Random },
  ): Promise<void> {
    this.refusals += 1;
    const now = await postmasters(this.dataDir);
    if (before.length === 0 || now.join() !== before.join()) {
      this.faults.push(`a start was refused although nothing ran (${refusal})`);
    }
    if (random.pick([true, false])) {
      await this.startHonestly(here, 'the start where the server lives');
      await this.writer.more(ROWS);
      if (random.pick([true, false])) await here.stop();
      else await here.killBoth();
    } else {
      await random.pick(ENDS)(here);
    }
    await this.startHonestly(there, 'the start after a refusal');
  }

  /** No server runs in another namespace, so the start must succeed. */
  private async startHonestly(souk: NamespacedSouk, what: string): Promise<void> {
    const refusal = await souk.start();
    if (refusal !== undefined) throw new Error(`${what} was refused: ${refusal}`);
    this.starts += 1;
  }

  async findings(rounds: number): Promise<Findings> {
    const env = { PATH: process.env.PATH, SOUK_DATA_DIR: this.dataDir };
    await promisify(execFile)(process.execPath, ['dist/cli.js', 'doctor'], { env }).catch(
      (error: unknown) => this.faults.push(`doctor: ${String(error)}`),
    );
    if (this.watch.most > 1) this.faults.push(`${this.watch.most} servers ran at once`);
    const did = `${rounds} rounds: ${this.starts} starts, ${this.refusals} refused beside a living server, never more than ${this.watch.most} server; all ${this.writer.count} committed rows are there`;
    return { did, faults: this.faults };
  }

  async end(): Promise<void> {
    await this.writer.end();
    await this.watch.end();
    await Promise.all(this.souks.map((souk) => souk.end()));
  }
}
