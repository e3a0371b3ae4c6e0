import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
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
    const { hostname, port } = new URL(this.baseUrl);
    const { promise, resolve, reject } = Promise.withResolvers<RawReading>();
    const begun = performance.now();
    const request = httpRequest(
      {
        ...{ hostname, port, path: `/client/api/${path}`, agent: this.agent },
        headers: { 'api-token': token, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({
            begun,
            ended: performance.now(),
            status,
            headers,
            body: Buffer.concat(chunks),
          });
        });
      },
    );
    request.on('error', reject);
    request.end();
    return promise;
  }

  close(): void {
    this.agent.destroy();
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
