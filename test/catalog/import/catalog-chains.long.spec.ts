import { souk } from '../../support/command-line.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { insertChain } from './deep-chain.js';

const LEVELS = 5_000;

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
  await insertChain(shop.db, LEVELS);
  await shop.product({ categoryId: LEVELS, type: 'package', price: '1' });
  await shop.product({ categoryId: 1, type: 'package', price: '1' });
});
afterAll(() => shop.close());

describe('a chain of 5,000 categories', () => {
  it('is shown and exported', async () => {
    const shown = await souk(shop.db.url, 'catalog', 'show');
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out).toContain(`(category ${LEVELS})`);
    const asJson = await souk(shop.db.url, 'catalog', 'show', '--json');
    expect(asJson.err).not.toContain('    at ');
    // A command of its own has more time for a statement than a server.
    const exported = await souk(shop.db.url, 'catalog', 'export');
    expect(exported.out).toContain(`"Level ${LEVELS}"`);
  });
});
