import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Shutdown } from '../common/http/connection/shutdown.js';
import { stopListening } from '../common/http/connection/acceptors.js';
import type { DatabaseServer } from '../database/database-server.js';

/** A stop takes no longer than this, in milliseconds; orchestrators kill after 30 seconds. */
const LIMIT = 25_000;
/** What has been sent to us just now becomes a request within this time, in milliseconds. */
const ARRIVAL = 1_000;
/** No request is waited for longer, in milliseconds: callers hear within ten seconds, unless they do not read. */
const LONGEST_REQUEST = 10_000;
const LOOK = 20;

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
  const shutdown = app.get(Shutdown);
  shutdown.begin();
  await wait(delaySeconds * 1000);
  await closeServer(app.getHttpServer(), shutdown);
  await app.close();
  await database.stop();
}

/**
 * Takes no new connection and lets running requests finish. Connections on which nobody asks anything, as browsers and
 * load balancers open in advance, or which never finish to ask, would keep the server open; they are cut.
 */
async function closeServer(server: Server, shutdown: Shutdown): Promise<void> {
  const began = Date.now();
  const closed = once(server, 'close');
  stopListening(server);
  await Promise.race([closed, wait(ARRIVAL)]);
  while (shutdown.runningRequests > 0 && Date.now() - began < LONGEST_REQUEST) await wait(LOOK);
  server.closeAllConnections();
  await closed;
}
