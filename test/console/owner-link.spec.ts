import { ownerLink } from '../../src/start/owner-link.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const HERE = { CONSOLE: 'on', HOST: '127.0.0.1' } as const;

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: it has no operator before a case makes one.
  shop = await startTestShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.db.query('TRUNCATE operators CASCADE'));

async function statusOf(link: string | undefined): Promise<number> {
  const { pathname } = new URL(link ?? '');
  return (await shop.requestPage(pathname)).status;
}

describe('the link of the first operator', () => {
  it('works until the next start, however that one is reached', async () => {
    const first = await ownerLink(shop.app, HERE);
    expect(first).toMatch(/^https:\/\/shop\.example\/console\/link\/[0-9a-f]{64}\.[0-9a-f]{32}$/);
    expect(await statusOf(first)).toBe(200);
    const second = await ownerLink(shop.app, HERE);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    expect(await ownerLink(shop.app, { ...HERE, HOST: '0.0.0.0' })).toBeUndefined();
    expect(await statusOf(second)).toBe(404);
    expect(await ownerLink(shop.app, { ...HERE, CONSOLE: 'off' })).toBeUndefined();
  });

  it('is made for no shop that has an operator', async () => {
    const link = await ownerLink(shop.app, HERE);
    await shop.service(OperatorManagement).create('ada', 'viewer', { actor: 'operator:test' });
    expect(await ownerLink(shop.app, HERE)).toBeUndefined();
    expect(await statusOf(link)).toBe(404);
  });
});
