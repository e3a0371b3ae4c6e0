import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Shutdown } from '../common/http/connection/shutdown.js';
import { listenOn } from '../common/http/connection/acceptors.js';
import type { DatabaseServer } from '../database/database-server.js';
import { stopServer } from './stop.js';

const DELAY_SECONDS = 0.5;

it('a server that stops is not ready first, and accepts connections for the delay', async () => {
  const server = createServer();
  await listenOn(server, { port: 0, host: '127.0.0.1' });
  const shutdown = new Shutdown();
  const steps: string[] = [];
  const app = {
    get: () => shutdown,
    getHttpServer: () => server,
    close: () => Promise.resolve(steps.push('application')),
  } as unknown as NestExpressApplication;
  const database = {
    stop: () => Promise.resolve(steps.push('database')),
  } as unknown as DatabaseServer;
  const closed = once(server, 'close');

  // Timers of one process fire in their order, however late they are.
  const nearlyOver = wait(DELAY_SECONDS * 1_000 - 10);
  const stopped = stopServer(app, database, DELAY_SECONDS);
  expect(shutdown.hasBegun).toBe(true);
  await nearlyOver;
  expect(server.listening).toBe(true);
  await closed;
  expect(await stopped).toBe(0);
  expect(steps).toEqual(['application', 'database']);
});
