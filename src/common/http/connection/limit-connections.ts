import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connection.js';

/** From this part of the limit on, each new connection takes the place of another one. */
const NEARLY_FULL = 0.9;

/**
 * Takes no more connections than that. When they are nearly as many, each new one takes the place of the oldest on which
 * nothing is being answered: it waits for a next request, or has not finished its first one.
 */
export function limitConnections(server: Server, most: number): void {
  server.maxConnections = most;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size >= most * NEARLY_FULL) oldestUnused(open, socket)?.destroy();
    // Also where another server has accepted it for this one.
    if (open.size > most) socket.destroy();
  });
}

/** Those in use are moved behind all others. */
function oldestUnused(open: Set<Socket>, newest: Socket): Socket | undefined {
  for (const socket of open) {
    if (socket === newest) return undefined;
    const { response, waitingRequests } = connectionOf(socket);
    if (!response && waitingRequests === 0) return socket;
    open.delete(socket);
    open.add(socket);
  }
  return undefined;
}
