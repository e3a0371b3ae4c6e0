import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { MetricsServer } from '../../src/health/metrics-server.service.js';
import { endProcess } from '../support/end-process.js';
import { freePort } from '../support/free-port.js';
import { HttpClient } from '../support/http-client.js';
import { startTestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { itWith } from './installed.js';
import { alerts, DEPLOY, queries, readDeployed } from './monitoring.js';

interface Started {
  readonly client: HttpClient;
  stop(): Promise<void>;
}

/** Resolves when the program answers. @param args of the program, by its folder and port */
async function started(
  program: string,
  config: string,
  args: (file: string, folder: string, port: number) => readonly string[],
): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-monitoring-'));
  const [file, port] = [join(folder, 'config.yaml'), await freePort()];
  await writeFile(file, config);
  const child: ChildProcess = spawn(program, args(file, folder, port), { stdio: 'ignore' });
  process.once('exit', () => child.kill());
  const client = new HttpClient(`http://127.0.0.1:${port}`);
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`);
    return (await client.send('/-/ready').catch(() => undefined))?.status === 200;
  });
  const stop = (): Promise<void> => {
    client.close();
    return endProcess(child, folder);
  };
  return { client, stop };
}

/** Metrics of a shop in which nothing has failed, and which has no stock, supplier or extension. */
const WITHOUT_VALUES =
  /souk_(?:codes|supplier|extension|notification|delivery|deliveries|backup|unhandled)_|status=~"5xx|code!?="|nodejs_gc/;

itWith('prometheus', 'Prometheus answers every query of the dashboard', async (program) => {
  // A shop of its own: the port of its metrics is a setting.
  const shop = await startTestShop({ METRICS_PORT: '0' });
  const { port } = shop.service(MetricsServer).address!;
  const shipped = await readFile(`${DEPLOY}prometheus/prometheus.yaml`, 'utf8');
  const config = shipped
    .replace('127.0.0.1:9464', `127.0.0.1:${port}`)
    .replace('scrape_interval: 15s', 'scrape_interval: 1s')
    .replace('- souk.rules.yaml', `- ${DEPLOY}prometheus/souk.rules.yaml`);
  const prometheus = await started(program, config, (file, folder, own) => [
    ...[`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`],
    `--web.listen-address=127.0.0.1:${own}`,
  ]);
  const ask = async (query: string) => {
    const { json } = await prometheus.client.send(
      `/api/v1/query?query=${encodeURIComponent(query)}`,
    );
    return json as { status: string; error?: string; data?: { result: unknown[] } };
  };
  const { api } = await shop.account({ balance: '10' });
  const product = await shop.product({ price: '1' });
  await api(`/client/api/newOrder/${product}?order_uuid=${randomUUID()}`);
  // Twice, so that rates have values.
  await until(async () => {
    const { data } = await ask('count_over_time(souk_orders_total[1m]) >= 3');
    return (data?.result.length ?? 0) > 0;
  });
  const all = (await queries()).map((query) =>
    query.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m'),
  );
  const answers = await Promise.all(all.map(async (query) => ({ query, ...(await ask(query)) })));
  const rules = await Promise.all((await alerts()).map(({ expr }) => ask(expr)));
  const { json: targets } = await prometheus.client.send('/api/v1/rules');
  await prometheus.stop();
  await shop.close();

  expect(answers.filter(({ status }) => status !== 'success')).toEqual([]);
  expect(rules.filter(({ status }) => status !== 'success')).toEqual([]);
  expect(JSON.stringify(targets)).toContain('SoukInstanceDown');
  const empty = answers.filter(({ data }) => data?.result.length === 0);
  expect(empty.map(({ query }) => query).filter((query) => !WITHOUT_VALUES.test(query))).toEqual(
    [],
  );
});

/** Alertmanager takes alerts in for its rules one by one, later than it lists them: once a pair
 * that was posted last is one, all before it have been taken in. */
const LAST = { source: { alertname: 'LastSource' }, target: { alertname: 'LastTarget' } };
const LAST_RULE = `inhibit_rules:
  - source_matchers: [alertname = LastSource]
    target_matchers: [alertname = LastTarget]`;

itWith('prometheus-alertmanager', 'one cause is one page', async (program) => {
  const shipped = await readFile(`${DEPLOY}prometheus/alertmanager.yaml`, 'utf8');
  const config = shipped.replace('inhibit_rules:', LAST_RULE);
  const alertmanager = await started(program, config, (file, folder, port) => [
    ...[`--config.file=${file}`, `--storage.path=${folder}/data`, '--cluster.listen-address='],
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  /** The names of those that are told while all of them fire. */
  const told = async (...firing: readonly Record<string, string>[]): Promise<string[]> => {
    const headers = { 'Content-Type': 'application/json' };
    const posted = [...firing, LAST.target, LAST.source];
    const body = (endsAt?: string) => JSON.stringify(posted.map((labels) => ({ labels, endsAt })));
    const post = (text: string) =>
      alertmanager.client.send('/api/v2/alerts', { method: 'POST', headers, body: text });
    expect((await post(body())).status).toBe(200);
    const listed = async () => {
      const { json } = await alertmanager.client.send('/api/v2/alerts');
      return json as { labels: { alertname: string }; status: { state: string } }[];
    };
    const shown = await until(async () => {
      const states = await listed();
      const last = states.find(({ labels }) => labels.alertname === LAST.target.alertname);
      return last?.status.state === 'suppressed' && states;
    });
    await post(body(new Date().toISOString()));
    await until(async () => (await listed()).length === 0);
    return shown
      .filter(({ status }) => status.state === 'active')
      .map(({ labels }) => labels.alertname)
      .filter((name) => name !== LAST.source.alertname)
      .sort();
  };
  const named = (...names: string[]) => names.map((alertname) => ({ alertname }));
  const queue = (name: string) => ({ alertname: 'SoukJobsOld', queue: name });

  const outage = ['SoukOrdersUnavailable', 'SoukRevisionStale', 'SoukPoolExhausted'];
  const ofAll = {
    database: await told(...named('SoukDatabaseUnreachable', ...outage, 'SoukStockLow')),
    down: await told(...named('SoukDown', 'SoukInstanceDown', 'SoukSentinelStopped')),
    lock: await told(...named('SoukLockHeld', 'SoukOrdersSlow', 'SoukPoolExhausted')),
    orders: await told(...named('SoukOrdersUnavailable', 'SoukInstanceDown')),
    overdue: await told(...named('SoukDeliveriesOverdue'), queue('fulfillment'), queue('webhook')),
  };
  const { inhibit_rules: rules } = await readDeployed('prometheus/alertmanager.yaml');
  await alertmanager.stop();

  expect(rules.length).toBeGreaterThan(0);
  expect(ofAll).toEqual({
    database: ['SoukDatabaseUnreachable', 'SoukStockLow'],
    down: ['SoukDown'],
    lock: ['SoukLockHeld'],
    orders: ['SoukInstanceDown', 'SoukOrdersUnavailable'],
    overdue: ['SoukDeliveriesOverdue', 'SoukJobsOld'],
  });
});
