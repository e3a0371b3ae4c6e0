import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { Instance } from '../../support/instance.js';
import { Line, throughLine } from '../../support/line.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let db: TestDatabase;
let line: Line;
/** Reaches the database by the line. */
let instance: Instance;
let token: string;
let product: number;

beforeAll(async () => {
  db = await createTestDatabase();
  const rows = new ShopRows(db);
  ({ token } = await rows.account({ balance: '100' }));
  product = await rows.product({ price: '1.5' });
  const { hostname: host, port } = new URL(db.url);
  line = await Line.to({ host, port: Number(port) });
  instance = await Instance.on(throughLine(db, line));
});

afterAll(async () => {
  await instance.close();
  await line.close();
  await db.drop();
});

it('one that cannot learn the truth answers 111 instead of what it remembers', async () => {
  const before = await instance.ask(token, 'products');
  line.break();
  expect(await instance.untilChanged(token, 'products', before)).toContain('"code":111');
  await db.query('UPDATE products SET price = 4 WHERE id = $1', [product]);
  expect(await instance.ask(token, 'products')).toContain('"code":111');
  line.repair();
  const text = await until(async () => {
    const answer = await instance.ask(token, 'products');
    return !answer.includes('"code":111') && answer;
  });
  expect(text).toContain('"price":4,');
});
