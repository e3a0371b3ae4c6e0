import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { Database } from '../../../src/database/database.js';
import { READ_REVISIONS } from '../../../src/database/revision/revisions.js';
import { OrderRepository, type OrderToPlace } from '../../../src/orders/order.repository.js';
import { TransactionPlacement } from '../../../src/orders/placement/transaction-placement.js';
import { invariantFaults } from '../../support/invariants.js';
import { settled } from '../../support/settled.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const OPEN = 'UPDATE maintenance SET enabled = false, orders_only = false';
const CLOSE_ORDERS = 'UPDATE maintenance SET enabled = true, orders_only = true';

describe('an order in one statement', () => {
  let shop: TestShop;
  let account: TestAccount;

  beforeAll(async () => {
    // A shop of its own: it is in maintenance at times, and its revisions are set back.
    shop = await startTestShop();
  });

  beforeEach(async () => {
    account = await shop.account({ balance: '10' });
  });

  afterEach(() => vi.restoreAllMocks());

  afterAll(async () => {
    expect(await invariantFaults(shop.db)).toEqual([]);
    await shop.close();
  });

  const order = (product: number, orderUuid: string = randomUUID(), more = '') =>
    account.api(`/client/api/newOrder/${product}/params?order_uuid=${orderUuid}${more}`, {
      headers: { 'X-Request-Id': 'same' },
    });
  const keys = () => shop.db.query('SELECT FROM order_keys WHERE account_id = $1', [account.id]);

  /** Runs something between the checks of an order and its statement. */
  const beforeStatement = (happens: () => Promise<unknown>) => {
    const orders = shop.service(OrderRepository);
    const placeAtOnce = orders.placeAtOnce.bind(orders);
    return vi.spyOn(orders, 'placeAtOnce').mockImplementationOnce(async (...args) => {
      await happens();
      return placeAtOnce(...args);
    });
  };

  it('takes no transaction of its own', async () => {
    const product = await shop.product({ price: '1.5', fields: ['playerId'] });
    const transaction = vi.spyOn(shop.service(Database), 'transaction');
    const placement = vi.spyOn(shop.service(TransactionPlacement), 'place');
    const { json } = await order(product, randomUUID(), '&playerId=%F0%9F%8E%AE&note=x');
    expect(json).toMatchObject({ status: 'OK', data: { status: 'wait', price: 1.5 } });
    expect(placement).not.toHaveBeenCalled();
    // The server's own tasks, such as the index of orders, have transactions at any time; they are not in the queue of an account.
    const queued = transaction.mock.calls.filter(([, options]) => options?.queue !== undefined);
    expect(queued).toEqual([]);
  });

  it('is none of an account that is stuck: its order waits for its turn in a transaction', async () => {
    const product = await shop.product({ price: '1.5' });
    vi.spyOn(shop.service(TransactionPlacement), 'isStuck').mockReturnValue(true);
    const placeAtOnce = vi.spyOn(shop.service(OrderRepository), 'placeAtOnce');
    expect((await order(product)).json).toMatchObject({ status: 'OK' });
    expect(placeAtOnce).not.toHaveBeenCalled();
  });

  it('is the order that a transaction would have made', async () => {
    const product = await shop.product({ price: '1.5', fields: ['playerId'] });
    const row = async (orderUuid: string) => {
      const [made] = await shop.db.query<Record<string, unknown>>(
        'SELECT * FROM orders WHERE account_id = $1 AND order_uuid = $2',
        [account.id, orderUuid],
      );
      const [entry] = await shop.db.query<Record<string, unknown>>(
        `SELECT kind, amount, reference, note, actor FROM ledger_entries
         WHERE account_id = $1 AND order_id = $2`,
        [account.id, made?.order_id],
      );
      return { ...made, ...entry, order_id: '', order_uuid: '', created_at: null };
    };
    const [short, long] = [randomUUID(), randomUUID()];
    const more = '&playerId=%F0%9F%8E%AE&note=x';
    await order(product, short, more);
    vi.spyOn(shop.service(OrderRepository), 'placeAtOnce').mockResolvedValueOnce(new Set());
    await order(product, long, more);
    const placed = await row(short);
    expect(placed).toMatchObject({ caller_address: '127.0.0.1', request_id: 'same' });
    expect(placed).toEqual(await row(long));
  });

  it.each([
    ['the price rises beyond the balance', 'UPDATE products SET price = 11', 100],
    ['the product is switched off', 'UPDATE products SET available = false', 110],
    [
      'the product is hidden',
      'INSERT INTO visibility_rules (product_id, visible) SELECT id, false FROM products',
      109,
    ],
    [
      'the orders of the account are stopped',
      "UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'x'",
      111,
    ],
  ])('is decided anew when %s meanwhile', async (_, statement, code) => {
    const product = await shop.product({ price: '1.5' });
    const id = statement.startsWith('UPDATE accounts') ? account.id : product;
    const where = statement.startsWith('INSERT') ? '' : ` WHERE id = ${id}`;
    const only = statement.replace('FROM products', `FROM products WHERE id = ${product}`);
    beforeStatement(() => shop.db.query(only + where));
    expect((await order(product)).json).toMatchObject({ code });
    expect(await keys()).toEqual([]);
  });

  it.each([
    [
      'the token is revoked',
      'UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1',
      121,
    ],
    ['the account is barred', 'UPDATE accounts SET api_permitted = false WHERE id = $1', 122],
    [
      'its addresses change',
      "INSERT INTO allowed_ips (account_id, range) VALUES ($1, '192.0.2.1')",
      123,
    ],
    [
      'the addresses of the token change',
      "UPDATE access_tokens SET allowed_ips = '{192.0.2.1}' WHERE account_id = $1",
      123,
    ],
    [
      'the token loses its scope',
      "UPDATE access_tokens SET scopes = '{catalog}' WHERE account_id = $1",
      124,
    ],
    ['maintenance begins', 'UPDATE maintenance SET enabled = $1 > 0', 130],
    ['maintenance of orders begins', `${CLOSE_ORDERS} WHERE $1 > 0`, 130],
  ])('is refused by the guard when %s meanwhile', async (_, statement, code) => {
    const product = await shop.product({ price: '1.5' });
    beforeStatement(() => shop.db.query(statement, [account.id]));
    expect((await order(product)).json).toMatchObject({ code });
    expect(await keys()).toEqual([]);
    await shop.db.query(OPEN);
  });

  it('is refused by the guard although the access revision has the number of the check again', async () => {
    const product = await shop.product({ price: '1.5' });
    beforeStatement(async () => {
      await shop.db.query('UPDATE accounts SET api_permitted = false WHERE id = $1', [account.id]);
      await shop.db.query('UPDATE access_revision SET revision = revision - 1');
    });
    expect((await order(product)).json).toMatchObject({ code: 122 });
    expect(await keys()).toEqual([]);
  });

  it('is paid at its present price although the catalog revision has the number of the check again', async () => {
    const product = await shop.product({ price: '1.5' });
    beforeStatement(async () => {
      await shop.db.query('UPDATE products SET price = 2 WHERE id = $1', [product]);
      await shop.db.query('UPDATE catalog_revision SET revision = revision - 1');
    });
    expect((await order(product)).json).toMatchObject({ data: { price: 2 } });
  });

  it('is a replay also when maintenance of orders begins meanwhile', async () => {
    const product = await shop.product({ price: '1.5' });
    const orderUuid = randomUUID();
    const { json: first } = await order(product, orderUuid);
    expect(first).toMatchObject({ status: 'OK' });
    beforeStatement(() => shop.db.query(CLOSE_ORDERS));
    expect((await order(product, orderUuid)).json).toEqual(first);
    expect((await order(product)).json).toMatchObject({ code: 130 });
    await shop.db.query(OPEN);
    expect((await order(product, orderUuid)).json).toEqual(first);
  });

  it('is placed although the access of another account changed', async () => {
    const other = await shop.account();
    const product = await shop.product({ price: '1.5' });
    beforeStatement(() =>
      shop.db.query('UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1', [
        other.id,
      ]),
    );
    expect((await order(product)).json).toMatchObject({ status: 'OK' });
  });

  it('is paid at the price that holds when it is placed', async () => {
    const product = await shop.product({ price: '1.5' });
    beforeStatement(() => shop.db.query('UPDATE products SET price = 2 WHERE id = $1', [product]));
    expect((await order(product)).json).toMatchObject({ data: { price: 2 } });
  });

  it.each([
    ['for itself', 'UPDATE products SET available = false WHERE id = $1', 110],
    ['by the guard', 'UPDATE accounts SET api_permitted = $1 < 0 WHERE id = $2', 122],
  ])(
    'is refused %s only when the statement that was cut off can place it no more',
    async (_, statement, code) => {
      const product = await shop.product({ price: '1.5' });
      const orders = shop.service(OrderRepository);
      const placeAtOnce = orders.placeAtOnce.bind(orders);
      let late: Parameters<typeof placeAtOnce> | undefined;
      vi.spyOn(orders, 'placeAtOnce').mockImplementationOnce(async (...args) => {
        late = args;
        const parameters = statement.includes('$2') ? [product, account.id] : [product];
        await shop.db.query(statement, parameters);
        throw new Error('Connection terminated unexpectedly');
      });
      expect((await order(product)).json).toMatchObject({ code });
      // The statement arrives now, and even finds the revisions for which the order was checked.
      const [now] = await shop.db.query<OrderToPlace['seen']>(READ_REVISIONS);
      if (!late || !now) throw new Error('there was no statement');
      const [batch, ...rest] = late;
      const again = batch.map(({ order }) => ({ order, seen: now }));
      expect(await placeAtOnce(again, ...rest)).toEqual(new Set());
      expect(await keys()).toEqual([]);
    },
  );

  it('is answered when the statement that was cut off has placed it', async () => {
    const product = await shop.product({ price: '1.5' });
    const orders = shop.service(OrderRepository);
    const placeAtOnce = orders.placeAtOnce.bind(orders);
    vi.spyOn(orders, 'placeAtOnce').mockImplementationOnce(async (...args) => {
      await placeAtOnce(...args);
      throw new Error('Connection terminated unexpectedly');
    });
    expect((await order(product)).json).toMatchObject({ status: 'OK' });
    expect(await keys()).toHaveLength(1);
  });

  it('is refused when another order takes the money within the statement', async () => {
    const product = await shop.product({ price: '6' });
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => randomUUID()).map((uuid) =>
        settled(() => order(product, uuid)),
      ),
    );
    const codes = answers.map(({ json }) => (json as { code?: number }).code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 100)).toHaveLength(31);
    expect(await keys()).toHaveLength(1);
  });

  /** Breaks the connection after the statement was committed, and runs something before the next try. */
  const brokenAfterCommit = (happens: () => Promise<unknown>) => {
    const orders = shop.service(OrderRepository);
    const placeAtOnce = orders.placeAtOnce.bind(orders);
    vi.spyOn(orders, 'placeAtOnce').mockImplementationOnce(async (...args) => {
      await placeAtOnce(...args);
      await happens();
      throw new Error('Connection terminated unexpectedly');
    });
  };

  it.each([
    ['the token is revoked', 'UPDATE access_tokens SET revoked_at = now() WHERE account_id = $1'],
    ['the account is barred', 'UPDATE accounts SET api_permitted = false WHERE id = $1'],
    ['maintenance begins', 'UPDATE maintenance SET enabled = $1 > 0'],
    ['maintenance of orders begins', `${CLOSE_ORDERS} WHERE $1 > 0`],
    ['nothing', 'SELECT $1::integer'],
  ])('is answered when it was committed unheard and then %s', async (_, statement) => {
    const product = await shop.product({ price: '1.5' });
    brokenAfterCommit(() => shop.db.query(statement, [account.id]));
    const { json } = await order(product);
    await shop.db.query(OPEN);
    expect(await keys()).toHaveLength(1);
    expect(json).toMatchObject({ status: 'OK', data: { status: 'wait' } });
  });
});
