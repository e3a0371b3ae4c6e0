import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

/** How to ask. A header with several values is sent as several lines. */
export interface Ask {
  readonly method?: string;
  /** Sent as `api-token`. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as sent. Exact digits are only to be seen here. */
  readonly text: string;
  /** The parsed body; undefined when there is none or it is no JSON. */
  readonly json: unknown;
}

/**
 * A client that sends a path untouched: doubled slashes, broken percent signs and all. `fetch` would
 * repair them, and sends neither repeated headers nor a body with a GET.
 */
export class HttpClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly baseUrl: string) {}

  async send(path: string, ask: Ask = {}): Promise<Answer> {
    const { hostname, port } = new URL(this.baseUrl);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const { agent } = this;
    const method = ask.method ?? 'GET';
    const request = httpRequest({ hostname, port, path, method, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text, json: parsed(text) });
      });
    });
    request.on('error', reject);
    for (const [name, value] of Object.entries(headersOf(ask))) request.setHeader(name, value);
    request.end(ask.body);
    return promise;
  }

  close(): void {
    this.agent.destroy();
  }
}

function headersOf({ token, headers, body }: Ask): Record<string, string | readonly string[]> {
  return {
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...(token !== undefined && { 'api-token': token }),
    ...headers,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
