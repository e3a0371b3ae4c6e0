import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { Instance } from '../../support/instance.js';
import { Line } from '../../support/line.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { TestOperator } from '../../support/test-operator.js';

let db: TestDatabase;
/** To what listens for changes. */
let line: Line;
let instance: Instance;
let operator: TestOperator;
let account: { id: number; token: string };
let product: number;

beforeAll(async () => {
  db = await createTestDatabase();
  const rows = new ShopRows(db);
  account = await rows.account({ balance: '100' });
  product = await rows.product({ price: '1.5' });
  const direct = new URL(db.directUrl);
  line = await Line.to({ host: direct.hostname, port: Number(direct.port) });
  direct.host = `127.0.0.1:${line.port}`;
  instance = await Instance.on({ url: db.url, directUrl: direct.href });
  operator = await TestOperator.of(instance, 'owner');
  await instance.untilKnown(account.token, product);
});

afterAll(async () => {
  line.letGo();
  await instance.close();
  await line.close();
  await db.drop();
});

describe('an instance that hears of no change', () => {
  beforeAll(() => {
    line.hold('toClient');
  });

  it('answers with a price that was set there from then on', async () => {
    for (let cents = 10; cents < 20; cents++) {
      await instance.ask(account.token, 'products');
      const price = `2.${cents}1`;
      await operator.get(`PUT products/${product}/price`, { body: { price } });
      expect(await instance.ask(account.token, 'products')).toContain(`"price":${price},`);
    }
  });

  it('refuses a token that was revoked there', async () => {
    const route = `POST accounts/${account.id}/tokens`;
    const { id, token } = await operator.get<{ id: number; token: string }>(route, { body: {} });
    expect(await instance.ask(token, 'profile')).not.toContain('ERROR');
    await operator.get(`POST tokens/${id}/revoke`);
    expect(await instance.ask(token, 'profile')).toContain('"code":121');
  });
});
