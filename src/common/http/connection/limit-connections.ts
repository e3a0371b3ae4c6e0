import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionOf } from './connection.js';

/** From this fraction of the limit on, each new connection replaces another one. */
const NEARLY_FULL = 0.9;

/**
 * Limits the number of open connections. Near the limit, each new connection closes the oldest one that is unused, that
 * is, idle or still sending a request.
 */
export function limitConnections(server: Server, most: number): void {
  server.maxConnections = most;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size >= most * NEARLY_FULL) oldestUnused(open, socket)?.destroy();
    // `maxConnections` does not count those that another server has accepted for this one.
    if (open.size > most) socket.destroy();
  });
}

/** Moves connections in use to the end of the set. */
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
