import { execFileSync } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadAll } from 'js-yaml';
import { HttpClient } from '../support/http-client.js';
import { ServerProcess } from '../support/server-process.js';
import { createTestDatabase } from '../support/test-database.js';
import { CERTIFICATE_FILES } from '../support/certificate-files.js';
import { itWith } from './installed.js';
import {
  COMPONENTS,
  container,
  faultsOf,
  FOLDER,
  resources,
  settings,
  textOf,
  type Resource,
} from './kubernetes-resources.js';

describe('deploy/kubernetes', () => {
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

  itWith(
    'kubectl',
    'is rendered with all components, and gives the authority of the database to all containers',
    async (kubectl) => {
      const copy = await mkdtemp(join(tmpdir(), 'souk-kubernetes-'));
      await cp(FOLDER, copy, { recursive: true });
      const overlay = join(copy, 'overlay');
      await mkdir(overlay);
      await copyFile(CERTIFICATE_FILES.authority, join(overlay, 'ca.crt'));
      // As the component's first lines say.
      const component = textOf('deploy/kubernetes/database-ca/kustomization.yaml');
      const lines = [...component.matchAll(/^# {3}(.+)$/gm)].map(([, line]) => line);
      const others = COMPONENTS.map((name) => `  - ../${name}`);
      const own = ['resources: [../base]', lines[0], ...others, ...lines.slice(1)].join('\n');
      await writeFile(join(overlay, 'kustomization.yaml'), own);
      const rendered = execFileSync(kubectl, ['kustomize', overlay], { encoding: 'utf8' });
      await rm(copy, { recursive: true });

      const all = loadAll(rendered) as Resource[];
      expect(all.flatMap(faultsOf)).toEqual([]);
      const { metadata } = all.find(({ data }) => data?.['ca.crt'] !== undefined)!;
      const { replicas, template } = all.find(({ kind }) => kind === 'Deployment')!.spec;
      const { jobTemplate } = all.find(({ kind }) => kind === 'CronJob')!.spec;
      expect(replicas).toBeUndefined();
      for (const pod of [template.spec, jobTemplate.spec.template.spec]) {
        for (const { env, volumeMounts } of [...(pod.initContainers ?? []), ...pod.containers]) {
          const { value = '' } = env.find((one) => one.name === 'DATABASE_CA_FILE')!;
          const mount = volumeMounts.find(({ mountPath }) => mountPath === dirname(value))!;
          const volume = pod.volumes.find((one) => one.name === mount.name)!;
          expect(volume).toMatchObject({ configMap: { name: metadata.name } });
        }
      }
    },
  );

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
});
