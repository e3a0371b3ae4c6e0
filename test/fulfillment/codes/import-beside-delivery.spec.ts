import { randomBytes, randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { CodeImportService } from '../../../src/fulfillment/codes/code-import.service.js';
import { CodeStockRepository } from '../../../src/fulfillment/codes/stock/code-stock.repository.js';
import { Database } from '../../../src/database/database.js';
import { souk } from '../../support/command-line.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

/** Long enough to be taken for a code. */
const newCode = (): string => randomBytes(8).toString('hex').toUpperCase();

/** An import and a delivery do not see each other's codes before they end, and yet none is sold twice. */
describe('a code that is imported while an operator delivers it', () => {
  let shop: TestShop;
  let account: TestAccount;
  let product: number;

  beforeAll(async () => {
    shop = await workerShop();
    account = await shop.account({ balance: '100' });
    product = await shop.product({ price: '1', type: 'package' });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function place(): Promise<string> {
    const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
    return ((await account.api(path)).json as { data: { order_id: string } }).data.order_id;
  }

  const deliver = (order: string, code: string) =>
    souk(shop, 'order', 'accept', order, '--code', code);

  it('is skipped when it was delivered meanwhile', async () => {
    const [code, other, order] = [newCode(), newCode(), await place()];
    const whole = Array.from({ length: 999 }, () => newCode());
    async function* lines(): AsyncGenerator<string, void> {
      yield* [code, ...whole];
      // The first thousand are written by now.
      yield other;
      expect((await deliver(order, code)).code).toBe(0);
    }
    const imported = await shop.service(CodeImportService).import(fresh('stock'), lines(), {});
    expect(imported).toEqual({ added: 1_000, skipped: 1 });
  });

  it('is refused as one of the stock when the import is about to end', async () => {
    const [code, order] = [newCode(), await place()];
    const rows = shop.service(CodeStockRepository);
    const removeDelivered = rows.removeDelivered.bind(rows);
    let delivered: ReturnType<typeof deliver> | undefined;
    vi.spyOn(rows, 'removeDelivered').mockImplementation(async (manager, afterId) => {
      const removed = await removeDelivered(manager, afterId);
      delivered = deliver(order, code);
      await until(async () => (await shop.db.query(WAITING)).length > 0);
      return removed;
    });
    async function* lines(): AsyncGenerator<string, void> {
      yield await Promise.resolve(code);
    }
    const imported = await shop.service(CodeImportService).import(fresh('stock'), lines(), {});
    expect(imported).toEqual({ added: 1, skipped: 0 });
    expect(await delivered).toMatchObject({
      code: 1,
      err: expect.stringContaining('stock') as string,
    });
  });

  it('lets others deliver while its own wait has to begin anew', async () => {
    const [code, order] = [newCode(), await place()];
    async function* lines(): AsyncGenerator<string, void> {
      yield await Promise.resolve(newCode());
    }
    let imported: Promise<unknown> | undefined;
    await shop.service(Database).transaction(async (manager) => {
      await manager.query('LOCK TABLE delivered_codes IN ROW EXCLUSIVE MODE');
      imported = shop.service(CodeImportService).import(fresh('stock'), lines(), {});
      await until(async () => (await shop.db.query(WAITING)).length > 0);
      expect((await deliver(order, code)).code).toBe(0);
    });
    expect(await imported).toEqual({ added: 1, skipped: 0 });
  });
});

const WAITING = `
  SELECT FROM pg_locks WHERE relation = 'delivered_codes'::regclass AND NOT granted`;
