import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Duration } from './load.js';

/** A complete answer, as it came over the line. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The bytes of a GET. */
export function getRequest(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: 'bench', ...headers }).map((pair) => pair.join(': '));
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Sends a request once. */
export async function askOnce(port: number, request: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk as Buffer]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => line.split(': ', 2) as [string, string]),
    );
    const length = Number(headers['Content-Length'] ?? 0);
    if (bytes.length < end + 4 + length) continue;
    return { status: Number(first.split(' ')[1]), headers, body: bytes.subarray(end + 4) };
  }
  throw new Error('the server hung up');
}

/**
 * How many answers a second come to `clients` connections that each send the same request again as soon as it was
 * answered. Answers are told apart by their length alone, so that the client costs as little as it can.
 * @param answerLength of the whole answer in bytes; the same each time.
 */
export async function answersPerSecond(
  {
    port,
    request,
    clients,
    answerLength,
  }: {
    port: number;
    request: string;
    clients: number;
    answerLength: number;
  },
  { warmUpSeconds, seconds }: Duration,
): Promise<number> {
  let answered = 0;
  const sockets = Array.from({ length: clients }, (): Socket => {
    const socket = connect(port, '127.0.0.1');
    let received = 0;
    socket.on('data', ({ byteLength }) => {
      received += byteLength;
      if (received < answerLength) return;
      received -= answerLength;
      answered += 1;
      socket.write(request);
    });
    socket.write(request);
    return socket;
  });
  await wait(warmUpSeconds * 1000);
  const [before, begin] = [answered, performance.now()];
  await wait(seconds * 1000);
  const rate = ((answered - before) / (performance.now() - begin)) * 1000;
  for (const socket of sockets) socket.destroy();
  return rate;
}

/** The length of an answer with its head, which does not change while the headers keep their lengths. */
export function lengthOf({ status, headers, body }: RawAnswer): number {
  const reason = status === 304 ? 'Not Modified' : 'OK';
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`.length + body.byteLength;
}
