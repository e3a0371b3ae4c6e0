import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Random } from '../../support/random.js';

/** Whether a text arrives: certainly, perhaps, or certainly not all of it. */
type Arrival = 'certain' | 'perhaps' | 'never';

/** A text on its way to the client. */
interface Sending {
  readonly text: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly random: Random;
  /** A server on 127.0.0.1 that nobody should be led to. */
  readonly trap: string;
}

/** Sends a text in some way. @returns when it has written what it writes */
type Way = (sending: Sending) => Promise<void> | void;

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MOST_SECONDS = 120;
/** More than is read of an answer. */
const TOO_LONG = ' '.repeat(1024 * 1024);
/** A few kilobytes that become 64 MiB of blanks. */
const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 });
const TYPES = [
  'text/html',
  'image/png',
  'application/x-ndjson; charset=utf-16',
  'text/event-stream',
];
const STATUSES = [
  201, 206, 301, 302, 307, 308, 400, 401, 403, 404, 405, 409, 418, 429, 451, 500, 503, 599,
];
const RETRY_AFTER = [
  '0',
  '-5',
  '1e9',
  'Infinity',
  'NaN',
  '',
  'Wed, 21 Oct 2099 07:28:00 GMT',
  '0x7',
  '1 2',
];

const CERTAIN: readonly Way[] = [
  plain,
  plain,
  plain,
  ({ response, text, random }) => {
    response.writeHead(200, { 'Content-Type': random.pick(TYPES) }).end(text);
  },
  ({ response, text }) => {
    response.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }).end(gzipSync(text));
  },
  ({ response, text }) => {
    const body = brotliCompressSync(text, { params: { 1: 1 } });
    response.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'br' }).end(body);
  },
  ({ response, text }) => {
    response.writeHead(200, { ...JSON_TYPE, Connection: 'close' }).end(text);
  },
];

const PERHAPS: readonly Way[] = [
  async (sending) => {
    await sleep(sending.random.between(100, 6_000));
    plain(sending);
  },
  async ({ response, text, random }) => {
    const [pieces, pauseMs] = [random.between(2, 40), random.between(1, 200)];
    // Also within a character.
    const encoded = Buffer.from(text);
    for (let piece = 0; piece < pieces; piece++) {
      const [from, to] = [piece, piece + 1].map((at) => Math.floor((encoded.length * at) / pieces));
      response.write(encoded.subarray(from, to));
      await sleep(pauseMs);
    }
    response.end();
  },
  ({ response, text, random, trap }) => {
    response.writeHead(random.pick(STATUSES), { ...JSON_TYPE, Location: trap }).end(text);
  },
  ({ response, text, random }) => {
    const status = random.pick([200, 429, 503]);
    response.writeHead(status, { 'Retry-After': random.pick(RETRY_AFTER) }).end(text);
  },
  (sending) => {
    for (let hint = 0; hint < 50; hint++) {
      sending.response.writeEarlyHints({ link: `<${sending.trap}>; rel=preload` });
      sending.response.writeContinue();
    }
    plain(sending);
  },
  raw((text) => `HTTP/1.0 200 OK\r\n\r\n${text}`),
  raw((text) => `HTTP/1.1 200 OK\r\nContent-Length: ${bytes(text)}\r\n${twice(text)}`),
  raw(
    (text) =>
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `${bytes(text).toString(16)};a=b\r\n${text}\r\n0\r\nOrder-Id: T_0\r\n\r\n`,
  ),
  raw((text) => `HTTP/1.1 200 \u0000OK\r\nContent-Length: ${bytes(text)}\r\n\r\n${text}`),
  raw((text) => `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(12_000)}\r\n\r\n${text}`),
  raw((text) => `HTTP/1.1 200 OK\nContent-Length: ${bytes(text)}\n\n${text}`),
  raw(
    (text) =>
      `HTTP/1.1 200 OK\r\nContent-Length: ${bytes(text)}\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `${bytes(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`,
  ),
  // Another answer behind it, which nobody has asked for.
  ({ socket, text }) => {
    const stray = '<html>stray</html>';
    socket.write(
      `HTTP/1.1 200 OK\r\nContent-Length: ${bytes(text)}\r\n\r\n${text}` +
        `HTTP/1.1 200 OK\r\nContent-Length: ${stray.length}\r\n\r\n${stray}`,
    );
  },
];

const NEVER: readonly Way[] = [
  ({ socket }) => {
    socket.destroy();
  },
  ({ socket }) => {
    socket.resetAndDestroy();
  },
  ({ response, text, socket }) => {
    response.write(text.slice(0, text.length / 2));
    setTimeout(() => socket.destroy(), 20);
  },
  ({ socket, text }) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${bytes(text) + 100}\r\n\r\n${text}`);
    setTimeout(() => socket.destroy(), 20);
  },
  raw((text) => `HTTP/1.1 200 OK\r\nContent-Length: ${bytes(text) - 1}\r\n\r\n${text}`),
  raw(() => 'HTTP/9.9 banana\r\n\r\n'),
  raw((text) => `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n${text}`),
  raw((text) => `HTTP/1.1 200 OK\r\nContent-Length: -1\r\nContent-Length: 5\r\n\r\n${text}`),
  raw(
    (text) =>
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: souk\r\nConnection: Upgrade\r\n\r\n${text}`,
  ),
  raw((text) => `SSH-2.0-OpenSSH_9.6\r\n${text}`),
  ({ response, trap, random }) => {
    response.writeHead(random.pick([301, 302, 303, 307, 308]), { Location: trap }).end();
  },
  ({ response, random }) => {
    response.writeHead(random.pick([204, 304])).end();
  },
  ({ response, text }) => {
    response.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }).end(text);
  },
  ({ response }) => {
    response.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }).end(BOMB);
  },
  ({ response, text }) => {
    response.writeHead(200, JSON_TYPE).end(TOO_LONG + text);
  },
  // For up to minutes, unless the client has had enough.
  async ({ socket, random }) => {
    await sleep(random.between(1, MOST_SECONDS) * 1_000);
    socket.destroy();
  },
  trickled(''),
  trickled('{"status":"OK","data":['),
];

const WAYS: Readonly<Record<Arrival, readonly Way[]>> = {
  certain: CERTAIN,
  perhaps: PERHAPS,
  never: NEVER,
};
const CERTAIN_PART = 0.7;

/** Sends a text in a way that is drawn. @returns how it arrives, when all is written */
export async function send(sending: Sending): Promise<Arrival> {
  const { random } = sending;
  const arrival = random.chance(CERTAIN_PART)
    ? 'certain'
    : random.pick(['perhaps', 'never'] as const);
  await random.pick(WAYS[arrival])(sending);
  return arrival;
}

function plain({ response, text }: Sending): void {
  response.writeHead(200, JSON_TYPE).end(text);
}

/** Bytes of our own on a connection that is closed behind them. */
function raw(bytesOf: (text: string) => string): Way {
  return ({ socket, text }) => {
    socket.end(bytesOf(text));
  };
}

/** A start, and a blank a second. */
function trickled(start: string): Way {
  return async ({ response, socket, random }) => {
    response.write(start);
    const seconds = random.between(1, MOST_SECONDS);
    for (let second = 0; second < seconds && !socket.destroyed; second++) {
      await sleep(1_000);
      response.write(' ');
    }
    socket.destroy();
  };
}

/** The end of a head that says the length once more, and the body. */
function twice(text: string): string {
  return `Content-Length: ${bytes(text)}\r\nContent-Type: a/b\r\nContent-Type: c/d\r\n\r\n${text}`;
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
