import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { MetricsServer } from '../../src/health/metrics-server.service.js';
import { HttpClient } from '../support/http-client.js';
import { startTestShop } from '../support/test-shop.js';

const FOLDER = fileURLToPath(new URL('../../deploy/', import.meta.url));

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

async function expressions(): Promise<string[]> {
  const rules = load(await readFile(`${FOLDER}prometheus/souk.rules.yaml`, 'utf8')) as Rules;
  const { panels } = await dashboard();
  return [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
}

async function dashboard(): Promise<Dashboard> {
  return JSON.parse(await readFile(`${FOLDER}grafana/souk.json`, 'utf8')) as Dashboard;
}

/** The names of the metrics in an expression of PromQL; those of Souk and of Node begin like this. */
function metricsIn(expression: string): string[] {
  return expression.match(/\b(?:souk|nodejs|process)_\w+/g) ?? [];
}

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
    const used = (await expressions()).flatMap(metricsIn);
    expect(used.length).toBeGreaterThan(20);
    expect([...new Set(used)].filter((name) => !names.includes(name))).toEqual([]);
    // What Souk counts is shown somewhere.
    const own = [...text.matchAll(/^# TYPE (souk_\S+) /gm)].map(([, name = '']) => name);
    expect(own.filter((name) => !used.some((one) => one.startsWith(name)))).toEqual([]);
  });

  it('have a panel under each number once', async () => {
    const ids = (await dashboard()).panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
