import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOUK_VERSION } from '../../../src/common/package-version.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { souk } from '../../support/command-line.js';
import { TRACING } from '../../../src/common/tracing/tracing.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { attributesOf, TraceCollector, type ReceivedSpan } from '../../support/trace-collector.js';
import { until } from '../../support/until.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

const KEY = newSecretKey();
const CODE = 'CODE-7MZ4-9QXP';
const PLAYER = 'player-51234567';

let collector: TraceCollector;
/** Two shops, of which the first one buys from the second. */
let shop: TestShop;
let supplier: TestShop;
let reseller: TestAccount;
let ours: TestAccount;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-tracing-'));
  collector = await TraceCollector.start();
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    SECRET_KEYS: KEY,
    WEBHOOK_ALLOW_PRIVATE: 'on',
  };
  // A shop of its own: traces are a setting, and the first shop buys from the second.
  [shop, supplier] = await Promise.all([startTestShop(settings), startTestShop(settings)]);
  reseller = await shop.account({ balance: '100' });
  ours = await supplier.account({ balance: '100' });
  await command(
    shop,
    'supplier',
    'add',
    'acme',
    supplier.baseUrl,
    '--token-file',
    await file(ours.token),
  );
  await command(supplier, 'codes', 'import', 'stock', await file(CODE));
});

afterAll(async () => {
  await Promise.all([shop.close(), supplier.close()]);
  await collector.close();
  await rm(folder, { recursive: true });
});

async function file(text: string): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, text);
  return path;
}

async function command(at: TestShop, ...words: string[]): Promise<void> {
  const { code, err } = await souk(at, ...words);
  if (code !== 0) throw new Error(err);
}

/** A product here that is bought there, where it is delivered out of stock. */
async function resold(): Promise<number> {
  const common = { type: 'package', fields: ['playerId'] } as const;
  const codes = { handler: 'codes', settings: { stock: 'stock' } };
  const product = await supplier.product({ ...common, price: '1', fulfillment: [codes] });
  const upstream = { handler: 'upstream', settings: { supplier: 'acme', product } };
  return shop.product({ ...common, price: '2', fulfillment: [upstream] });
}

/** Names of spans, each with those of its children that the collector has received. */
function treeOf(spans: readonly ReceivedSpan[], parent: string): object {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === parent);
  return Object.fromEntries(children.map(({ name, spanId }) => [name, treeOf(spans, spanId)]));
}

interface WithProvider {
  readonly provider: { forceFlush(): Promise<void> };
}

/** What the collector has, without the wait for the next batch. */
async function spansSoFar(): Promise<ReceivedSpan[]> {
  for (const { app } of [shop, supplier]) {
    await app.get<WithProvider>(TRACING, { strict: false }).provider.forceFlush();
  }
  return collector.spans;
}

const NEW_ORDER = 'GET /client/api/newOrder/:product_id/params';

describe('traces', () => {
  it('follow an order from its caller through the job to the supplier, and hold no secret', async () => {
    const [traceId, caller] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
    const uuid = randomUUID();
    const path = `/client/api/newOrder/${await resold()}/params?order_uuid=${uuid}&playerId=${PLAYER}`;
    const headers = { traceparent: `00-${traceId}-${caller}-01` };
    const { json } = await reseller.api(path, { headers });
    const { order_id: id } = (json as { data: { order_id: string } }).data;
    await until(async () => {
      const { text } = await reseller.api(`/client/api/check?orders=${id}`);
      return text.includes(CODE);
    });
    const spans = await until(async () => {
      const ofTrace = (await spansSoFar()).filter((span) => span.traceId === traceId);
      return ofTrace.some(({ name }) => name === 'job fulfillment') && ofTrace;
    });

    expect(treeOf(spans, caller)).toEqual({
      [NEW_ORDER]: {
        'place order': {
          'job fulfillment': {
            'GET products': { 'GET /client/api/products': {} },
            'GET newOrder': { [NEW_ORDER]: { 'place order': {} } },
          },
        },
      },
    });
    const secrets = [PLAYER, CODE, uuid, reseller.token, ours.token, 'playerId', '?'];
    const sent = collector.bodies.join('');
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([]);
    const placed = spans.find(({ parentSpanId, name }) => name === 'place order' && parentSpanId);
    expect(attributesOf(placed!)).toMatchObject({ 'souk.order_id': id });
  });

  it('have the order on the span of its webhook, whose status is that of the attempt', async () => {
    const receiver = await WebhookReceiver.start();
    receiver.answers.push(500);
    const product = await shop.product({ price: '1' });
    await command(shop, 'webhook', 'set', String(reseller.id), receiver.url('/hook'));
    const { json } = await reseller.api(
      `/client/api/newOrder/${product}?order_uuid=${randomUUID()}`,
    );
    const { order_id: id } = (json as { data: { order_id: string } }).data;
    await command(shop, 'order', 'accept', id);
    await receiver.arrived('/hook', 1);
    const span = await until(async () =>
      (await spansSoFar()).find(({ name }) => name === 'POST webhook'),
    );
    await receiver.close();
    expect(attributesOf(span)).toMatchObject({
      'souk.order_id': id,
      'http.response.status_code': 500,
    });
    expect(span.status.code).toBe(2);
  });

  it('name the version and the instance', async () => {
    await reseller.api('/client/api/profile');
    await until(async () => (await spansSoFar()).length > 0);
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'souk',
      'service.version': SOUK_VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
    });
  });

  it('begin anew where a caller sends none, or none that is well-formed', async () => {
    // For these the first shop never asks the second, as it does for the profile.
    const paths = ['/client/api/tree', '/client/api/categories'] as const;
    const traceparent = `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`;
    await reseller.api(paths[0]);
    await reseller.api(paths[1], { headers: { traceparent } });
    const spans = await until(async () => {
      const found = (await spansSoFar()).filter(({ name }) =>
        paths.some((path) => name === `GET ${path}`),
      );
      return found.length >= 2 && found;
    });

    expect(spans.map(({ parentSpanId }) => parentSpanId ?? '')).toEqual(['', '']);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2);
  });

  it('mask what is no word of our paths, and say how a request ended', async () => {
    const token = randomBytes(32).toString('base64url');
    const { status } = await shop.requestPage(`/client/api/${token}`, { token });
    const span = await until(async () =>
      (await spansSoFar()).find(({ attributes }) =>
        attributes.some(({ value }) => Object.values(value).includes('/client/api/***')),
      ),
    );

    expect(attributesOf(span)).toMatchObject({
      'http.request.method': 'GET',
      'http.response.status_code': status,
      'souk.error_code': 404,
    });
    expect(collector.bodies.join('')).not.toContain(token);
  });
});
