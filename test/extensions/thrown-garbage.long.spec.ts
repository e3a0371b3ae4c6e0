import { randomUUID } from 'node:crypto';
import { TokenSources } from '../../src/account/access/source/token-sources.js';
import { CatalogPolicies } from '../../src/catalog/policies/catalog-policies.js';
import { ListenerJob } from '../../src/events/handling/listener.job.js';
import { Listeners } from '../../src/events/listeners.js';
import { OrderChecks } from '../../src/orders/checks/order-checks.js';
import { policyWith } from '../support/policies.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
/** What every port throws. */
let thrown: unknown;
let doesPolicyFail = false;

const fail = <T>(): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<T>();
  reject(thrown);
  return promise;
};

beforeAll(async () => {
  // A shop of its own: ports of an extension are registered that always fail.
  shop = await startTestShop();
  const extension = 'acme';
  const check = {
    name: 'custom',
    concerns: ({ productName }: { productName: string }) => productName !== 'plain',
    check: () => fail<undefined>(),
  };
  const policy = policyWith({ read: () => (doesPolicyFail ? fail() : Promise.resolve({})) });
  const listener = {
    name: 'sink',
    events: ['order.accepted'] as const,
    concerns: () => true,
    handle: () => fail<undefined>(),
  };
  shop.service(OrderChecks).use([{ extension, port: check }]);
  shop.service(TokenSources).use([{ extension, port: { find: () => fail() } }]);
  shop.service(Listeners).use([{ extension, port: listener }]);
  shop.service(CatalogPolicies).use([{ extension, port: policy }]);
});
afterAll(() => shop.close());

const throws = (): never => {
  throw new Error('a getter');
};
const withProperty = (key: string, value: object | number) =>
  Object.defineProperty(new Error('plain'), key, { value });

const GARBAGE: readonly [string, unknown][] = [
  ['an object without a prototype', Object.create(null)],
  ['an error whose message is an object', withProperty('message', { status: 500 })],
  ['an error whose stack is a number', withProperty('stack', 5)],
  ['an error whose code has no text', withProperty('code', Object.create(null) as object)],
  ['an object whose name cannot be read', Object.defineProperty({}, 'name', { get: throws })],
  ['a symbol', Symbol('x')],
];

const codeOf = async (path: string, token: string): Promise<unknown> => {
  const { json } = await shop.request(`/client/api/${path}`, { token });
  return (json as { code?: number }).code;
};

describe.each(GARBAGE)('a port that throws %s', (_, value) => {
  beforeEach(() => {
    thrown = value;
    doesPolicyFail = false;
  });

  it('is 111, be it a check, a token source or a policy', async () => {
    const { token } = await shop.account({ balance: '100' });
    const order = async (name: string) =>
      codeOf(`newOrder/${await shop.product({ name })}/params?order_uuid=${randomUUID()}`, token);
    expect(await order('custom')).toBe(111);
    expect(await codeOf('profile', randomUUID())).toBe(111);
    doesPolicyFail = true;
    await shop.db.query('UPDATE products SET position = position');
    expect(await codeOf('products', token)).toBe(111);
    expect(await order('plain')).toBe(111);
  });

  it('has its failure noted, if it is a listener', async () => {
    const id = randomUUID();
    const event = JSON.stringify({ id, type: 'order.accepted', data: {} });
    const job = { extension: 'acme', listener: 'sink', event, attempt: 1 };
    await shop.service(ListenerJob).run(job);
    const rows = await shop.db.query('SELECT attempts FROM failed_events WHERE event_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ attempts: 1 }]);
  });
});
