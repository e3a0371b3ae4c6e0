import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connection.js';

/**
 * Closes connections once they have been idle for so long, and never earlier. Node's own timer of a connection may run as soon
 * as it is set, where an answer ends while other timers run (since https://github.com/nodejs/node/pull/64254, seen with 24.21);
 * Node would then close the connection, perhaps while its client sends an order.
 */
export function closeIdleConnections(server: Server, idleMs: number): void {
  server.keepAliveTimeout = idleMs;
  // Node leaves a connection open whose time-out is listened to.
  server.on('timeout', (socket: Socket) => {
    const { response, answeredAt } = connectionOf(socket);
    if (response && !response.writableFinished) return;
    const remainingMs = response ? idleMs : answeredAt + idleMs - performance.now();
    if (remainingMs > 0) socket.setTimeout(remainingMs);
    else socket.destroy();
  });
}
