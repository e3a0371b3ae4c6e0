import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';

/** The folder of the shipped files. */
export const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly object[];
    }[];
  }[];
}

interface Alertmanager {
  readonly inhibit_rules: readonly Readonly<
    Record<'source_matchers' | 'target_matchers', readonly string[]>
  >[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

export async function readDeployed(file: 'prometheus/souk.rules.yaml'): Promise<Rules>;
export async function readDeployed(file: 'prometheus/souk.rules.test.yaml'): Promise<RuleTests>;
export async function readDeployed(file: 'prometheus/alertmanager.yaml'): Promise<Alertmanager>;
export async function readDeployed(file: 'grafana/souk.json'): Promise<Dashboard>;
export async function readDeployed(file: string): Promise<unknown> {
  // JSON is YAML, too.
  return load(await readFile(`${DEPLOY}${file}`, 'utf8'));
}

/** The alerts and their expressions. */
export async function alerts() {
  const { groups } = await readDeployed('prometheus/souk.rules.yaml');
  return groups.flatMap(({ rules }) => rules);
}

/** The queries of the dashboard. */
export async function queries(): Promise<string[]> {
  const { panels } = await readDeployed('grafana/souk.json');
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}
