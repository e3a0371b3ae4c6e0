import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { Client } from 'pg';
import { CodeImportService } from '../../src/fulfillment/codes/code-import.service.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ balance: '100' });
});

/** Places an order. @returns what was sent on the connection that placed it; each message is a round trip. */
async function sentFor(product: number, placing: string): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await account.api(path);
  const { calls, contexts } = query.mock;
  const sent = calls.map(([sql]) => sql.trim());
  query.mockRestore();
  expect(json).toMatchObject({ status: 'OK' });
  const placed = contexts[sent.findIndex((sql) => sql.includes(placing))];
  return sent.filter((_, index) => contexts[index] === placed);
}

describe('the round trips of an order', () => {
  it('are one for an order in one statement', async () => {
    const product = await shop.product({ price: '1' });
    const sent = await sentFor(product, 'place_new_orders');
    const place = sent.findIndex((sql) => sql.includes('place_new_orders'));
    // What others send on the same connection begins and ends on its own.
    expect(sent[place - 1] ?? 'COMMIT').not.toMatch(/^(START|SET)/);
    expect(sent[place + 1] ?? 'START').not.toMatch(/^(SET|COMMIT)/);
  });

  it('are not more for the time limits of a transaction', async () => {
    const steps = [{ handler: 'absent', settings: {} }];
    const product = await shop.product({ price: '1', fulfillment: steps });
    const sent = await sentFor(product, 'claimed AS');
    const claim = sent.findIndex((sql) => sql.includes('claimed AS'));
    const commit = sent.findIndex((sql, index) => index > claim && sql.endsWith('COMMIT'));
    const transaction = sent.slice(claim - 2, commit + 1);
    expect(transaction.map((sql) => sql.split(/\s+/).slice(0, 2).join(' '))).toEqual([
      'START TRANSACTION',
      'SET TRANSACTION',
      // The key, the slice of the catalog, the order, its fulfillment and job, the account, the debit.
      ...[
        'WITH access',
        'WITH RECURSIVE',
        'INSERT INTO',
        'INSERT INTO',
        'INSERT INTO',
        'SELECT id',
        'WITH due',
      ],
      'SET LOCAL',
    ]);
  });

  it('are not more for the cost of an order that is delivered from stock', async () => {
    const stock = fresh('gift');
    const lines = Readable.from([fresh('A')]);
    const options = { dryRun: false, cost: '0.5' };
    await shop.service(CodeImportService).import(stock, lines, options);
    const steps = [{ handler: 'codes', settings: { stock } }];
    const product = await shop.product({ price: '1', fulfillment: steps });
    const sent = await sentFor(product, 'claimed AS');
    const begin = sent.findIndex((sql) => sql.includes('claimed AS'));
    const commit = sent.findIndex((sql, index) => index > begin && sql.endsWith('COMMIT'));
    expect(sent.slice(begin, commit).map((sql) => sql.split(/\s+/).slice(0, 2).join(' '))).toEqual([
      // The keys, free codes, the accounts, the orders, the charges, the codes, their cost; however many orders there are.
      ...['WITH access', 'SELECT name', 'SELECT id', 'INSERT INTO', 'WITH due'],
      ...['UPDATE stock_codes', 'INSERT INTO'],
    ]);
  });
});
