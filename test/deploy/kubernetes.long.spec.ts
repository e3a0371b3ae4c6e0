import { execFileSync } from 'node:child_process';
import { loadAll } from 'js-yaml';
import { HttpClient } from '../support/http-client.js';
import { ServerProcess } from '../support/server-process.js';
import { createTestDatabase } from '../support/test-database.js';
import { itWith } from './installed.js';
import {
  container,
  faultsOf,
  FOLDER,
  resources,
  settings,
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
