import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClearanceRepository } from '../../../src/fulfillment/codes/clearance/clearance.repository.js';
import { HandedOutCodes } from '../../../src/fulfillment/codes/clearance/handed-out-codes.js';
import { HeldCodesRepository } from '../../../src/fulfillment/codes/stock/held-codes.repository.js';
import { soukJson } from '../../support/command-line.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

interface NewOrder {
  readonly code?: number;
  readonly data?: {
    readonly status: string;
    readonly replay_api: readonly [{ readonly replay: readonly string[] }] | null;
  };
}

const NOT_CLEARED = "UPDATE code_stocks SET cleared_for = 'another' WHERE name = $1";
const CLEARED = 'UPDATE code_stocks SET cleared_for = current_database_lineage() WHERE name = $1';
const HELD = `
  UPDATE code_stocks SET held_through = 9223372036854775807, lost_from = now(), lost_until = now()
  WHERE name = $1`;

describe('a stock', () => {
  const folder = temporaryFolder('cleared-stocks');
  let shop: TestShop;
  let account: TestAccount;
  let stock: string;
  let product: number;

  beforeAll(async () => {
    shop = await workerShop();
    account = await shop.account({ balance: '100' });
  });
  beforeEach(async () => {
    // The server clears no stock by itself; the lock of the import waits for a clearance that has begun.
    vi.spyOn(shop.service(ClearanceRepository), 'clear').mockResolvedValue();
    stock = fresh('cleared');
    await importCodes('A', 'B');
    product = await delivered();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await shop.db.query(CLEARED, [stock]);
  });

  const delivered = (...more: { handler: string; settings: object }[]): Promise<number> =>
    shop.product({
      price: '1',
      fulfillment: [{ handler: 'codes', settings: { stock } }, ...more] as never,
    });

  /** A product that is delivered from another stock, which is made by this. */
  async function deliveredAnew(): Promise<number> {
    stock = fresh('anew');
    await importCodes('N');
    return delivered();
  }

  async function importCodes(...codes: string[]): Promise<unknown> {
    const file = join(folder(), 'codes');
    await writeFile(file, codes.map((code) => `${stock}-${code}`).join('\n'));
    return soukJson(shop, 'codes', 'import', stock, file);
  }

  /** The codes of an order, its status where it has none, or the code of its refusal. */
  async function ordered(id = product): Promise<string> {
    const path = `/client/api/newOrder/${id}/params?order_uuid=${randomUUID()}`;
    const { code, data } = (await account.api(path)).json as NewOrder;
    if (!data) return String(code);
    return data.replay_api?.[0].replay.join().replaceAll(`${stock}-`, '') ?? data.status;
  }

  async function quoted(): Promise<number | undefined> {
    const { json } = await account.api(`/client/api/quote/${product}/params`);
    return (json as NewOrder).code;
  }

  it('that is cleared for another lineage sells nothing, and is cleared when no instance is missing', async () => {
    await shop.db.query(NOT_CLEARED, [stock]);
    expect([await ordered(), await quoted()]).toEqual(['111', 111]);
    const anew = await deliveredAnew();
    expect(await ordered(anew)).toBe('111');
    vi.restoreAllMocks();
    expect(await until(async () => (await quoted()) === undefined)).toBe(true);
    expect(await ordered()).toMatch(/A$/);
    expect(await ordered(anew)).toBe('N');
  });

  it('sells nothing on a server that has last looked for its codes in another lineage', async () => {
    const spy = vi.spyOn(shop.service(HandedOutCodes), 'answeredIn', 'get');
    for (const lineage of [undefined, 'another']) {
      spy.mockReturnValue(lineage);
      expect(await ordered()).toBe('111');
    }
    spy.mockRestore();
    expect(await ordered()).toBe('A');
  });

  it('that is made while a failover holds another one back is held back, too', async () => {
    await shop.db.query(HELD, [stock]);
    const former = stock;
    const anew = await deliveredAnew();
    await soukJson(shop, 'codes', 'release', former, '--all');
    expect(await ordered(anew)).toBe('105');
    await soukJson(shop, 'codes', 'release', stock, '--all');
    expect(await ordered(anew)).toBe('N');
  });

  it('that a restore holds back, too, may have sold codes since the restored state', async () => {
    const repository = shop.service(ClearanceRepository);
    await shop.db.query("INSERT INTO restores VALUES (7, now(), '2026-01-31 03:15:00Z')");
    await shop.db.query(
      "UPDATE code_stocks SET held_through = 9e18, cleared_for = 'another' WHERE name = $1",
      [stock],
    );
    await repository.alone(async (manager) => {
      const [row] = await manager.query<[{ lineage: string }]>(
        'SELECT current_database_lineage() AS lineage',
      );
      await repository.hold(manager, row.lineage, { stateOf: new Date(), isForAll: false });
    });
    expect(
      await shop.db.query('SELECT lost_from AS from FROM code_stocks WHERE name = $1', [stock]),
    ).toEqual([{ from: new Date('2026-01-31T03:15:00Z') }]);
    await shop.db.query('DELETE FROM restores');
    await soukJson(shop, 'codes', 'release', stock, '--all');
  });

  it('is not short for an order that comes just before it is cleared', async () => {
    await shop.db.query(NOT_CLEARED, [stock]);
    const held = shop.service(HeldCodesRepository);
    const count = held.countAwaited.bind(held);
    vi.spyOn(held, 'countAwaited').mockImplementation(async (...asked) => {
      await shop.db.query(CLEARED, [stock]);
      return count(...asked);
    });
    expect([await quoted(), await ordered()]).toEqual([111, '111']);
  });

  it('that a failover has held back is short, its imports held, and the next handler asked', async () => {
    await shop.db.query(HELD, [stock]);
    expect([await ordered(), await quoted()]).toEqual(['105', 105]);
    expect(await ordered(await delivered({ handler: 'manual', settings: {} }))).toBe('wait');
    await importCodes('C');
    expect(await ordered()).toBe('105');
    const release = ['codes', 'release', stock, '--all'];
    expect(await soukJson(shop, ...release)).toMatchObject({ released: 3 });
    expect(await ordered()).toBe('A');
  });

  it('that is held back without any code is released, too', async () => {
    await Promise.all([ordered(), ordered()]);
    await shop.db.query(HELD, [stock]);
    await soukJson(shop, 'codes', 'release', stock, '--all');
    await importCodes('C');
    expect(await ordered()).toBe('C');
  });
});
