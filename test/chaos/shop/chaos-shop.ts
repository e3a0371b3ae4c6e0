import { fileURLToPath } from 'node:url';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
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
  const made = [];
  for (let number = 1; number <= accounts; number++) {
    made.push(await rows.account({ name: `Reseller ${number}`, balance: '1000000' }));
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
  return { db, accounts: made, products };
}
