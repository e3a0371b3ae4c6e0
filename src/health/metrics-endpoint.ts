import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import { sharedRead } from '../common/shared-read.js';
import { ConfigError, type Settings } from '../config/souk-config.js';

type Address = Pick<Settings, 'METRICS_PORT' | 'METRICS_HOST'>;

/**
 * Serves the metrics to Prometheus, on a separate port that is not for resellers.
 * @param read the text of all metrics; however many scrape at once, it is called once
 * @param onError called with what `read` throws; then the answer is 503
 * @throws ConfigError if it cannot listen on METRICS_PORT and METRICS_HOST
 */
export async function serveMetrics(
  address: Address,
  read: () => Promise<string>,
  onError: (error: unknown) => void,
): Promise<Server> {
  const shared = sharedRead(read);
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/metrics' && request.method === 'GET') void answer(response, shared, onError);
    else response.writeHead(404).end();
  });
  server.listen(address.METRICS_PORT, address.METRICS_HOST);
  await once(server, 'listening').catch((error: unknown) => {
    throw listenError(error, address);
  });
  return server;
}

async function answer(
  response: ServerResponse,
  read: () => Promise<string>,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    const text = await read();
    response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text);
  } catch (error) {
    onError(error);
    response.writeHead(503).end();
  }
}

function listenError(error: unknown, { METRICS_PORT, METRICS_HOST }: Address): ConfigError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new ConfigError(
      `METRICS_PORT ${METRICS_PORT ?? ''} is taken by another program; set it to a free port.`,
    );
  }
  return new ConfigError(
    `METRICS_PORT ${METRICS_PORT ?? ''} on METRICS_HOST ${METRICS_HOST} cannot be listened on (${String(code)}); set them to a port and address of this machine.`,
  );
}
