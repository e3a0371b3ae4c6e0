import { readSettings } from '../../src/config/souk-config.js';
import { VARIABLES } from '../../src/config/variables.js';
import { STOP_TIMEOUT_MS } from '../../src/start/stop.js';
import {
  backup,
  components,
  container,
  deployment,
  faultsOf,
  literalsOf,
  migration,
  of,
  resources,
  resourcesIn,
  server,
  settings,
  textOf,
} from './kubernetes-resources.js';

describe('deploy/kubernetes', () => {
  it.each(
    [...resources, ...components, ...resourcesIn('example'), ...resourcesIn('ingress-nginx')].map(
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
    const names = [migration!, container, backup.containers[0]].flatMap(({ env }) =>
      env.map(({ name }) => name),
    );
    for (const name of [...Object.keys(all), ...names])
      expect(Object.keys(VARIABLES)).toContain(name);
    expect(() => readSettings(all)).not.toThrow();
  });

  it('takes passwords and keys from the secret alone, and gives the owner to the migration alone', () => {
    const secrets = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SECRET_KEYS'];
    const all = [migration!, container, backup.containers[0]];
    for (const { name, value } of all.flatMap(({ env }) => env))
      expect([name, value]).toEqual(
        secrets.includes(name) ? [name, undefined] : ['BACKUP_DIR', '/backups'],
      );
    expect(Object.keys(settings).filter((name) => secrets.includes(name))).toEqual([]);
    const owning = all.filter(({ env }) => env.some(({ name }) => name === 'DATABASE_DIRECT_URL'));
    expect(owning).toEqual([migration]);
  });

  it('migrates before a server starts, with its settings, and writes backups to the volume', () => {
    expect(migration).toMatchObject({
      image: container.image,
      command: ['souk', 'migrate'],
      envFrom: [{ configMapRef: { name: 'souk' } }],
    });
    const [{ command, volumeMounts }] = backup.containers;
    expect(command).toEqual(['souk', 'backups', 'make']);
    const { name } = volumeMounts.find(({ mountPath }) => mountPath === '/backups')!;
    const claim = components.find(({ kind }) => kind === 'PersistentVolumeClaim')!.metadata.name;
    expect(backup.volumes).toContainEqual({ name, persistentVolumeClaim: { claimName: claim } });
  });

  it('has the metrics of all pods scraped, as the job that the alerts name', () => {
    const service = components.find(({ kind }) => kind === 'Service')!;
    const { spec } = components.find(({ kind }) => kind === 'ServiceMonitor')!;
    expect(spec).toMatchObject({
      jobLabel: 'app.kubernetes.io/name',
      selector: { matchLabels: service.metadata.labels },
      endpoints: [{ port: 'metrics' }],
    });
    expect(service.metadata.labels).toMatchObject({ 'app.kubernetes.io/name': 'souk' });
    expect(service.spec).toMatchObject({
      publishNotReadyAddresses: true,
      selector: of('Service').spec.selector,
      ports: [{ name: 'metrics', port: Number(settings.METRICS_PORT), targetPort: 'metrics' }],
    });
  });

  it('lets a node be drained while no pod is ready', () => {
    expect(of('PodDisruptionBudget').spec).toMatchObject({
      maxUnavailable: 1,
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
    });
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
    for (const pod of [server, backup]) {
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: Number(user),
        runAsGroup: Number(group),
      });
      for (const { securityContext } of [...(pod.initContainers ?? []), ...pod.containers])
        expect(securityContext).toEqual({
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
