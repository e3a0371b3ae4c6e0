import { randomUUID } from 'node:crypto';
import { onServer } from '../support/server-connection.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

let shop: TestShop;
let account: TestAccount;
let name: string;

beforeAll(async () => {
  shop = await startTestShop();
  account = await shop.account({ balance: '10' });
  name = new URL(shop.db.url).pathname.slice(1);
});
afterAll(() => shop.close());

/** Runs a statement from another database, since nobody may be connected to the one that is renamed. */
const beside = (sql: string) =>
  onServer(process.env.SOUK_TEST_SERVER ?? '', (client) => client.query(sql));

const answers = async (product: number) => {
  const paths = ['profile', 'catalog', `newOrder/${product}?order_uuid=${randomUUID()}`];
  const asked = paths.map((path) => account.api(`/client/api/${path}`));
  return (await Promise.all(asked)).map(({ status, json }) => [
    status,
    (json as { code?: number }).code,
  ]);
};

describe('a database that is exchanged for another one', () => {
  it('is an unavailable one while it takes no connections, and while its name is free', async () => {
    const product = await shop.product({ price: '1' });
    await beside(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await beside(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    const unavailable = [503, 111];
    expect(await answers(product)).toEqual([unavailable, unavailable, unavailable]);

    await beside(`ALTER DATABASE ${name} RENAME TO ${name}_lost`);
    expect(await answers(product)).toEqual([unavailable, unavailable, unavailable]);

    await beside(`ALTER DATABASE ${name}_lost RENAME TO ${name}`);
    await beside(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await until(async () => (await answers(product)).every(([status]) => status === 200));
  });
});
