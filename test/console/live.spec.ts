import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { Database } from '../../src/database/database.js';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { OperatorsRepository } from '../../src/people/operators/operators.repository.js';
import { OperatorSessions } from '../../src/people/sessions/operator-sessions.service.js';
import type { EventStream } from '../../src/console/live/event-stream.js';
import { LiveOrders } from '../../src/console/live/live-orders.service.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { place } from '../support/book-pages.js';
import { addOperator, operatorBrowser } from '../support/console-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

const BY = { actor: 'operator:test' };

let shop: TestShop;
let isDown = true;

beforeEach(async () => {
  // A shop of its own: how many orders wait in all of it is told, and a case shuts it down.
  if (isDown) shop = await startTestShop();
  isDown = false;
});
afterAll(async () => {
  if (!isDown) await shop.close();
});

async function placed(): Promise<string> {
  const account = await shop.account({ balance: '10' });
  const [order] = await place(account, await shop.product());
  return order;
}

/** Of a new session. */
async function sessionCookie(name: string): Promise<string> {
  const { id } = (await shop.service(OperatorsRepository).find(name))!;
  const place = { device: '', address: '127.0.0.1' };
  const { secret } = await shop
    .service(Database)
    .transaction((manager) => shop.service(OperatorSessions).start(manager, id, 'full', place));
  return `__Host-souk_session=${secret}`;
}

/** Listens as a new operator. */
async function listening(name: string) {
  const browser = await operatorBrowser(shop, 'support', name);
  const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const request = get(`${shop.baseUrl}/console/live`, { headers: { cookie } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.on('data', (part: Buffer) => (text += part.toString()));
  const events = () =>
    [...text.matchAll(/^event: orders\ndata: (.+)\n\n/gm)].map(
      ([, data = '']) => JSON.parse(data) as { count: number; newest: string | null },
    );
  return { response, events };
}

describe('the stream of events', () => {
  it('tells how many orders wait, whenever that changes', async () => {
    const { response, events } = await listening('ada');
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    await until(() => events().length === 1);
    expect(events()).toEqual([{ count: 0, newest: null }]);
    const order = await placed();
    await until(() => events().at(-1)?.count === 1);
    expect(events().at(-1)?.newest).toMatch(/^20\d\d-.*\.\d{6}Z$/);
    response.destroy();
    await shop.service(OrderCloseService).accept(order, BY);
  });

  it('ends before the next event when the operator is disabled', async () => {
    const { response, events } = await listening('bob');
    const ended = once(response, 'close');
    await until(() => events().length === 1);
    await shop.service(OperatorManagement).disable('bob', BY);
    const order = await placed();
    await ended;
    // The state before it may have been told twice.
    expect(new Set(events().map(({ count }) => count))).toEqual(new Set([0]));
    await shop.service(OrderCloseService).accept(order, BY);
  });

  it('is forgotten when its browser has gone before it began, and is no use of the session', async () => {
    const browser = await operatorBrowser(shop, 'support', 'carol');
    const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    await shop.db.query(
      `UPDATE operator_sessions SET last_seen_at = now() - interval '50 minutes'`,
    );
    for (let sent = 0; sent < 20; sent++) {
      const request = get(`${shop.baseUrl}/console/live`, { headers: { cookie } });
      const gone = new Promise((resolve) => request.on('error', resolve).on('close', resolve));
      await once(request, 'socket');
      setTimeout(() => request.destroy(), sent % 5);
      await gone;
    }
    const { streams } = shop.service(LiveOrders) as unknown as { streams: Set<EventStream> };
    await until(() => ![...streams].some(({ isClosed }) => !isClosed));
    expect(shop.service(LiveOrders).isFull).toBe(false);
    expect(streams.size).toBe(0);
    const [row] = await shop.db.query<{ idle: boolean }>(
      `SELECT bool_and(last_seen_at < now() - interval '49 minutes') AS idle FROM operator_sessions`,
    );
    expect(row?.idle).toBe(true);
  });

  it('is one of five of its operator in all sessions, and ends for the next one', async () => {
    const { response: other } = await listening('dave');
    await addOperator(shop, 'erin', 'viewer');
    const open: IncomingMessage[] = [];
    for (let session = 0; session < 8; session++) {
      const cookie = await sessionCookie('erin');
      const request = get(`${shop.baseUrl}/console/live`, { headers: { cookie } });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      open.push(response.resume());
    }
    await until(() => open.filter(({ closed }) => closed).length === 3);
    expect(open.map(({ closed }) => closed).lastIndexOf(true)).toBe(2);
    const { streams } = shop.service(LiveOrders) as unknown as { streams: Set<EventStream> };
    await until(() => streams.size === 6);
    expect(other.closed).toBe(false);
    for (const response of [other, ...open]) response.destroy();
  });

  it('ends when the server shuts down', async () => {
    const browser = await operatorBrowser(shop, 'owner');
    const cookie = [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const request = get(`${shop.baseUrl}/console/live`, { headers: { cookie } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    const ended = once(response, 'close');
    isDown = true;
    await shop.close();
    await ended;
  });
});
