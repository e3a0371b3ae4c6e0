import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { MetricsServer } from '../../src/health/metrics-server.service.js';
import { WaitingOrdersGauge } from '../../src/orders/waiting-orders.gauge.js';
import { failureSentence } from '../../src/start/failure-sentence.js';
import { HttpClient } from '../support/http-client.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';
import { until } from '../support/until.js';

describe('the metrics', () => {
  let shop: TestShop;

  beforeAll(async () => {
    // A shop of its own: it has a port for metrics, whose numbers are those of the whole shop.
    shop = await startTestShop({ METRICS_PORT: '0' }, { SENTINEL_INTERVAL: 0.1 });
  });
  afterAll(() => shop.close());

  const ask = (path = '/metrics', method = 'GET') => {
    const { address } = shop.service(MetricsServer);
    const client = new HttpClient(`http://${address?.address ?? ''}:${address?.port ?? 0}`);
    return client.send(path, { method }).finally(() => {
      client.close();
    });
  };

  it('are served on a port of their own, on this machine only', async () => {
    expect(shop.service(MetricsServer).address?.address).toBe('127.0.0.1');
    const answer = await ask();
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.text).toContain('process_cpu_seconds_total');
    expect((await ask('/client/api/ping')).status).toBe(404);
    expect((await ask('/metrics', 'POST')).status).toBe(404);
    expect((await shop.requestPage('/metrics')).status).toBe(404);
  });

  it('count waiting orders and accounts whose orders are stopped', async () => {
    const account = await shop.account({ balance: '5' });
    const product = await shop.product({ price: '1' });
    for (let n = 0; n < 2; n += 1) {
      await account.api(`/client/api/newOrder/${product}?order_uuid=${randomUUID()}`);
    }
    await shop.db.query('UPDATE accounts SET balance = 4 WHERE id = $1', [account.id]);
    shop.service(WaitingOrdersGauge).counted.goodForMs = 0;
    // What was counted before may be good for some seconds yet.
    await shop.db.query(
      `UPDATE server_tasks SET next_run_at = now() WHERE name = 'waiting orders'`,
    );
    const text = await until(async () => {
      const { text: metrics } = await ask();
      const hasBoth = ['souk_ledger_faulty_accounts 1', 'souk_orders_waiting 2'].every((line) =>
        metrics.includes(`\n${line}\n`),
      );
      return hasBoth && metrics;
    });
    const at = Number(/^souk_sentinel_last_run_timestamp_seconds (.*)$/m.exec(text)?.[1]);
    const [{ since } = { since: '' }] = await shop.db.query<{ since: string }>(
      'SELECT extract(epoch FROM created_at) AS since FROM accounts',
    );
    // In seconds, between the creation of the account and now.
    expect(at).toBeGreaterThanOrEqual(Math.floor(Number(since)));
    expect(at).toBeLessThanOrEqual(Date.now() / 1000);
  });

  it('are off unless asked for', async () => {
    const usual = await workerShop();
    expect(usual.service(MetricsServer).address).toBeUndefined();
  });

  it('say in one sentence that their port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    // A shop of its own: it cannot start.
    const failure = await startTestShop({ METRICS_PORT: String(port) }).then(
      () => undefined,
      (error: unknown) => failureSentence(error),
    );
    other.close();
    expect(failure).toBe(
      `METRICS_PORT ${port} is taken by another program; set it to a free port.`,
    );
  });
});
