import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Where all servers of a bench listen. */
export const HOST = '127.0.0.1';
const TIMEOUT_MS = 60_000;
const HEAD_END = '\r\n\r\n';

/** A complete answer, as it came over the line. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Bytes of all of it. */
  readonly length: number;
}

/** The bytes of a GET. */
export function getRequest(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: 'bench', ...headers }).map((pair) => pair.join(': '));
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}`;
}

/** A connection that asks one thing after the other. */
export class RawConnection {
  private readonly chunks: AsyncIterator<Buffer, undefined>;

  private constructor(private readonly socket: Socket) {
    this.chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: HOST, noDelay: true });
    await once(socket, 'connect');
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`));
    });
    return new RawConnection(socket);
  }

  async ask(request: string): Promise<RawAnswer> {
    this.socket.write(request);
    let bytes = await this.next();
    while (!bytes.includes(HEAD_END)) bytes = Buffer.concat([bytes, await this.next()]);
    const end = bytes.indexOf(HEAD_END);
    const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
    const headers = Object.fromEntries(lines.map(headerOf));
    const status = Number(first.split(' ')[1]);
    const length = end + HEAD_END.length + bodyLength(status, headers);
    const chunks = [bytes];
    for (let received = bytes.length; received < length; received += chunks.at(-1)?.length ?? 0)
      chunks.push(await this.next());
    const body = Buffer.concat(chunks).subarray(end + HEAD_END.length);
    return { status, headers, body, length };
  }

  close(): void {
    this.socket.destroy();
  }

  private async next(): Promise<Buffer> {
    const { done, value } = await this.chunks.next();
    if (done) throw new Error('the server hung up');
    return value;
  }
}

/** Sends a request once. */
export async function askOnce(port: number, request: string): Promise<RawAnswer> {
  const connection = await RawConnection.open(port);
  try {
    return await connection.ask(request);
  } finally {
    connection.close();
  }
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** @throws Error for an answer in chunks, whose length is not known before. */
function bodyLength(status: number, headers: Readonly<Record<string, string>>): number {
  if (status === 304) return 0;
  const length = headers['content-length'];
  if (length === undefined) throw new Error('the answer names no Content-Length');
  return Number(length);
}
