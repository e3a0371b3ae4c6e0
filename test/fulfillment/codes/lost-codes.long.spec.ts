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

describe('codes after a failover', () => {
  let shop: TestShop;
  let other: Instance;
  let account: TestAccount;
  let product: number;

  const folder = temporaryFolder('lost-codes');

  beforeEach(async () => {
    shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
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

  const order = (at: 'shop' | 'other' = 'shop', uuid: string = randomUUID()): Promise<Answer> => {
    const route = `newOrder/${product}/params?order_uuid=${uuid}`;
    return at === 'shop' ? account.api(`/client/api/${route}`) : other.send(account.token, route);
  };

  /** The codes of an order, or the code of its refusal. */
  const heard = async (answer: Promise<Answer>): Promise<string> => {
    const { code, data } = (await answer).json as NewOrder;
    return data?.replay_api?.[0].replay.join() ?? String(code);
  };

  const decided = (): Promise<string> =>
    until(async () => {
      const word = await heard(order());
      return word !== '111' && word;
    });

  it('are sold again by themselves when nothing was lost, and not before', async () => {
    expect(await heard(order())).toBe('S-1');
    expect(await heard(order('other'))).toBe('S-2');
    const copy = await LaggingCopy.of(shop.db);
    await copy.takeOver();
    expect(await decided()).toBe('S-3');
    expect(await heard(order('other'))).toBe('S-4');

  });
});

interface NewOrder {
  readonly code?: number;
  readonly data?: { readonly replay_api: readonly [{ readonly replay: readonly string[] }] | null };
}
