import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { load, loadAll } from 'js-yaml';
import { readSettings } from '../../src/config/souk-config.js';
import { VARIABLES } from '../../src/config/variables.js';
import { STOP_TIMEOUT_MS } from '../../src/start/stop.js';
import { HttpClient } from '../support/http-client.js';
import { ServerProcess } from '../support/server-process.js';
import { createTestDatabase } from '../support/test-database.js';
import { itWith } from './installed.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = `${ROOT}deploy/kubernetes`;

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds?: number;
  readonly failureThreshold: number;
}

interface Container {
  readonly image: string;
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
}

interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: object;
  readonly containers: readonly [Container];
}

/** What the tests read of all kinds. */
interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly spec: {
    readonly template: { readonly spec: PodSpec; readonly metadata: { readonly labels: object } };
    readonly selector: object;
    readonly ports: readonly { readonly targetPort: string }[];
    readonly ingress: readonly { readonly ports: readonly { readonly port: string }[] }[];
  };
}

interface Generator {
  readonly configMapGenerator: readonly { readonly literals: readonly string[] }[];
}

function textOf(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}

function resourcesIn(folder: string): Resource[] {
  return readdirSync(`${FOLDER}/${folder}`)
    .filter((file) => file !== 'kustomization.yaml')
    .map((file) => load(textOf(`deploy/kubernetes/${folder}/${file}`)) as Resource);
}

function literalsOf(folder: string): Record<string, string> {
  const { configMapGenerator } = load(
    textOf(`deploy/kubernetes/${folder}/kustomization.yaml`),
  ) as Generator;
  const literals = configMapGenerator.flatMap((generator) => generator.literals);
  return Object.fromEntries(literals.map((literal) => literal.split('=') as [string, string]));
}

const resources = resourcesIn('base');
const of = (kind: string): Resource => resources.find((resource) => resource.kind === kind)!;
const deployment = of('Deployment');
const server = deployment.spec.template.spec;
const [container] = server.containers;
const settings = literalsOf('base');

/** Sentences for what the description of the API server does not allow. */
function faultsOf(resource: Resource): string[] {
  const schema = JSON.parse(textOf('test/deploy/kubernetes-schema.json')) as object;
  const ajv = new Ajv({ strict: false, allErrors: true });
  const group = resource.apiVersion.replace('.k8s.io', '').replace('/', '.');
  const name = `${group.includes('.') ? group : `core.${group}`}.${resource.kind}`;
  const validate = ajv.compile({ ...schema, $ref: `#/$defs/${name}` });
  validate(resource);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${resource.kind} ${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
  );
}

describe('deploy/kubernetes', () => {
  it.each([...resources, ...resourcesIn('example')].map((one) => [one.kind, one] as const))(
    'has a valid %s',
    (_, resource) => {
      expect(faultsOf(resource)).toEqual([]);
    },
  );

  it('is not valid with a property that the API server does not know', () => {
    const wrong = { ...deployment, spec: { ...deployment.spec, replica: 2 } };
    expect(faultsOf(wrong)).toEqual([
      'Deployment /spec must NOT have additional properties {"additionalProperty":"replica"}',
    ]);
  });

  itWith('kubectl', 'is rendered to valid resources, the example too', (kubectl) => {
    for (const folder of [FOLDER, `${FOLDER}/example`]) {
      const rendered = execFileSync(kubectl, ['kustomize', folder], { encoding: 'utf8' });
      const all = loadAll(rendered) as Resource[];
      expect(all.flatMap(faultsOf)).toEqual([]);
      const kinds = all.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(resources.map(({ kind }) => kind)));
      const { data = {} } = all.find(({ kind }) => kind === 'ConfigMap')!;
      expect(data).toMatchObject(settings);
    }
  });

  it('sets variables that Souk has, to values that it takes', () => {
    const all = { ...settings, ...literalsOf('example') };
    const names = [of('Deployment'), of('Job')].flatMap(({ spec }) =>
      spec.template.spec.containers[0].env.map(({ name }) => name),
    );
    for (const name of [...Object.keys(all), ...names])
      expect(Object.keys(VARIABLES)).toContain(name);
    expect(() => readSettings(all)).not.toThrow();
  });

  it('takes passwords and keys from the secret alone, and gives the owner to the job alone', () => {
    const secrets = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SECRET_KEYS'];
    for (const { spec } of [of('Deployment'), of('Job')]) {
      for (const { name, value } of spec.template.spec.containers[0].env) {
        expect(secrets).toContain(name);
        expect(value).toBeUndefined();
      }
    }
    expect(Object.keys(settings).filter((name) => secrets.includes(name))).toEqual([]);
    expect(container.env.map(({ name }) => name)).not.toContain('DATABASE_DIRECT_URL');
  });

  it('uses the ports of the image, under their names', () => {
    const ports = Object.fromEntries(
      (container.ports ?? []).map(({ name, containerPort }) => [name, containerPort]),
    );
    expect(textOf('docker/Dockerfile')).toMatch(new RegExp(`^EXPOSE ${ports.http ?? ''}$`, 'm'));
    expect(ports.http).toBe(VARIABLES.PORT.default);
    expect(String(ports.metrics)).toBe(settings.METRICS_PORT);
    const { startupProbe, readinessProbe, livenessProbe } = container;
    const used = [
      ...of('Service').spec.ports.map(({ targetPort }) => targetPort),
      ...of('NetworkPolicy').spec.ingress.flatMap((rule) => rule.ports.map(({ port }) => port)),
      ...[startupProbe, readinessProbe, livenessProbe].map(({ httpGet }) => httpGet.port),
    ];
    expect(Object.keys(ports)).toEqual(expect.arrayContaining(used));
  });

  it('runs as the user of the image, writes only to volumes, and may do nothing else', () => {
    const [, user, group] = /^USER (\d+):(\d+)$/m.exec(textOf('docker/Dockerfile')) ?? [];
    for (const { spec } of [of('Deployment'), of('Job')]) {
      const pod = spec.template.spec;
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: Number(user),
        runAsGroup: Number(group),
      });
      expect(pod.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('starts servers without the owner of the tables, whose probes are answered', async () => {
    const db = await createTestDatabase();
    const pod = await ServerProcess.start({ DATABASE_URL: db.url, SHUTDOWN_DELAY: '0' });
    const client = new HttpClient(pod.baseUrl);
    const { startupProbe, readinessProbe, livenessProbe } = container;
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
      expect([httpGet.path, (await client.send(httpGet.path)).status]).toEqual([httpGet.path, 200]);
    }
    client.close();
    await pod.stop();
    await db.drop();
  });

  it('takes a stopped pod out of the service before it stops listening, and kills it only later', () => {
    const { periodSeconds, failureThreshold, timeoutSeconds = 1 } = container.readinessProbe;
    const delay = Number(settings.SHUTDOWN_DELAY);
    expect(periodSeconds * failureThreshold + timeoutSeconds).toBeLessThan(delay);
    expect(server.terminationGracePeriodSeconds).toBeGreaterThan(STOP_TIMEOUT_MS / 1000);
  });

  it('selects the pods that it makes', () => {
    const { labels } = deployment.spec.template.metadata;
    for (const kind of ['Deployment', 'PodDisruptionBudget']) {
      const { matchLabels } = of(kind).spec.selector as { matchLabels: object };
      expect(labels).toMatchObject(matchLabels);
    }
    expect(labels).toMatchObject(of('Service').spec.selector);
  });
});
