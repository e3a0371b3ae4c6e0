import { randomUUID } from 'node:crypto';
import { DrivenLimits } from '../../support/driven-limits.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

const API = '/client/api';

let shop: TestShop;
let clock: DrivenLimits;

beforeAll(async () => {
  // A shop of its own: it has a limit of checks, and the clock of the tokens is the test's.
  shop = await startTestShop({
    MAX_ACCOUNT_CHECKS_PER_MINUTE: '3',
    MAX_ACCOUNT_REQUESTS_PER_MINUTE: '2',
  });
  clock = await DrivenLimits.of(shop.db, [shop]);
});
afterAll(() => shop.close());

it('a limit of checks counts check and orders together, beside that of requests', async () => {
  const account = await shop.account({ balance: '5' });
  const ask = async (path: string) => {
    const { status, headers } = await account.api(`${API}/${path}`);
    return [status, headers['ratelimit-policy'], headers.ratelimit, headers['ratelimit-reset']];
  };
  const policy = '"checks";q=3;w=60';
  const check = `check?uuid=1&orders=${randomUUID()}`;
  // The second one may be answered by the fast path.
  expect(await ask(check)).toEqual([200, policy, '"checks";r=2;t=20', undefined]);
  expect(await ask(check)).toEqual([200, policy, '"checks";r=1;t=40', undefined]);
  expect(await ask('orders')).toEqual([200, policy, '"checks";r=0;t=60', undefined]);
  expect(await ask(check)).toEqual([429, policy, '"checks";r=0;t=60', '20']);
  const refused = await account.api(`${API}/orders`);
  expect(refused.headers['retry-after']).toBe('2');
  expect((refused.json as { message: string }).message).toBe(
    'Too many checks of this account in a minute; one more is admitted in 20 seconds, send it again then',
  );
  expect((await ask('profile'))[2]).toBe('"requests";r=1;t=30');
  await clock.pass(21);
  expect((await ask(check))[0]).toBe(200);
});

it('a request that waits begins again, and is counted once', async () => {
  const account = await shop.account();
  const { headers } = await account.api(`${API}/orders/changes?wait=1`);
  expect(headers.ratelimit).toBe('"checks";r=2;t=20');
  const next = await account.api(`${API}/orders/changes`);
  expect(next.headers.ratelimit).toBe('"checks";r=1;t=40');
});
