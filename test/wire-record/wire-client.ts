import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { WireAnswer } from './stable-answer.js';

/** A request with nothing left to be filled in. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | undefined;
}

/** After this long without a byte the recording fails: the server does not end the connection. Milliseconds. */
const SILENCE_MS = 20_000;
const END_OF_HEAD = '\r\n\r\n';

/** Sends one request over a connection of its own, and tells the answer as it came. */
export async function ask(baseUrl: string, request: WireRequest): Promise<WireAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>();
  const agent = new Agent({ keepAlive: true });
  const { method, path, body } = request;
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const headers = { ...length, ...request.headers };
  const sent = httpRequest({ hostname, port, path, method, headers, agent }, (response) => {
    const { httpVersion, statusCode, statusMessage, rawHeaders } = response;
    const statusLine = `HTTP/${httpVersion} ${statusCode} ${statusMessage}`;
    buffer(response).then((bytes) => {
      resolve({ statusLine, headers: pairs(rawHeaders), body: bytes });
    }, reject);
  });
  sent.on('error', reject);
  sent.end(body);
  return promise.finally(() => {
    agent.destroy();
  });
}

/** Sends bytes as they are, and tells every answer until the server ends the connection. */
export async function askRaw(baseUrl: string, bytes: string): Promise<WireAnswer[]> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(SILENCE_MS, () => {
    socket.destroy(new Error(`the server does not end the connection after ${bytes.slice(0, 80)}`));
  });
  socket.write(Buffer.from(bytes, 'latin1'));
  return answersIn(await buffer(socket));
}

/** The answers that stand one behind the other. Each has a length, or no body. */
function answersIn(bytes: Buffer): WireAnswer[] {
  if (bytes.byteLength === 0) return [];
  const end = bytes.indexOf(END_OF_HEAD);
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  if (end < 0 || !statusLine.startsWith('HTTP/1.1 ')) {
    throw new Error(`no HTTP answer: ${bytes.toString('latin1', 0, 80)}`);
  }
  const headers = pairs(lines.flatMap((line) => line.split(/: (.*)/s).slice(0, 2)));
  const length = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? '0';
  const start = end + END_OF_HEAD.length;
  const next = start + Number(length);
  const answer = { statusLine, headers, body: bytes.subarray(start, next) };
  return [answer, ...answersIn(bytes.subarray(next))];
}

/** Names and values that come by turns. */
function pairs(texts: readonly string[]): [string, string][] {
  return texts.flatMap((name, index) =>
    index % 2 === 0 ? [[name, texts[index + 1] ?? ''] satisfies [string, string]] : [],
  );
}
