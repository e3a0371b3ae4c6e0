import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { isFirstWorker, shareOf, thisWorker } from '../../server-worker.js';

/** Node accepts one connection per listening socket in each iteration of its event loop. */
const LISTENING_SOCKETS = shareOf(64);

/** Where to listen. */
export interface ListenAddress {
  readonly port: number;
  readonly host: string;
}

/** A property of a server: the other servers that accept connections for it. */
const ACCEPTORS = Symbol('acceptors');
type AcceptedFor = Server & { [ACCEPTORS]?: readonly Server[] };

/**
 * Listens with several sockets on one port, where the operating system supports it: with a single socket, the last of
 * thousands of simultaneous connections would wait for as many iterations of a busy event loop.
 * @throws the error of `listen`, also when another process has the port.
 */
export async function listenOn(server: AcceptedFor, address: ListenAddress): Promise<void> {
  // Where the first worker listens, others of its server may listen beside it; one that replaces it finds them there.
  if (isFirstWorker && !thisWorker.isReplacement) await freeAddress(address);
  try {
    await listening(server, { ...address, reusePort: true });
  } catch (error) {
    if (isAddressError(error)) throw error;
    await listening(server, { ...address });
    return;
  }
  const { port } = server.address() as AddressInfo;
  const accept = (socket: Socket): void => {
    server.emit('connection', socket);
  };
  const acceptors: Server[] = [];
  // The options with which Node's http server accepts connections.
  const options = { allowHalfOpen: true, noDelay: true };
  for (let count = 1; count < LISTENING_SOCKETS; count++) {
    const acceptor = createServer(options, accept);
    acceptors.push(await listening(acceptor, { ...address, port, reusePort: true }));
  }
  server[ACCEPTORS] = acceptors;
}

/**
 * A shared port could also be shared with another process of the same user, so it is tried first without sharing.
 * @returns where can be listened
 * @throws the error of `listen`
 */
export async function freeAddress(address: ListenAddress): Promise<AddressInfo> {
  // In a worker, too, by itself.
  const server = await listening(createServer(), { ...address, exclusive: true });
  const free = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

/** Accepts no further connections; open ones stay open. */
export function stopListening(server: AcceptedFor): void {
  server.close();
  for (const acceptor of server[ACCEPTORS] ?? []) acceptor.close();
}

async function listening(
  server: Server,
  options: ListenAddress & { reusePort?: boolean; exclusive?: boolean },
): Promise<Server> {
  server.listen(options);
  await once(server, 'listening');
  return server;
}

/** Any other error means that the operating system does not support shared ports. */
function isAddressError(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' || code === 'EADDRNOTAVAIL' || code === 'EACCES';
}
