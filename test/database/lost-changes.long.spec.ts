import { randomUUID } from 'node:crypto';
import { forge } from '../support/forged-ledger.js';
import type { Answer } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { LaggingCopy } from '../support/lagging-copy.js';
import { sentinelCheck } from '../support/sentinel-check.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

interface NewOrder {
  readonly code?: number;
  readonly data?: { readonly order_id: string; readonly price: number };
}

describe('after a failover that has lost the last changes', () => {
  let shop: TestShop;
  let account: TestAccount;
  let product: number;

  beforeEach(async () => {
    shop = await startTestShop({}, { SENTINEL_INTERVAL: 0.1 });
    account = await shop.account({ balance: '100' });
    product = await shop.product({ price: '1' });
  });

  afterEach(() => shop.close());

  /** Asks until the server is connected to its database again. */
  const answered = (ask: () => Promise<Answer>): Promise<Answer> =>
    until(async () => {
      const answer = await ask();
      return (answer.json as { code?: number }).code !== 111 && answer;
    });

  const order = async (uuid: string = randomUUID(), id = product): Promise<NewOrder> => {
    const path = `/client/api/newOrder/${id}?order_uuid=${uuid}`;
    return (await answered(() => account.api(path))).json as NewOrder;
  };

  const numberOf = async (table: string): Promise<number> => {
    const [row] = await shop.db.query<{ revision: string }>(`SELECT revision FROM ${table}`);
    return Number(row?.revision);
  };

  const warnings = () =>
    shop.logs().filter((line) => line.includes('what this server remembered is read anew'));

  it('a revoked token is refused, though the number of the access revision is that of a lost change', async () => {
    const [revoked, kept] = [await shop.token(account.id), await shop.token(account.id)];
    const copy = await LaggingCopy.of(shop.db);
    const lost = await shop.token(account.id);
    const codeOf = async (token: string) => {
      const profile = () => shop.request('/client/api/profile', { token });
      return ((await answered(profile)).json as { code?: number }).code;
    };
    const none = undefined;
    expect([await codeOf(revoked), await codeOf(kept), await codeOf(lost)]).toEqual([
      none,
      none,
      none,
    ]);
    const number = await numberOf('access_revision');
    await copy.takeOver();
    await shop.db.query('UPDATE access_tokens SET revoked_at = now() WHERE id = 2');
    expect(await numberOf('access_revision')).toBe(number);
    expect([await codeOf(revoked), await codeOf(kept), await codeOf(lost)]).toEqual([
      121,
      none,
      121,
    ]);
    const issued = await shop.token(account.id);
    expect([await codeOf(issued), await codeOf(lost)]).toEqual([none, 121]);
    expect(warnings()).toHaveLength(1);
  });

  it('prices are those of the database, though the number of the catalog revision is that of a lost change', async () => {
    const other = await shop.product({ price: '2' });
    let copy = await LaggingCopy.of(shop.db);
    const setPrice = (id: number, price: string) =>
      shop.db.query('UPDATE products SET price = $2 WHERE id = $1', [id, price]);
    const prices = async () => {
      const { json } = await answered(() => account.api('/client/api/products'));
      return (json as { price: number }[]).map(({ price }) => price);
    };
    await setPrice(product, '7.77');
    expect(await prices()).toEqual([7.77, 2]);
    const lost = await numberOf('catalog_revision');
    await copy.takeOver();
    await setPrice(product, '5');
    expect(await numberOf('catalog_revision')).toBe(lost);
    expect((await order()).data?.price).toBe(5);
    expect(await prices()).toEqual([5, 2]);

    // The changes since the lost revision do not lead to the present one.
    copy = await LaggingCopy.of(shop.db);
    await setPrice(product, '7.77');
    expect(await prices()).toEqual([7.77, 2]);
    await copy.takeOver();
    await setPrice(product, '6');
    await setPrice(other, '3');
    expect((await order()).data?.price).toBe(6);
    expect(await prices()).toEqual([6, 3]);
  });

  it('keys of lost orders can be ordered again, and no account is halted that is consistent by itself', async () => {
    const kept = randomUUID();
    const placed = await order(kept);
    const copy = await LaggingCopy.of(shop.db);
    const lost = [randomUUID(), randomUUID()];
    for (const uuid of lost) await order(uuid);
    await sentinelCheck(shop);
    await copy.takeOver();
    for (let count = 0; count < 3; count += 1)
      expect(await order()).toMatchObject({ status: 'OK' });
    await sentinelCheck(shop);
    for (const uuid of lost) expect(await order(uuid)).toMatchObject({ status: 'OK' });
    expect(await order(kept)).toEqual(placed);
    await sentinelCheck(shop);
    expect(await halted()).toEqual([]);
    expect(shop.logs().filter((line) => line.includes('"level":50'))).toEqual([]);
    expect(await invariantFaults(shop.db)).toEqual([]);

    await forge(shop.db, "UPDATE ledger_entries SET actor = 'apj' WHERE sequence = 5");
    expect(await until(async () => (await halted()).length > 0 && halted())).toEqual([
      { id: account.id, reason: 'entry 5: its texts are not those that it has committed to' },
    ]);
  });

  const halted = () =>
    shop.db.query<{ id: number; reason: string }>(
      'SELECT id, orders_halted_reason AS reason FROM accounts WHERE orders_halted_at IS NOT NULL',
    );
});
