import { randomUUID } from 'node:crypto';
import { OperatorError } from '../../src/common/app-error.js';
import { FulfillmentJob } from '../../src/fulfillment/delivery/fulfillment.job.js';
import { HANDLER_CASES } from '../../src/fulfillment/handlers/handler-cases.js';
import { HandlerRegistry } from '../../src/fulfillment/handlers/handler.registry.js';
import type {
  FulfillmentHandler,
  FulfillmentOutcome,
} from '../../src/orders/delivery/fulfillment-handler.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const DELIVERED: FulfillmentOutcome = { kind: 'delivered', codes: [] };
const PENDING: FulfillmentOutcome = { kind: 'pending', againInSeconds: 3_600, note: 'sent' };

let shop: TestShop;
let buyer: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  buyer = await shop.account({ balance: '100' });
});

/** An order of a handler that answers as told, once its first attempt has begun. */
async function order(
  answers: Partial<Record<'deliver' | 'check', () => Promise<FulfillmentOutcome | undefined>>>,
) {
  const asked: string[] = [];
  const code = fresh('checking')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-');
  const handler: FulfillmentHandler = {
    code,
    checkSettings: () => undefined,
    deliver: async (_, __, { attempt }) => {
      asked.push(`deliver ${attempt}`);
      return (await answers.deliver?.()) ?? PENDING;
    },
    check: (_, __, { attempt }) => {
      asked.push(`check ${attempt}`);
      return answers.check?.() ?? Promise.resolve(undefined);
    },
  };
  const { handlers } = shop.service(HandlerRegistry) as unknown as {
    handlers: Map<string, FulfillmentHandler>;
  };
  handlers.set(code, handler);
  const product = await shop.product({
    price: '1',
    fulfillment: [{ handler: code, settings: {} }],
  });
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&qty=1`;
  const { order_id: orderId } = ((await buyer.api(path)).json as { data: { order_id: string } })
    .data;
  await until(() => asked.length > 0);
  const ref = { accountId: buyer.id, orderId };
  const row = async <Row extends object>(columns: string, table: string): Promise<Row> => {
    const [found] = await shop.db.query<Row>(
      `SELECT ${columns} FROM ${table} WHERE order_id = $1`,
      [orderId],
    );
    return found!;
  };
  return {
    asked,
    state: async () => (await row<{ status: string }>('status', 'orders')).status,
    tries: async () => (await row<{ tries: number }>('tries', 'fulfillments')).tries,
    askAgain: () => shop.service(FulfillmentJob).runNow(ref),
    /** As `orders.askAgain`, but for the job, which may begin before the present answer or behind it. */
    callBack: () =>
      shop.db.query('UPDATE fulfillments SET due_at = now() WHERE order_id = $1', [orderId]),
    /** As when the process that has begun the job was killed, and its time is over. */
    expire: () =>
      shop.db.query(
        `UPDATE pgboss.job SET state = 'retry', start_after = now()
         WHERE name = 'fulfillment' AND state = 'active' AND data ->> 'orderId' = $1`,
        [orderId],
      ),
  };
}

it('a handler is asked what has become of an order before it delivers it again', async () => {
  const found = Promise.resolve(DELIVERED);
  const one = await order({ check: () => found });
  await until(async () => (await one.tries()) === 1);
  await one.askAgain();
  expect(one.asked).toEqual(['deliver 1', 'check 2']);
  expect(await one.state()).toBe('accept');
});

it('an order that its supplier does not know is delivered in the same attempt', async () => {
  const one = await order({});
  await until(async () => (await one.tries()) === 1);
  await one.askAgain();
  await one.askAgain();
  expect(one.asked).toEqual(['deliver 1', 'check 2', 'deliver 2', 'check 3', 'deliver 3']);
  expect(await one.state()).toBe('wait');
});

it('an order is not delivered again while nobody knows what has become of it', async () => {
  const one = await order({ check: () => Promise.reject(new Error('the supplier is away')) });
  await until(async () => (await one.tries()) === 1);
  await one.askAgain();
  expect(one.asked).toEqual(['deliver 1', 'check 2']);
  expect(await one.tries()).toBe(2);
});

it('an attempt whose process was killed is found, too, before it is repeated', async () => {
  const { promise: never, resolve: end } = Promise.withResolvers<FulfillmentOutcome>();
  const one = await order({ deliver: () => never, check: () => Promise.resolve(DELIVERED) });
  await one.expire();
  await until(async () => (await one.state()) === 'accept');
  expect(one.asked).toEqual(['deliver 1', 'check 1']);
  end(DELIVERED);
});

it('a handler that is asked again while it answers is asked once more, however late it wants to be', async () => {
  const { promise: answer, resolve: end } = Promise.withResolvers<FulfillmentOutcome>();
  const one = await order({ deliver: () => answer, check: () => Promise.resolve(DELIVERED) });
  await one.callBack();
  end(PENDING);
  await until(async () => (await one.state()) === 'accept');
  expect(one.asked.slice(0, 2)).toEqual(['deliver 1', expect.stringMatching(/^check [12]$/)]);
});

describe('the cases for handlers', () => {
  const called = new Set<string>();
  const bought = new Set<string>();
  const handler: FulfillmentHandler = {
    code: 'called-back',
    checkSettings: ({ wrong }) => {
      if (wrong) throw new OperatorError('It is wrong.');
    },
    deliver: ({ orderId }) => {
      bought.add(orderId);
      return Promise.resolve(called.has(orderId) ? DELIVERED : PENDING);
    },
    check: ({ orderId }) => {
      if (!bought.has(orderId)) return Promise.resolve(undefined);
      return Promise.resolve(called.has(orderId) ? DELIVERED : PENDING);
    },
  };
  const callBack = ({ orderId }: { readonly orderId: string }): Promise<void> => {
    called.add(orderId);
    return Promise.resolve();
  };
  const failing = async (subject: Parameters<(typeof HANDLER_CASES)[number]['run']>[0]) => {
    const failed: string[] = [];
    for (const { name, run } of HANDLER_CASES) {
      await run(subject).catch(() => failed.push(name));
    }
    return failed;
  };
  const subject = { handler, settings: {}, wrongSettings: { wrong: true } };

  it('pass for one that is called back and finds its orders', async () => {
    expect(await failing({ ...subject, callBack })).toEqual([]);
  });
  it('fail for one that the callback does not end, and for one that finds what it never bought', async () => {
    const deaf = { ...subject, callBack: () => Promise.resolve() };
    const inventing = { ...handler, check: () => Promise.resolve(PENDING) };
    bought.clear();
    called.clear();
    expect(await failing(deaf)).toEqual([expect.stringContaining('by the callback')]);
    expect(await failing({ ...subject, handler: inventing })).toEqual([
      expect.stringContaining('finds by check'),
    ]);
  });
});
