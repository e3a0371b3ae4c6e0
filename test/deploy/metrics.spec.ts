import { readFile } from 'node:fs/promises';
import { MetricsServer } from '../../src/health/metrics-server.service.js';
import { HttpClient } from '../support/http-client.js';
import { startTestShop } from '../support/test-shop.js';
import { alerts, queries, readDeployed } from './monitoring.js';

/** The names of the metrics in an expression of PromQL; those of Souk and of Node begin like this. */
function metricsIn(expression: string): string[] {
  return expression.match(/\b(?:souk|nodejs|process)_\w+/g) ?? [];
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

describe('deploy/grafana and deploy/prometheus', () => {
  it('name metrics that Souk has', async () => {
    // A shop of its own: the port of its metrics is a setting.
    const shop = await startTestShop({ METRICS_PORT: '0' });
    const { port } = shop.service(MetricsServer).address!;
    const client = new HttpClient(`http://127.0.0.1:${port}`);
    const { text } = await client.send('/metrics');
    client.close();
    await shop.close();
    const names = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    const expressions = [...(await alerts()).map(({ expr }) => expr), ...(await queries())];
    const used = expressions.flatMap(metricsIn);
    expect(used.length).toBeGreaterThan(20);
    expect([...new Set(used)].filter((name) => !names.includes(name))).toEqual([]);
    // What Souk counts is shown somewhere.
    const own = [...text.matchAll(/^# TYPE (souk_\S+) /gm)].map(([, name = '']) => name);
    expect(own.filter((name) => !used.some((one) => one.startsWith(name)))).toEqual([]);
    const page = await readFile('docs/watch.md', 'utf8');
    // Some stand there as `_used` behind the one before.
    const isDescribed = (name: string): boolean =>
      page.includes(name) || page.includes(`\`_${name.split('_').at(-1) ?? ''}\``);
    expect(own.filter((name) => !isDescribed(name))).toEqual([]);
  });

  it('have a panel under each number once', async () => {
    const ids = (await readDeployed('grafana/souk.json')).panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('each alert', () => {
  it('has a test in which it fires and one in which it is quiet, and a paragraph in the runbook', async () => {
    const names = sorted((await alerts()).map(({ alert }) => alert));
    const { tests } = await readDeployed('prometheus/souk.rules.test.yaml');
    const cases = tests.flatMap((one) => one.alert_rule_test);
    const tested = (fires: boolean): string[] =>
      sorted(
        cases.filter((one) => one.exp_alerts.length > 0 === fires).map((one) => one.alertname),
      );
    expect(tested(true)).toEqual(names);
    expect(tested(false)).toEqual(names);
    const runbook = await readFile('docs/runbook.md', 'utf8');
    const headings = [...runbook.matchAll(/^### (Souk\w+)$/gm)].map(([, name = '']) => name);
    expect(headings.toSorted()).toEqual(names);
  });

  it('that another one keeps quiet exists', async () => {
    const names = (await alerts()).map(({ alert }) => alert);
    const { inhibit_rules: rules } = await readDeployed('prometheus/alertmanager.yaml');
    const named = rules.flatMap(({ source_matchers: sources, target_matchers: targets }) =>
      [...sources, ...targets].flatMap((matcher) => matcher.match(/Souk\w+/g) ?? []),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });
});
