import { readSettings } from '../../src/config/souk-config.js';
import { VARIABLES } from '../../src/config/variables.js';
import { STOP_TIMEOUT_MS } from '../../src/start/stop.js';
import {
  container,
  deployment,
  faultsOf,
  literalsOf,
  of,
  resources,
  resourcesIn,
  server,
  settings,
  textOf,
} from './kubernetes-resources.js';

describe('deploy/kubernetes', () => {
  it.each(
    [...resources, ...resourcesIn('example'), ...resourcesIn('ingress-nginx')].map(
      (one) => [one.kind, one] as const,
    ),
  )('has a valid %s', (_, resource) => {
    expect(faultsOf(resource)).toEqual([]);
  });

  it('is not valid with a property that the API server does not know', () => {
    const wrong = { ...deployment, spec: { ...deployment.spec, replica: 2 } };
    expect(faultsOf(wrong)).toEqual([
      'Deployment /spec must NOT have additional properties {"additionalProperty":"replica"}',
    ]);
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

  it('takes a stopped pod out of the service before it stops listening, and kills it only later', () => {
    const { periodSeconds, failureThreshold, timeoutSeconds = 1 } = container.readinessProbe;
    const delay = Number(settings.SHUTDOWN_DELAY);
    expect(periodSeconds * failureThreshold + timeoutSeconds).toBeLessThan(delay);
    expect(server.terminationGracePeriodSeconds).toBeGreaterThan(STOP_TIMEOUT_MS / 1000);
  });

  it('has a second service with the pods that are not ready, for an ingress without a ready one', () => {
    const [ready, serving] = resources.filter(({ kind }) => kind === 'Service');
    expect(serving!.spec).toEqual({ ...ready!.spec, publishNotReadyAddresses: true });
    const annotation = `nginx.ingress.kubernetes.io/default-backend: ${serving!.metadata.name}\n`;
    expect(textOf('deploy/kubernetes/example/ingress.yaml')).toContain(annotation);
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
