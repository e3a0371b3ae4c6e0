import { setTimeout as sleep } from 'node:timers/promises';
import { CHAOS_SETTINGS } from '../chaos/shop/chaos-shop.js';
import { soukJson } from '../support/command-line.js';
import { HttpClient } from '../support/http-client.js';
import { IN_NODE, IN_PYTHON, NO_PYTHON, type Answer } from '../support/verifiers.js';
import type { ReplicatedShop } from './shop.js';

const LOOK_INTERVAL_MS = 500;
const LIMIT_MS = 60_000;
const UNAVAILABLE = 503;
const NOT_EXPLAINED = 1;
const DECLARED = 3;
const VERIFIERS = { 'verify.mjs': IN_NODE, ...(NO_PYTHON ? {} : { 'verify.py': IN_PYTHON }) };

/** What a reseller has saved of its account before a failover that loses some of it. */
export class KeptReceipts {
  private constructor(
    private readonly replicated: ReplicatedShop,
    private readonly token: string,
    private readonly kept: readonly string[],
    private readonly breaks: number,
  ) {}

  static async save(replicated: ReplicatedShop, token: string): Promise<KeptReceipts> {
    const { files, breaks } = await saved(replicated, token);
    return new KeptReceipts(replicated, token, files, breaks);
  }

  /** Compares the shop with the kept files before and after its owner has explained the loss. @returns what was wrong. */
  async faults(): Promise<string[]> {
    const end = performance.now() + LIMIT_MS;
    let present = await saved(this.replicated, this.token);
    while (present.breaks === this.breaks) {
      if (performance.now() > end) return ['the servers have not signed that history was lost'];
      await sleep(LOOK_INTERVAL_MS);
      present = await saved(this.replicated, this.token);
    }
    const unexplained = this.judged(present, NOT_EXPLAINED, 'has not said why');
    const settings = { ...CHAOS_SETTINGS, DATABASE_URL: this.replicated.shop.db.url };
    await soukJson(settings, 'receipts', 'break', '--cause', 'the primary was lost');
    // The servers read their breaks at most once a second.
    await sleep(2 * LOOK_INTERVAL_MS);
    const explained = await saved(this.replicated, this.token);
    return [...unexplained, ...this.judged(explained, DECLARED, 'are not in the new one')];
  }

  /** @param said what one of the lines of each verifier has to hold. */
  private judged({ files, keys }: Saved, code: number, said: string): string[] {
    return Object.entries(VERIFIERS).flatMap(([name, verifier]) => {
      const [answer] = verifier([[[...files], { kept: this.kept, keys }]]) as [Answer];
      const isRight = answer.code === code && answer.lines.some((line) => line.includes(said));
      return isRight ? [] : [`${name} ended with ${answer.code}: ${answer.lines.join(' / ')}`];
    });
  }
}

interface Saved {
  /** The statement, and each page of the changes. */
  readonly files: readonly string[];
  readonly keys: string;
  readonly breaks: number;
}

async function saved({ baseUrls }: ReplicatedShop, token: string): Promise<Saved> {
  const client = new HttpClient(baseUrls[0]!, { repeats: true });
  const ask = async (path: string): Promise<string> => {
    const end = performance.now() + LIMIT_MS;
    for (;;) {
      const { status, text } = await client.send(`/client/api/${path}`, { token });
      if (status === 200) return text;
      if (status !== UNAVAILABLE || performance.now() > end) throw new Error(`${path}: ${text}`);
      await sleep(LOOK_INTERVAL_MS);
    }
  };
  try {
    const files = [await ask('statement?format=jsonl&receipts=1')];
    for (let since = ''; ;) {
      const page = await ask(`orders/changes?receipts=1${since}`);
      files.push(page);
      const { data, cursor } = JSON.parse(page) as { data: unknown[]; cursor: string };
      if (data.length === 0) break;
      since = `&since=${cursor}`;
    }
    const keys = await ask('receipts/keys');
    return { files, keys, breaks: (JSON.parse(keys) as { breaks: unknown[] }).breaks.length };
  } finally {
    client.close();
  }
}
