import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { FIRST_ORDER } from '../../src/upkeep/demo-shop.service.js';
import type { Finding } from '../../src/upkeep/doctor/finding.js';
import { souk } from '../support/command-line.js';
import { describeWhere } from '../support/describe-where.js';
import { freePort } from '../support/free-port.js';
import { HttpClient, type Answer } from '../support/http-client.js';
import { ServerProcess } from '../support/server-process.js';
import { SmallDisk } from '../support/small-disk.js';
import { until } from '../support/until.js';

/** Enough for an embedded database, and less than doctor wants to be free. */
const DISK_MIB = 192;
const disk = await SmallDisk.mount(DISK_MIB);

const missing = disk ? undefined : 'this user may not mount a small disk';

describeWhere(missing, 'a shop whose disk is full', () => {
  const dataDir = join(disk?.path ?? '', '.souk');
  let server: ServerProcess;
  let client: HttpClient;
  let token: string;
  let metricsPort: number;

  beforeAll(async () => {
    metricsPort = await freePort();
    const settings = { SOUK_DATA_DIR: dataDir, METRICS_PORT: String(metricsPort) };
    server = await ServerProcess.start(settings);
    client = new HttpClient(server.baseUrl);
    const { out } = await souk({ SOUK_DATA_DIR: dataDir }, 'token', 'issue', '1', '--json');
    token = (JSON.parse(out) as { token: string }).token;
  });

  afterAll(async () => {
    client.close();
    await disk?.free();
    await server.stop();
    await disk?.unmount();
  });

  const order = (): Promise<Answer> =>
    client.send(`/client/api/newOrder/${FIRST_ORDER.productId}/params?order_uuid=${randomUUID()}`, {
      token,
    });
  const readiness = (): Promise<Answer> => client.send('/health/ready');
  const freeBytes = async (): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(/^souk_data_folder_free_bytes (.*)$/m.exec(text)?.[1]);
  };
  const diskFinding = async (): Promise<Finding | undefined> => {
    const { out } = await souk({ SOUK_DATA_DIR: dataDir }, 'doctor', '--json');
    return (JSON.parse(out) as Finding[]).find(({ check }) => check === 'disk');
  };

  it('is not ready from the first refused order until there is space again', async () => {
    expect((await readiness()).status).toBe(200);
    expect(await diskFinding()).toMatchObject({ verdict: 'warn' });
    expect(await freeBytes()).toBeGreaterThan(1024 ** 2);
    await disk?.fill();
    expect(await freeBytes()).toBeLessThan(1024 ** 2);
    const refused = await until(async () => {
      const answer = await order();
      return answer.status !== 200 && answer;
    });
    expect(refused.json).toMatchObject({ code: 111 });

    const denied = await until(async () => {
      const answer = await readiness();
      return answer.status === 503 && answer;
    });
    expect(denied.json).toMatchObject({
      code: 111,
      message: 'Not ready: the disk of the database is full',
    });
    // PostgreSQL itself may have ended by now; then the command cannot open the shop, for the same reason.
    const { code, out, err } = await souk({ SOUK_DATA_DIR: dataDir }, 'doctor');
    expect(code).toBe(1);
    expect(out + err).toMatch(/the disk (of \S+ )?is full/);

    await disk?.free();
    await until(async () => (await readiness()).status === 200);
    expect((await order()).status).toBe(200);
  });
});
