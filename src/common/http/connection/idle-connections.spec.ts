import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { HttpClient } from '../../../../test/support/http-client.js';
import { until } from '../../../../test/support/until.js';
import { closeIdleConnections } from './idle-connections.js';
import { Shutdown } from './shutdown.js';

const IDLE_MS = 10_000;
const TIMER_MS = 5;

describe('an idle connection', () => {
  const shutdown = new Shutdown();
  const waiting = new Map<string, ServerResponse>();
  const server = createServer((request, response) => {
    shutdown.waitFor(response);
    if (request.url === '/') response.end();
    else waiting.set(request.url ?? '', response);
  });
  closeIdleConnections(server, IDLE_MS);
  let client: HttpClient;
  let closed = 0;
  server.on('connection', (socket) => socket.once('close', () => closed++));

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    client = new HttpClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => {
    client.close();
    server.close();
  });
  beforeEach(() => {
    closed = 0;
  });

  it('stays open when its timer runs as soon as it is set', async () => {
    const answers = ['/first', '/second'].map((path) => client.send(path));
    const [first, second] = await until(() => {
      const both = [waiting.get('/first'), waiting.get('/second')] as const;
      return both[0] && both[1] && ([both[0], both[1]] as const);
    });
    // Both timers are due in one turn, and the second answer ends between them.
    first.setTimeout(TIMER_MS, () => {
      process.nextTick(() => second.end());
    });
    second.setTimeout(TIMER_MS, () => undefined);
    const began = performance.now();
    while (performance.now() - began < 4 * TIMER_MS);
    await answers[1];
    first.end();
    await answers[0];
    await client.send('/');
    expect(closed).toBe(0);
  });

  it('is closed when its time is over', async () => {
    const sockets: unknown[] = [];
    server.once('request', ({ socket }) => sockets.push(socket));
    await client.send('/');
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + IDLE_MS + 1);
    server.emit('timeout', sockets[0]);
    vi.restoreAllMocks();
    await until(() => closed > 0);
  });
});
