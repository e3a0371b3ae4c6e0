import { partOf, runAlternately } from '../../bench/alternate-rounds.js';
import { median } from '../../bench/load.js';
import { Random } from '../support/random.js';
import type { FilledShop } from './filled-shop.js';

/** Orders a second may fall by this part from the smallest shop to any other. */
const MOST_LESS = 0.1;

/** How many orders a second a shop takes over HTTP. */
export interface TakenOrders {
  readonly perSecond: number;
  /** Of the smallest shop in the same rounds, in the median. */
  readonly ratio: number;
  readonly isWanted: boolean;
}

/** What rounds have shown. */
export interface Rounds {
  /** One for each shop. */
  readonly taken: readonly TakenOrders[];
  /** Write-ahead log for each order. */
  readonly logBytes: number;
}

export interface RoundsPlan {
  readonly clients: number;
  readonly rounds: number;
  /** Of each round. */
  readonly seconds: number;
}

/** Has the shops take orders in turns, so that what slows the machine down slows all of them down. */
export async function takeOrders(shops: readonly FilledShop[], plan: RoundsPlan): Promise<Rounds> {
  const contenders = shops.map(({ contender }) => contender);
  const [before, ordersBefore] = [await logPosition(shops), await countOrders(shops)];
  await runAlternately(contenders, { ...plan, clients: [plan.clients], random: new Random(1) });
  const log = (await logPosition(shops)) - before;
  return {
    logBytes: log / ((await countOrders(shops)) - ordersBefore),
    taken: contenders.map((contender) => {
      const ratio = partOf(contenders[0], contender, 0);
      const rates = contender.rounds.map(([rate]) => rate?.perSecond ?? NaN);
      return { perSecond: median(rates), ratio, isWanted: ratio >= 1 - MOST_LESS };
    }),
  };
}

async function countOrders(shops: readonly FilledShop[]): Promise<number> {
  let count = 0;
  for (const { db } of shops) {
    const [row] = await db.query<{ count: string }>('SELECT count(*) FROM orders');
    count += Number(row?.count);
  }
  return count;
}

/** All databases write one log. */
async function logPosition([shop]: readonly FilledShop[]): Promise<number> {
  const sql = "SELECT pg_current_wal_lsn() - '0/0' AS bytes";
  const [row] = (await shop?.db.query<{ bytes: string }>(sql)) ?? [];
  return Number(row?.bytes);
}
