import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { soukJson, souk } from '../../support/command-line.js';
import type { Answer } from '../../support/http-client.js';
import { Instance } from '../../support/instance.js';
import { invariantFaults } from '../../support/invariants.js';
import { LaggingCopy } from '../../support/lagging-copy.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { until } from '../../support/until.js';

const STOCK = 'uc60';
const [NEW, OLD] = [newSecretKey(), newSecretKey()];

describe('codes after a failover', () => {
  let shop: TestShop;
  let other: Instance;
  let account: TestAccount;
  let product: number;

  const folder = temporaryFolder('lost-codes');

  beforeEach(async () => {
    shop = await startTestShop({ SECRET_KEYS: `${NEW},${OLD}` });
    other = await Instance.beside(shop);
    account = await shop.account({ balance: '100' });
    await importCodes(['S-1', 'S-2', 'S-3', 'S-4', 'S-5']);
    product = await shop.product({
      price: '1',
      fulfillment: [{ handler: 'codes', settings: { stock: STOCK } }],
    });
    await other.untilKnown(account.token, product);
  });
  afterEach(async () => {
    expect(await invariantFaults(shop.db)).toEqual([]);
    await other.close();
    await shop.close();
  });

  async function importCodes(codes: readonly string[]): Promise<unknown> {
    const file = join(folder(), 'codes');
    await writeFile(file, codes.join('\n'));
    return soukJson(shop, 'codes', 'import', STOCK, file);
  }

  /** A command of an operator whose keys are these, the newest first. */
  const command = <T>(keys: string, ...words: string[]): Promise<T> =>
    soukJson<T>({ DATABASE_URL: shop.db.url, SECRET_KEYS: keys }, ...words);

  const order = (at: 'shop' | 'other' = 'shop', uuid: string = randomUUID()): Promise<Answer> => {
    const route = `newOrder/${product}/params?order_uuid=${uuid}`;
    return at === 'shop' ? account.api(`/client/api/${route}`) : other.send(account.token, route);
  };

  /** The codes of an order, or the code of its refusal. */
  const heard = async (answer: Promise<Answer>): Promise<string> => {
    const { code, data } = (await answer).json as NewOrder;
    return data?.replay_api?.[0].replay.join() ?? String(code);
  };

  /**
   * The same of an order that is sent with one key until it is decided: not before the instance is connected again, since
   * a copy cuts its connections, too, nor before the codes are compared with what was handed out.
   */
  const decided = (at?: 'shop' | 'other', uuid: string = randomUUID()): Promise<string> =>
    until(async () => {
      const word = await heard(order(at, uuid));
      return word !== '111' && word;
    });

  const doctor = async () => (await souk(shop, 'doctor')).out;

  it('are sold again by themselves when nothing was lost, and not before', async () => {
    expect(await decided()).toBe('S-1');
    expect(await decided('other')).toBe('S-2');
    const copy = await LaggingCopy.of(shop.db);
    await copy.takeOver();
    await until(async () => (await heard(order())) === '111');
    expect(await decided()).toBe('S-3');
    expect(await decided('other')).toBe('S-4');
    expect(await doctor()).toMatch(/^ok +lost codes/m);
  });

  it('are held back when an instance misses some, and those are never sold again', async () => {
    expect(await decided()).toBe('S-1');
    const copy = await LaggingCopy.of(shop.db);
    const lost = randomUUID();
    expect(await decided('other', lost)).toBe('S-2');
    await importCodes(['L-1', 'L-2']);
    for (const code of ['S-3', 'S-4', 'S-5', 'L-1']) expect(await decided('other')).toBe(code);
    await copy.takeOver();
    expect(await decided()).toBe('105');
    expect(await decided('other', lost)).toBe('105');
    expect((await account.api(`/client/api/quote/${product}/params`)).json).toMatchObject({
      code: 105,
    });
    expect(await doctor()).toMatch(
      /^warn +lost codes: .*stock uc60 \(sold between \d{4}-\d\d-\d\d \d\d:\d\d:\d\d and .* UTC\)/m,
    );

    // An import is held back, too, and leaves out what is known to be sold.
    expect(await importCodes(['L-1', 'L-2', 'L-3', 'S-2'])).toMatchObject({ added: 2, skipped: 2 });
    expect(await decided()).toBe('105');
    const { released } = await soukJson<{ released: number }>(
      shop,
      ...['codes', 'release', STOCK, '--all'],
    );
    expect(released).toBe(2);
    expect(await decided('other', lost)).toBe('L-2');
    expect(await decided()).toBe('L-3');
    expect(await decided()).toBe('105');
    expect(await doctor()).toMatch(/^ok +lost codes/m);
  });

  it('are known whatever keys have hashed them, in the state of before and from then on', async () => {
    await command(`${OLD},${NEW}`, 'codes', 'rotate');
    const earlier = await LaggingCopy.of(shop.db);
    await command(`${NEW},${OLD}`, 'codes', 'rotate');
    expect(await decided()).toBe('S-1');
    await earlier.takeOver();
    expect(await decided()).toBe('105');
    await command(`${NEW},${OLD}`, 'codes', 'release', STOCK, '--all');
    expect(await decided()).toBe('S-2');

    await command(`${NEW},${OLD}`, 'codes', 'rotate');
    const same = await LaggingCopy.of(shop.db);
    await same.takeOver();
    expect(await decided()).toBe('S-3');
  });

  it('are left out of imports after a change of keys, too, if their own import was lost', async () => {
    const copy = await LaggingCopy.of(shop.db);
    await importCodes(['L-1']);
    for (const code of ['S-1', 'S-2', 'S-3', 'S-4', 'S-5', 'L-1']) {
      expect(await decided()).toBe(code);
    }
    await copy.takeOver();
    expect(await decided()).toBe('105');
    const next = newSecretKey();
    await command(`${next},${NEW},${OLD}`, 'codes', 'rotate');
    const file = join(folder(), 'again');
    await writeFile(file, 'L-1\nL-2');
    expect(await command(next, 'codes', 'import', STOCK, file)).toMatchObject({
      added: 1,
      skipped: 1,
    });
  });

  it('are not sold again after a return to the former primary', async () => {
    expect(await decided()).toBe('S-1');
    const copy = await LaggingCopy.of(shop.db);
    const giveBack = await copy.takeOverForNow();
    expect(await decided()).toBe('S-2');
    expect(await decided('other')).toBe('S-3');
    await giveBack();
    expect(await decided()).toBe('105');
    const marked = 'SELECT FROM stock_codes WHERE delivered_at IS NOT NULL AND order_id IS NULL';
    await until(async () => (await shop.db.query(marked)).length === 2);
    await soukJson(shop, 'codes', 'release', STOCK, '--all');
    expect(await decided()).toBe('S-4');
  });

  it('are held back when an instance is gone that did not stop in order', async () => {
    await shop.db.query(
      `INSERT INTO code_instances (id, host, lineage) VALUES ($1, 'gone', current_database_lineage())`,
      [randomUUID()],
    );
    const copy = await LaggingCopy.of(shop.db);
    await copy.takeOver();
    expect(await decided()).toBe('105');
    expect(await soukJson(shop, 'codes', 'list')).toMatchObject([{ free: 0, held: 5 }]);
    expect(await shop.db.query("SELECT FROM code_instances WHERE host = 'gone'")).toEqual([]);
  });

  it('are sold again when an instance had stopped in order before', async () => {
    expect(await decided('other')).toBe('S-1');
    await other.close();
    const copy = await LaggingCopy.of(shop.db);
    await copy.takeOver();
    expect(await decided()).toBe('S-2');
  });

  it('are held back when the state does not know that an instance has stopped, which another one has seen', async () => {
    const copy = await LaggingCopy.of(shop.db);
    const late = await Instance.beside(shop);
    await late.untilKnown(account.token, product);
    const [entered] = await shop.db.query<{ at: Date }>(
      'SELECT max(seen_at) AS at FROM code_instances',
    );
    // Each sees the others when it shows that it lives.
    await until(async () => {
      const seen = 'SELECT FROM code_instances WHERE seen_at > $1';
      return (await shop.db.query(seen, [entered?.at])).length >= 2;
    });
    await late.close();
    await copy.takeOver();
    expect(await decided()).toBe('105');
  });
});

interface NewOrder {
  readonly code?: number;
  readonly data?: { readonly replay_api: readonly [{ readonly replay: readonly string[] }] | null };
}
