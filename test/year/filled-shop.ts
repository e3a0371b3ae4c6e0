import { serverContender, type Contender } from '../../bench/alternate-rounds.js';
import type { Measured } from '../plans/asking.js';
import { measureShop } from '../plans/measured-shop.js';
import { startShopOf } from '../plans/orders-shop.js';
import { faultOf } from '../plans/plans-report.js';
import type { TestDatabase } from '../support/test-database.js';
import type { TestShop } from '../support/test-shop.js';
import { FOLDER } from './commands.js';
import type { Size } from './size.js';
import { databaseBytes, tableSizes, type RelationSize } from './table-sizes.js';

/** Who orders; the first accounts have most of the orders, or old ones alone. */
const BUYERS = { first: 3, count: 200 } as const;

/** PostgreSQL reads the tables of a smaller shop whole, which tells nothing of what a list would read of a larger one. */
const LEAST_JUDGED: Size = 100_000;

/** What was measured of a shop of one size, before anybody orders there. */
export interface FilledShop {
  readonly size: Size;
  readonly db: TestDatabase;
  readonly fillSeconds: number;
  readonly vacuumSeconds: number;
  readonly bytes: number;
  readonly relations: readonly RelationSize[];
  /** Lists and pages, which read a bounded number of rows. */
  readonly lists: readonly Measured[];
  /** Reports, and what else sums up all that it reads. */
  readonly sums: readonly Measured[];
  /** Lists that read more than they may, and answers that are no success; of a small shop these alone. */
  readonly faults: readonly string[];
  /** A server on it that takes orders. */
  readonly contender: Contender;
}

/** Fills a shop, asks for all lists, reports and pages, and leaves its database. */
export async function fillShop(
  size: Size,
  settings: Record<string, string>,
  say: (line: string) => void,
): Promise<FilledShop> {
  const start = performance.now();
  const shop = await startShopOf(size, { settings, say });
  try {
    const fillSeconds = secondsSince(start);
    say(`filled in ${fillSeconds.toFixed(0)} s`);
    const vacuumSeconds = await timed(() => shop.db.query('VACUUM ANALYZE'));
    const [bytes, relations] = [await databaseBytes(shop.db), await tableSizes(shop.db)];
    const { lists, sums } = await measureShop(shop, () => undefined);
    const wrong = [...lists, ...sums].filter(
      (one) => faultOf(one) !== undefined && (size >= LEAST_JUDGED || one.failure !== ''),
    );
    const faults = wrong.map((one) => `${one.asked} (${one.page}): ${faultOf(one) ?? ''}`);
    say(`${lists.length} lists and pages and ${sums.length} sums, ${faults.length} faults`);
    const contender = await contenderOf(shop, size, settings);
    await shop.stop();
    const { db } = shop;
    return {
      size,
      db,
      fillSeconds,
      vacuumSeconds,
      bytes,
      relations,
      lists,
      sums,
      faults,
      contender,
    };
  } catch (error) {
    await shop.close();
    throw error;
  }
}

async function contenderOf(
  shop: TestShop,
  size: Size,
  settings: Record<string, string>,
): Promise<Contender> {
  const product = await shop.product({ price: '0.01', fields: ['playerId'] });
  const accounts = Array.from({ length: BUYERS.count }, (_, index) => BUYERS.first + index);
  const tokens = await Promise.all(accounts.map((account) => shop.token(account)));
  const { url, directUrl } = shop.db;
  const all = { ...settings, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl };
  return serverContender(`${size} orders`, FOLDER, all, { product, tokens });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return secondsSince(start);
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000;
}
