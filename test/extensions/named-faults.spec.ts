import { randomUUID } from 'node:crypto';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { Public } from '../../src/common/http/public.decorator.js';
import { ExtensionFaults } from '../../src/upkeep/extensions/extension-faults.service.js';
import { FulfillmentJob } from '../../src/fulfillment/delivery/fulfillment.job.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
} from '../../src/orders/delivery/fulfillment-handler.js';
import { testExtension } from '../support/extensions.js';
import { until } from '../support/until.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

@Controller('acme')
class AcmeController {
  @Public()
  @Get('rates/:secret')
  rates(@Param('secret') secret: string): never {
    throw new Error(`no rates for ${secret.length} letters`);
  }
}

@Module({ controllers: [AcmeController] })
class AcmeModule {}

const PENDING = { kind: 'pending', againInSeconds: 86_400, note: 'later' } as const;
const answering = async (): Promise<FulfillmentOutcome> => {
  await Promise.resolve();
  return { kind: 'sent' } as never;
};
const throwing = async (): Promise<never> => {
  await Promise.resolve();
  throw new Error('the machine is out of paper');
};

/** Set by the test in which the handler is asked for too long. */
let late: AbortController | undefined;

const handlers: readonly FulfillmentHandler[] = [
  { code: 'acme-throws', checkSettings: () => undefined, deliver: throwing },
  { code: 'acme-garbage', checkSettings: () => undefined, deliver: answering },
  { code: 'acme-inside', checkSettings: () => undefined, deliverInTransaction: throwing },
  {
    code: 'acme-late',
    checkSettings: () => undefined,
    deliver: async () => {
      if (!late) return PENDING;
      const { promise } = Promise.withResolvers<never>();
      queueMicrotask(() => late?.abort());
      return promise;
    },
  },
];

let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  const acme = testExtension({ module: AcmeModule, ports: () => ({ handlers }) });
  // A shop of its own: an extension is loaded.
  shop = await startTestShop({}, {}, undefined, [acme]);
  account = await shop.account({ balance: '100' });
});
afterAll(() => shop.close());

const lines = (has: object): object[] =>
  shop
    .logs()
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => Object.entries(has).every(([name, value]) => line[name] === value));

async function place(handler: string): Promise<string> {
  const product = await shop.product({ fulfillment: [{ handler, settings: {} }] });
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await account.api(path);
  return (json as { data: { order_id: string } }).data.order_id;
}

const stored = async (port: string): Promise<object[]> => {
  await shop.service(ExtensionFaults).run();
  return shop.db.query('SELECT extension, fault FROM extension_faults WHERE port = $1', [port]);
};

it.each([
  ['throws', 'acme-throws', 'the machine is out of paper'],
  [
    'answers what is no outcome',
    'acme-garbage',
    'the answer of the handler cannot be used: kind is not delivered, pending or refused',
  ],
])('a handler that %s is logged and counted by extension and port', async (_, port, message) => {
  const orderId = await place(port);
  const msg = 'a handler failed; the order waits and the handler is asked again';
  const [line] = await until(() => {
    const found = lines({ port, msg });
    return found.length > 0 && found;
  });
  expect(line).toMatchObject({ extension: 'acme', orderId, err: { message } });
  expect(await stored(port)).toEqual([{ extension: 'acme', fault: `${msg}: ${message}` }]);
});

it('a handler that fails in the transaction of a job is logged as one that fails in that of the order', async () => {
  const orderId = await place('acme-inside');
  const port = 'acme-inside';
  const found = await until(() => {
    const logged = lines({ port, extension: 'acme', orderId });
    return logged.length === 2 && logged;
  });
  expect(found).toMatchObject([
    { msg: 'deliverInTransaction of a handler failed; the order waits for a job' },
    { msg: 'a handler failed; the order waits and the handler is asked again' },
  ]);
});

it('a handler whose time is over is logged and counted by extension and port', async () => {
  const port = 'acme-late';
  const orderId = await place(port);
  await shop.jobsDone('fulfillment', account.id);
  late = new AbortController();
  await shop.service(FulfillmentJob).runNow({ accountId: account.id, orderId }, late.signal);
  expect(lines({ port, orderId })).toMatchObject([
    { extension: 'acme', err: { message: expect.stringContaining('120 seconds') as string } },
  ]);
  expect(await stored(port)).toMatchObject([{ extension: 'acme' }]);
});

it('what a route throws is logged with the extension and the route, without what the path holds', async () => {
  const { status } = await shop.requestPage('/acme/rates/abcdef');
  expect(status).toBe(500);
  const [line] = lines({ msg: 'unforeseen error' });
  expect(line).toMatchObject({ extension: 'acme', route: 'GET /acme/rates/:secret' });
  expect(JSON.stringify(line)).not.toContain('abcdef');
});
