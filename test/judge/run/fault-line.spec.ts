import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/until.js';
import { createTestDatabase } from '../../support/test-database.js';
import { throughLine } from '../../support/line.js';
import { onServer } from '../../support/server-connection.js';
import { FaultLine } from './fault-line.js';

const SILENT_MS = 50;

/** One end of a connection, with all that it has heard. */
class End {
  heard = '';
  isClosed = false;

  constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => (this.heard += String(chunk)));
    socket.on('close', () => (this.isClosed = true));
    socket.on('error', () => undefined);
  }

  hears(text: string): Promise<boolean> {
    return until(() => this.heard === text);
  }

  closes(): Promise<boolean> {
    return until(() => this.isClosed);
  }
}

describe('A fault line', () => {
  let server: Server;
  let line: FaultLine;
  const accepted: End[] = [];

  beforeEach(async () => {
    accepted.length = 0;
    server = createServer((socket) => accepted.push(new End(socket))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    line = await FaultLine.to({ host: '127.0.0.1', port });
  });

  afterEach(async () => {
    await line.close();
    server.close();
  });

  async function connection(): Promise<readonly [End, End]> {
    const known = accepted.length;
    const client = new End(connect(line.line.port, '127.0.0.1'));
    const far = await until(() => accepted[known]);
    return [client, far];
  }

  it.each([0, 1, 4, 9])('cuts a request after %i bytes', async (bytes) => {
    const [client, far] = await connection();
    const done = line.cutAfter(bytes, 'toServer');
    client.socket.write('0123456789');
    await done;
    await client.closes();
    await far.closes();
    expect(far.heard).toBe('0123456789'.slice(0, bytes));
  });

  it.each([0, 1, 4, 9])('cuts an answer after %i bytes', async (bytes) => {
    const [client, far] = await connection();
    const done = line.cutAfter(bytes, 'toClient');
    client.socket.write('a request');
    await far.hears('a request');
    far.socket.write('0123456789');
    await done;
    await client.closes();
    await far.closes();
    expect(client.heard).toBe('0123456789'.slice(0, bytes));
  });

  it('counts the bytes of all connections, and cuts the one alone that carries the byte', async () => {
    const [one, farOne] = await connection();
    const [two, farTwo] = await connection();
    const done = line.cutAfter(12, 'toServer');
    one.socket.write('0123456789');
    await farOne.hears('0123456789');
    two.socket.write('abcdef');
    await done;
    await two.closes();
    await farTwo.closes();
    expect(farTwo.heard).toBe('ab');
    one.socket.write('!');
    await farOne.hears('0123456789!');
  });

  it('cuts in chosen data alone, by what was asked', async () => {
    const [client, far] = await connection();
    const done = line.cutAfter(2, 'toClient', (_, asked) => asked.includes('order'));
    client.socket.write('read');
    await far.hears('read');
    far.socket.write('ABCDEF');
    await client.hears('ABCDEF');
    client.socket.write('order');
    await far.hears('readorder');
    far.socket.write('GHIJ');
    await done;
    await client.closes();
    expect(client.heard).toBe('ABCDEFGH');
  });

  it('cuts nothing that it was told to spare', async () => {
    const [client, far] = await connection();
    void line.cutAfter(0, 'toServer');
    line.spare();
    client.socket.write('whole');
    await far.hears('whole');
  });

  it('is silent in one direction alone, then delivers what was sent', async () => {
    const [client, far] = await connection();
    line.silence('toClient');
    client.socket.write('asked');
    await far.hears('asked');
    far.socket.write('answered');
    await sleep(SILENT_MS);
    expect([client.heard, client.isClosed, far.isClosed]).toEqual(['', false, false]);
    line.speak({ lost: false });
    await client.hears('answered');
  });

  it('is silent on new connections too', async () => {
    line.silence('toServer');
    const [client, far] = await connection();
    client.socket.write('asked');
    far.socket.write('greeting');
    await client.hears('greeting');
    await sleep(SILENT_MS);
    expect(far.heard).toBe('');
    line.speak({ lost: false });
    await far.hears('asked');
  });

  it('loses what was sent, if it was told to, and takes new connections', async () => {
    const [client, far] = await connection();
    line.silence('toServer');
    client.socket.write('lost');
    await sleep(SILENT_MS);
    line.speak({ lost: true });
    await client.closes();
    await far.closes();
    expect(far.heard).toBe('');
    const [next, farNext] = await connection();
    next.socket.write('arrived');
    await farNext.hears('arrived');
  });

  it('cuts a result of PostgreSQL', async () => {
    // A shop of its own: its connection is cut.
    const db = await createTestDatabase();
    const { hostname: host, port } = new URL(db.url);
    const toDatabase = await FaultLine.to({ host, port: Number(port) });
    const { url } = throughLine(db, toDatabase.line);
    const heard = onServer(url, async (client) => {
      client.on('error', () => undefined);
      void toDatabase.cutAfter(3, 'toClient', (_, asked) => asked.includes('pg_sleep'));
      await client.query('SELECT pg_sleep(0)');
    });
    await expect(heard).rejects.toThrow('terminated');
    await toDatabase.close();
    await db.drop();
  });
});
