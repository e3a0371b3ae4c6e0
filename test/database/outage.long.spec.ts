import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { createApp } from '../../src/start/app.js';
import { AccessTokenService } from '../../src/account/access/access-token.service.js';
import { AccountService } from '../../src/account/account.service.js';
import { configFor, readSettings } from '../../src/config/souk-config.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/database/embedded/index.js';
import { prepareSchema } from '../../src/start/prepare-schema.js';
import { HttpClient } from '../support/http-client.js';
import { makeDataFolder } from '../support/memory-folder.js';
import { until } from '../support/until.js';

interface LogLine {
  readonly req?: object;
  readonly requestId?: string;
  /** Of requests without lines of their own. */
  readonly count?: number;
}

describe('when the database stops under a running server', () => {
  let dataDir: string;
  let database: EmbeddedPostgres;
  let app: NestExpressApplication;
  let client: HttpClient;
  let token: string;

  beforeAll(async () => {
    dataDir = await makeDataFolder('souk-outage-');
    database = await startEmbeddedPostgres({ dataDir });
    await prepareSchema({
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: database.directUrl,
    });
    app = await start({ SENTINEL_INTERVAL: '1' });
    client = new HttpClient(await app.getUrl());
    const { id } = await app.get(AccountService, { strict: false }).create({ name: 'Acme' });
    ({ token } = await app.get(AccessTokenService, { strict: false }).issue(id));
  });

  afterAll(async () => {
    client.close();
    await app.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const lines: LogLine[] = [];

  const start = async (settings: Record<string, string>) => {
    const config = configFor(readSettings(settings), database);
    const write = (line: string): void => void lines.push(JSON.parse(line) as LogLine);
    const started = await createApp(config, pino({ level: 'info' }, { write }));
    return started.listen(0, '127.0.0.1').then(() => started);
  };

  const ask = (path: string) => client.send(path, { token });

  it('answers 111 to every call, keeps living, and recovers by itself', async () => {
    expect((await ask('/client/api/profile')).status).toBe(200);
    await database.stop();
    const paths = [
      '/client/api/profile',
      '/client/api/catalog',
      `/client/api/newOrder/1/params?order_uuid=${randomUUID()}`,
      '/client/api/check?orders=[]',
    ];
    for (const path of paths) {
      const { status, headers, json } = await ask(path);
      expect([path, status, json]).toMatchObject([path, 503, { status: 'ERROR', code: 111 }]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    lines.length = 0;
    const requests = 500;
    await Promise.all(Array.from({ length: requests }, () => ask('/client/api/profile')));
    const ofRequests = () => lines.filter(({ req, requestId, count }) => req ?? requestId ?? count);
    const counted = () => {
      const own = lines.filter(({ req }) => req).length;
      return lines.reduce((sum, { count = 0 }) => sum + count, own);
    };
    // Those before may be counted with them.
    await until(() => counted() >= requests);
    // Two lines of a first one, and one a second, however long the requests have taken here.
    expect(ofRequests().length).toBeLessThan(requests / 5);
    expect((await ask('/health/ready')).status).toBe(503);
    expect((await ask('/health/serving')).status).toBe(200);
    expect((await ask('/health/live')).status).toBe(200);
    expect((await ask('/client/api/ping')).status).toBe(200);

    database = await startEmbeddedPostgres({ dataDir });
    await until(async () => (await ask('/client/api/profile')).status === 200);
    // The sentinel has run in the meantime: an unreachable database is no fault of an account.
    const accounts = await app.get(AccountService, { strict: false }).page(0, 10);
    expect(accounts.map(({ ordersHaltedAt }) => ordersHaltedAt)).toEqual([null]);
  });

  it('tells a load balancer by the HTTP status, whatever the clients are told by', async () => {
    const old = await start({ ERROR_HTTP_STATUS: 'always-200' });
    const oldClient = new HttpClient(await old.getUrl());
    await database.stop();
    const profile = await oldClient.send('/client/api/profile', { token });
    expect([profile.status, profile.json]).toMatchObject([200, { code: 111 }]);
    expect((await oldClient.send('/health/ready')).status).toBe(503);
    oldClient.close();
    await old.close();
    database = await startEmbeddedPostgres({ dataDir });
  });
});
