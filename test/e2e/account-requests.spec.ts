import { randomUUID } from 'node:crypto';
import { RunningRequests } from '../../src/account/access/running-requests.js';
import { HttpClient } from '../support/http-client.js';
import { startTestShop } from '../support/test-shop.js';

describe('the requests of one account', () => {
  it('wait for their turn beyond its limit, then hear 111, and hold up nobody else', async () => {
    const shop = await startTestShop({ MAX_ACCOUNT_REQUESTS: '2' });
    const [busy, other] = [await shop.account({ balance: '100' }), await shop.account()];
    const product = await shop.product({ price: '1' });
    // A token's first use takes longer than the others.
    await Promise.all([busy, other].map(({ api }) => api('/client/api/profile')));
    const held = shop.service(RunningRequests).tryBegin(busy.id);
    const alsoHeld = shop.service(RunningRequests).tryBegin(busy.id);

    const paths = Array.from({ length: 21 }, (_, index) =>
      index % 2 === 0 ? `newOrder/${product}?order_uuid=${randomUUID()}` : 'profile',
    );
    const client = new HttpClient(shop.baseUrl);
    const { token } = busy;
    const asked = paths.map((path) => client.send(`/client/api/${path}`, { token }));
    const refused = await Promise.race(asked);
    expect([refused.status, refused.json]).toEqual([429, expect.objectContaining({ code: 111 })]);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await other.api('/client/api/profile')).status).toBe(200);

    held?.();
    alsoHeld?.();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array<number>(20).fill(200), 429]);
    client.close();
    await shop.close();
  });
});
