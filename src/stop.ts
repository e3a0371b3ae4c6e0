import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ClosingTime } from './common/http/closing-time.js';
import type { DatabaseServer } from './database/database-server.js';

/** A stop takes no longer than this, in milliseconds; orchestrators kill after 30 seconds. */
const LIMIT = 25_000;

/**
 * Ends the server: it is not ready first, so that load balancers look elsewhere; after `delaySeconds` it takes no new
 * connection; running requests finish; jobs finish or are handed back; the pool closes; and the embedded database
 * stops last.
 * @returns the exit code: 1 when something was still running at the limit.
 */
export async function stopServer(
  app: NestExpressApplication,
  database: DatabaseServer,
  delaySeconds: number,
): Promise<number> {
  const late = wait(LIMIT, 1, { ref: false });
  return Promise.race([late, stopInOrder(app, database, delaySeconds).then(() => 0)]);
}

async function stopInOrder(
  app: NestExpressApplication,
  database: DatabaseServer,
  delaySeconds: number,
): Promise<void> {
  app.get(ClosingTime).begin();
  await wait(delaySeconds * 1000);
  const server: Server = app.getHttpServer();
  const closed = once(server, 'close');
  server.close();
  await closed;
  await app.close();
  await database.stop();
}
