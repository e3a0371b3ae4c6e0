import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
} from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';

/** An answer as it came, and between which moments it came, by `performance.now()`. */
interface RawReading {
  readonly begun: number;
  readonly ended: number;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Sent {
  readonly request: ClientRequest;
  readonly answer: Promise<RawReading>;
}

export interface Reading extends Omit<RawReading, 'body'> {
  /** Decompressed. */
  readonly text: string;
}

/** How a bot may ask for compression. */
export const ENCODINGS = ['identity', 'gzip', 'br', 'gzip, deflate, br'] as const;

/** A client that reads in any encoding and keeps its connections. */
export class ReadClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(private readonly baseUrl: string) {}

  /** @param path behind `/client/api/` */
  async get(path: string, token: string, headers: Record<string, string> = {}): Promise<Reading> {
    const { body, ...raw } = await this.fetch(path, token, headers);
    return { ...raw, text: (await plain(body, raw.headers['content-encoding'])).toString() };
  }

  /** The same, as it came. */
  async fetch(
    path: string,
    token: string,
    headers: Record<string, string> = {},
  ): Promise<RawReading> {
    const sent = this.send(path, { 'api-token': token, ...headers });
    return sent.answer.catch((error: unknown) => {
      // The server may close a connection that has been idle just when it is used again; any client asks once more.
      if (!sent.request.reusedSocket) throw error;
      return this.send(path, { 'api-token': token, ...headers }).answer;
    });
  }

  close(): void {
    this.agent.destroy();
  }

  private send(path: string, headers: Record<string, string>): Sent {
    const { hostname, port } = new URL(this.baseUrl);
    const { promise, resolve, reject } = Promise.withResolvers<RawReading>();
    const begun = performance.now();
    const target = { hostname, port, path: `/client/api/${path}`, agent: this.agent, headers };
    const request = httpRequest(target, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ begun, ended: performance.now(), status, headers, body: Buffer.concat(chunks) });
      });
    });
    request.on('error', reject);
    request.end();
    return { request, answer: promise };
  }
}

function plain(body: Buffer, encoding: string | undefined): Promise<Buffer> | Buffer {
  if (encoding === 'gzip') return promisify(gunzip)(body);
  return encoding === 'br' ? promisify(brotliDecompress)(body) : body;
}

/** The error code of an answer; undefined when it is none. */
export function errorCode(text: string): number | undefined {
  const [, code] = /^\{"status":"ERROR","code":(\d+)/.exec(text) ?? [];
  return code === undefined ? undefined : Number(code);
}
