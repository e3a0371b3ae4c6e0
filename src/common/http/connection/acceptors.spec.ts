import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { listenOn, stopListening } from './acceptors.js';

const HOST = '127.0.0.1';
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

function newServer(): Server {
  return createServer((_request, response) => response.end('here'));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function answerOn(socket: Socket): Promise<string> {
  socket.write(REQUEST);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}

describe('listening', () => {
  it('answers all that connect, and goes on with open connections when it stops', async () => {
    const server = newServer();
    await listenOn(server, { port: 0, host: HOST });
    const port = portOf(server);
    const sockets = Array.from({ length: 50 }, () => connect(port, HOST));
    for (const socket of sockets) expect(await answerOn(socket)).toContain('here');

    const closed = once(server, 'close');
    stopListening(server);
    const late = connect(port, HOST);
    const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
    server.closeAllConnections();
    await closed;
    for (const socket of sockets) socket.destroy();
  });

  it('fails where somebody else listens, itself included', async () => {
    const server = newServer();
    await listenOn(server, { port: 0, host: HOST });
    const other = listenOn(newServer(), { port: portOf(server), host: HOST });

    await expect(other).rejects.toMatchObject({ code: 'EADDRINUSE' });
    stopListening(server);
  });
});
