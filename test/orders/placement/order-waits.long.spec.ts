import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const POOL_SIZE = 2;

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: it has so few connections that each of them is needed.
  shop = await startTestShop({ DATABASE_POOL_SIZE: String(POOL_SIZE) });
});
afterAll(() => shop.close());

describe('orders that wait for a locked account', () => {
  let locker: Client;
  let locked: TestAccount;

  beforeAll(async () => {
    locked = await shop.account({ balance: '100' });
    locker = new Client({ connectionString: shop.db.directUrl });
    await locker.connect();
    await locker.query('BEGIN');
    await locker.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [locked.id]);
  });
  afterAll(async () => {
    await locker.query('ROLLBACK');
    await locker.end();
  });

  it('are given up after a while, and leave others no connection that still waits', async () => {
    const product = await shop.product({ price: '1' });
    const order = () =>
      locked.api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
    const answers = await Promise.all(Array.from({ length: POOL_SIZE }, order));
    expect(answers.map(({ json }) => json)).toEqual(
      answers.map(() => expect.objectContaining({ code: 111 }) as unknown),
    );

    const other = await shop.account();
    // The account is still locked. On a connection that still waits for it, this request would fail with 111.
    expect((await other.api('/client/api/check?orders=[ID_1]')).json).toMatchObject({ data: [] });
  });
});
