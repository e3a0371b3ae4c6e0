import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Shutdown } from '../common/http/connection/shutdown.js';
import { stopListening } from '../common/http/connection/acceptors.js';
import type { DatabaseServer } from '../database/database-server.js';

/** The longest stop; orchestrators kill a process after 30 seconds. */
export const STOP_TIMEOUT_MS = 25_000;
/** Time for requests that are already in the network's buffers to arrive. */
const ARRIVAL_MS = 1_000;
/** The longest wait for running requests. All are answered within ten seconds, unless the caller does not read. */
const REQUEST_TIMEOUT_MS = 10_000;
const CHECK_INTERVAL_MS = 20;

/**
 * Stops the server in this order: it is not ready, so that load balancers use another instance; after `delaySeconds` it
 * accepts no new connections; running requests end; jobs end or are released; the connection pool closes; the embedded
 * PostgreSQL stops.
 * @returns the exit code: 1 when something was still running at the time-out.
 */
export async function stopServer(
  app: NestExpressApplication,
  database: DatabaseServer,
  delaySeconds: number,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
): Promise<number> {
  const late = wait(STOP_TIMEOUT_MS, 1, { ref: false });
  const stopped = stopInOrder(app, delaySeconds, requestTimeoutMs).then(() => 0);
  try {
    return await Promise.race([late, stopped]);
  } finally {
    await database.stop();
  }
}

async function stopInOrder(
  app: NestExpressApplication,
  delaySeconds: number,
  requestTimeoutMs: number,
): Promise<void> {
  const shutdown = app.get(Shutdown);
  shutdown.begin();
  await wait(delaySeconds * 1000);
  await closeServer(app.getHttpServer(), shutdown, requestTimeoutMs);
  await app.close();
}

/**
 * Accepts no new connections and waits for running requests. Then the other connections are closed, which would keep
 * the server open: idle ones, which browsers and load balancers open in advance, and those with incomplete requests.
 */
async function closeServer(
  server: Server,
  shutdown: Shutdown,
  requestTimeoutMs: number,
): Promise<void> {
  const began = Date.now();
  const closed = once(server, 'close');
  stopListening(server);
  await Promise.race([closed, wait(ARRIVAL_MS)]);
  while (shutdown.runningRequests > 0 && Date.now() - began < requestTimeoutMs) {
    await wait(CHECK_INTERVAL_MS);
  }
  server.closeAllConnections();
  await closed;
}
