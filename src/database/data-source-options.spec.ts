import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options.js';

/** A message of the server: its type, its length, its content. */
function message(type: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content, 'latin1')]);
}

const AUTHENTICATED = message('R', '\0\0\0\0');
const READY = message('Z', 'I');
const DYING = message(
  'E',
  'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0',
);

/** A PostgreSQL that dies the moment it is ready: both messages arrive together. */
let dying: Server;

beforeAll(async () => {
  dying = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, DYING])));
  });
  dying.listen(0, '127.0.0.1');
  await once(dying, 'listening');
});
afterAll(() => dying.close());

describe('a data source', () => {
  it('fails, and does not end the process, when its database dies while it gets a connection', async () => {
    const { port } = dying.address() as AddressInfo;
    const url = `postgres://souk@127.0.0.1:${port}/souk`;
    const source = new DataSource(dataSourceOptions({ url, poolSize: 1, statementTimeout: true }));
    await expect(source.initialize()).rejects.toThrow(
      /postmaster exit|connection error|terminated/,
    );
  });
});
