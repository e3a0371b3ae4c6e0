import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';

/** An answer, and between which moments it came, by `performance.now()`. */
export interface Reading {
  readonly begun: number;
  readonly ended: number;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
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
    const { hostname, port } = new URL(this.baseUrl);
    const { promise, resolve, reject } = Promise.withResolvers<Omit<Raw, 'begun'>>();
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
          resolve({ ended: performance.now(), status, headers, body: Buffer.concat(chunks) });
        });
      },
    );
    request.on('error', reject);
    request.end();
    return reading({ begun, ...(await promise) });
  }

  close(): void {
    this.agent.destroy();
  }
}

interface Raw {
  readonly begun: number;
  readonly ended: number;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function reading({ body, ...raw }: Raw): Promise<Reading> {
  return { ...raw, text: (await plain(body, raw.headers['content-encoding'])).toString() };
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
