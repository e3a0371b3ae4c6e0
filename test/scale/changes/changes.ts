import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf } from '../../chaos/server.js';
import { SECRET_KEY } from '../../chaos/shop/codes.js';
import { changingShop, type ChangingShop } from '../../support/catalog-changes/changing-shop.js';
import { Followers } from '../../support/catalog-changes/followers.js';
import { Faults } from '../../support/faults.js';
import type { Random } from '../../support/random.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import type { Amounts, Scenario } from '../scenario.js';
import { PARTS } from './parts.js';
import { TwoServers } from './two-servers.js';

const CATEGORIES = 40;
const PRODUCTS = 200;

/** A shop whose catalog changes, and accounts that follow it by `changes`. */
export interface Drill {
  readonly db: TestDatabase;
  readonly shop: ChangingShop;
  readonly servers: TwoServers;
  readonly followers: Followers;
  /** Environment variables of commands. */
  readonly settings: Record<string, string>;
  /** For files of the operator. */
  readonly folder: string;
  readonly random: Random;
  readonly amounts: Amounts;
  readonly say: (line: string) => void;
  /** Changes so far. */
  made: number;
}

/** Copies that are kept by `changes` equal `catalog` after every step, whatever changes and happens. */
export const changes: Scenario = {
  title: 'copies of the catalog that are kept by changes',
  run: async (random, amounts, say) => {
    const db = await createTestDatabase();
    const size = { accounts: amounts.followers, categories: CATEGORIES, products: PRODUCTS };
    const shop = await changingShop(db, random.fork(), size);
    const servers = await TwoServers.on(db);
    const faults = new Faults();
    const followers = new Followers(db, shop, servers.instances, random.fork(), faults);
    const folder = await mkdtemp(join(tmpdir(), 'souk-changes-'));
    const settings = { ...addressOf(db), SECRET_KEYS: SECRET_KEY };
    const drill = { db, shop, servers, followers, settings, folder, random, amounts, say, made: 0 };
    try {
      for (const part of PARTS) say(`${await part(drill)}: ${told(drill, faults)}`);
    } finally {
      const codes = await servers.stop();
      if (codes.some((code) => code !== 0)) faults.add(`servers ended with ${codes.join()}`);
      await rm(folder, { recursive: true });
    }
    await db.drop();
    for (const line of table(drill, faults)) say(line);
    return { did: `${told(drill, faults)}; see above`, faults: faults.list };
  },
};

function told({ made, followers }: Drill, faults: Faults): string {
  const { tally, steps, readers } = followers;
  return `${made} changes in ${steps} steps, ${readers.length} accounts, ${tally.syncs} answers, ${tally.comparisons} comparisons, ${differences(faults)} differences, ${faults.countOf('an id leaked')} ids leaked`;
}

function differences(faults: Faults): number {
  return faults.countOf('a difference') + faults.countOf('not what the rules say');
}

function table({ made, followers: { tally } }: Drill, faults: Faults): string[] {
  const fulls = Object.entries(tally.fulls).map(([reason, count]) => `${count} after ${reason}`);
  const rows: [string, number | string][] = [
    ['changes', made],
    ['answers of changes', tally.syncs],
    ['full answers', fulls.join(', ')],
    [
      'items sent / of them known / ids removed',
      [tally.sent, tally.needless, tally.removed].join(' / '),
    ],
    ['comparisons with catalog', tally.comparisons],
    ['differences', differences(faults)],
    ['ids leaked', faults.countOf('an id leaked')],
    ['requests repeated after 111 or a broken connection', tally.repeated],
    ['bytes of an answer of changes, on average', Math.round(tally.changesBytes / tally.syncs)],
    ['bytes of catalog, on average', Math.round(tally.catalogBytes / tally.comparisons)],
  ];
  return ['| | |', '|---|---|', ...rows.map(([name, figure]) => `| ${name} | ${figure} |`)];
}
