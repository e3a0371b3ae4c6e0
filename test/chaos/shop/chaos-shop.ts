import { fileURLToPath } from 'node:url';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { scenarioRecorder } from '../../judge/judged-faults.js';
import type { Recorder } from '../../judge/recorder.js';
import type { TestDatabase } from '../../support/test-database.js';
import { fillStock, SECRET_KEY } from './codes.js';

/** Products whose orders end in every way. */
export interface ChaosProducts {
  /** Waits for the operator. */
  readonly manual: number;
  /** Accepted, by a job. */
  readonly accepted: number;
  /** Rejected by a job, the money given back. */
  readonly rejected: number;
  /** Accepted by the second job. */
  readonly later: number;
  /** Accepted in the order's own transaction. */
  readonly atOnce: number;
  /** One to three codes out of stock, accepted in the order's own transaction. */
  readonly codes: number;
}

export interface ChaosShop {
  readonly db: TestDatabase;
  readonly accounts: readonly { readonly id: number; token: string }[];
  readonly products: ChaosProducts;
  /** Writes down what the clients of the shop see. */
  readonly recorder: Recorder;
}

/** What every server of a scenario is started with. */
export const CHAOS_SETTINGS: Readonly<Record<string, string>> = {
  FULFILLMENT_MODULES: fileURLToPath(new URL('../chaos.handlers.js', import.meta.url)),
  SHUTDOWN_DELAY: '0',
  LOG_LEVEL: 'info',
  SECRET_KEYS: SECRET_KEY,
};

/** In one order. */
export const MAX_CODES = 3;

/**
 * Fills a migrated database with a shop whose accounts can pay whatever the scenario orders.
 * @param fill imports codes into a stock; by the present version when left out.
 */
export async function chaosShop(
  db: TestDatabase,
  accounts = 16,
  codes?: number,
  fill = fillStock,
): Promise<ChaosShop> {
  const rows = new ShopRows(db);
  const recorder = scenarioRecorder();
  const made = [];
  for (let number = 1; number <= accounts; number++) {
    const account = await rows.account({ name: `Reseller ${number}`, balance: '1000000' });
    ownToken(recorder, account);
    made.push(account);
  }
  await fill(db, 'chaos', codes);
  const product = (handler?: string, ending?: string): Promise<number> =>
    rows.product({
      price: '1.26048',
      type: 'package',
      fields: ['playerId'],
      fulfillment: handler === undefined ? [] : [{ handler, settings: ending ? { ending } : {} }],
    });
  const products = {
    manual: await product(),
    accepted: await product('chaos-job', 'accepted'),
    rejected: await product('chaos-job', 'refused'),
    later: await product('chaos-job', 'later'),
    atOnce: await product('chaos-at-once'),
    codes: await rows.product({
      price: '1.26048',
      type: 'package',
      quantityValues: { min: '1', max: String(MAX_CODES) },
      fields: ['playerId'],
      fulfillment: [{ handler: 'codes', settings: { stock: 'chaos' } }],
    }),
  };
  return { db, accounts: made, products, recorder };
}

let ownedTokens = 0;

/** Lets a recorder know whose token it is, under an id that no other one has. */
export function ownToken(
  recorder: Recorder,
  { id: accountId, token }: { readonly id: number; readonly token: string },
): void {
  recorder.own(token, { accountId, tokenId: ++ownedTokens });
}
