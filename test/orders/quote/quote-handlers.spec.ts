import type { EntityManager } from 'typeorm';
import { PortFaults, type PortFault } from '../../../src/common/port-faults.js';
import { HandlerRegistry } from '../../../src/fulfillment/handlers/handler.registry.js';
import type { FulfillmentHandler } from '../../../src/orders/delivery/fulfillment-handler.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

interface Body {
  readonly code?: number;
  readonly unchecked?: readonly string[];
}

let shop: TestShop;
let account: TestAccount;
let faults: PortFault[];
let handlers = 0;

beforeAll(async () => {
  // A shop of its own: handlers of an extension cannot be taken away again.
  shop = await startTestShop();
  account = await shop.account({ balance: '100' });
});
beforeEach(() => {
  faults = [];
  shop.service(PortFaults).report = (fault) => faults.push(fault);
});
afterAll(() => shop.close());

/** Adds a handler of the extension acme, that delivers in the transaction. @returns its code */
function added(wouldDeliver?: FulfillmentHandler['wouldDeliver']): string {
  const code = `acme-supplier-${++handlers}`;
  const handler: FulfillmentHandler = {
    code,
    checkSettings: () => undefined,
    deliverInTransaction: () => Promise.reject(new Error('a quote must not deliver')),
    ...(wouldDeliver && { wouldDeliver }),
  };
  shop.service(HandlerRegistry).add([handler], 'acme');
  return code;
}

async function quoted(...codes: string[]): Promise<Body> {
  const fulfillment = codes.map((handler) => ({ handler, settings: {} }));
  const product = await shop.product({ price: '2', fulfillment });
  return (await account.api(`/client/api/quote/${product}/params`)).json as Body;
}

const write = (manager: EntityManager) =>
  manager.query('UPDATE accounts SET balance = balance + 1 WHERE id = $1', [account.id]);

it('asks a handler that delivers in the transaction, and names none that cannot say', async () => {
  let would = true;
  const [mute, telling] = [added(), added(() => Promise.resolve(would))];
  const answers = async () => [
    await quoted(mute),
    await quoted(telling),
    await quoted(telling, mute),
  ];

  expect((await answers()).map(({ unchecked }) => unchecked)).toEqual([
    ['delivery'],
    undefined,
    undefined,
  ]);
  would = false;
  expect((await answers()).map(({ code, unchecked }) => code ?? unchecked)).toEqual([
    ['delivery'],
    105,
    ['delivery'],
  ]);
  expect(faults).toEqual([]);
});

it.each<[string, NonNullable<FulfillmentHandler['wouldDeliver']>, string]>([
  [
    'writes',
    async (manager) => {
      await write(manager);
      return true;
    },
    'cannot execute UPDATE in a read-only transaction',
  ],
  [
    'locks',
    async (manager) => {
      await manager.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [account.id]);
      return true;
    },
    'cannot execute SELECT FOR UPDATE in a read-only transaction',
  ],
  [
    'keeps silent about a write that was refused',
    async (manager) => {
      await write(manager).catch(() => undefined);
      return true;
    },
    'current transaction is aborted',
  ],
  ['throws', () => Promise.reject(new Error('no supplier')), 'no supplier'],
  ['gives no boolean', () => Promise.resolve('yes' as never), 'it gives no boolean'],
  ['never ends', () => new Promise(() => undefined), 'it took longer than 3000 ms'],
])(
  'takes a handler that %s for one that cannot say, and counts its fault',
  async (_, would, fault) => {
    const code = added(would);
    expect(await quoted(code)).toMatchObject({ status: 'OK', unchecked: ['delivery'] });
    expect(faults).toEqual([
      { extension: 'acme', port: code, fault: expect.stringContaining(fault) as string },
    ]);
    expect((await account.api('/client/api/profile')).json).toMatchObject({ balance: '100' });
  },
);
