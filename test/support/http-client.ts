import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';

/** What to send. A header with several values is sent as several lines. */
export interface Ask {
  readonly method?: string;
  /** Sent as `api-token`. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** Gives the request up when it is aborted; it may have arrived. */
  readonly signal?: AbortSignal;
}

/** Called when a request is sent. What it returns is called with the answer, or without one when none came. */
export type SendingWatch = (path: string, ask: Ask) => (answer?: RawAnswer) => void;

/** An answer as it came. */
export interface RawAnswer {
  /** When the request was sent and when the answer was complete, by `performance.now()`. */
  readonly begun: number;
  readonly ended: number;
  /** Such as `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, in the order and spelling in which they were sent. */
  readonly rawHeaders: readonly string[];
  /** As sent, not decompressed. */
  readonly body: Buffer;
}

export interface Answer extends Omit<RawAnswer, 'body'> {
  /** The body, decompressed. Only here numbers have all their digits. */
  readonly text: string;
  /** The parsed body; undefined when there is none or it is no JSON. Parsed when it is read. */
  readonly json: unknown;
}

interface ClientOptions {
  readonly maxSockets?: number;
  /**
   * Sends a request again when the server has closed the connection that it was sent on and that had been used before,
   * as most clients do: only for requests that change nothing.
   */
  readonly repeats?: boolean;
}

/** Less than the server keeps one: a request that is sent on a connection which it closes just then has no answer. */
const IDLE_MS = 20_000;

/** What an operator hears who has sent many requests at once. */
const NO_TURN = 'Too many requests of operators at once.';

/**
 * An HTTP client that sends a path unchanged, doubled slashes and invalid percent signs included. `fetch` would
 * correct them, and can send neither repeated headers nor a body with a GET. It reuses its connections.
 */
export class HttpClient {
  /** Sees each request, also those that are sent again by themselves. */
  watch: SendingWatch | undefined;
  private readonly agent: Agent;
  private readonly repeats: boolean;

  constructor(
    private readonly baseUrl: string,
    { maxSockets = Infinity, repeats = false }: ClientOptions = {},
  ) {
    this.agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxSockets });
    this.repeats = repeats;
  }

  /** Sends again what the server was too busy to begin, as it may be on a slow machine. */
  async send(path: string, ask: Ask = {}): Promise<Answer> {
    const { body, ...raw } = await this.fetch(path, ask);
    const text = (await decompressed(body, raw.headers['content-encoding'])).toString();
    if (raw.status === 503 && text.includes(NO_TURN)) return this.send(path, ask);
    let json: { readonly value: unknown } | undefined;
    return {
      ...raw,
      text,
      get json() {
        json ??= { value: parsed(text) };
        return json.value;
      },
    };
  }

  /** The same, but the body is neither decompressed nor parsed. */
  fetch(path: string, ask: Ask = {}): Promise<RawAnswer> {
    const { hostname, port } = new URL(this.baseUrl);
    const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
    const begun = performance.now();
    const answered = this.watch?.(path, ask);
    const [method, headers, { agent }] = [ask.method ?? 'GET', headersOf(ask), this];
    const { signal } = ask;
    const options = { hostname, port, path, method, headers, agent, ...(signal && { signal }) };
    const request = httpRequest(options, (response) => {
      buffer(response).then((body) => {
        const { httpVersion, statusCode: status = 0, statusMessage, rawHeaders } = response;
        const statusLine = `HTTP/${httpVersion} ${status} ${statusMessage}`;
        const ended = performance.now();
        const { headers } = response;
        const answer = { begun, ended, statusLine, status, headers, rawHeaders, body };
        answered?.(answer);
        resolve(answer);
      }, failed);
    });
    const failed = (error: Error): void => {
      answered?.();
      reject(error);
    };
    request.on('error', (error) => {
      if (!this.repeats || !request.reusedSocket || signal?.aborted) failed(error);
      else {
        answered?.();
        this.fetch(path, ask).then(resolve, reject);
      }
    });
    request.end(ask.body);
    return promise;
  }

  close(): void {
    this.agent.destroy();
  }
}

function headersOf({ token, headers, body }: Ask): Record<string, string | string[]> {
  return {
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...(token !== undefined && { 'api-token': token }),
    ...(headers as Record<string, string | string[]> | undefined),
  };
}

function decompressed(body: Buffer, encoding: string | undefined): Promise<Buffer> | Buffer {
  // An answer without a body, such as 304, may name an encoding.
  if (body.length === 0) return body;
  if (encoding === 'gzip') return promisify(gunzip)(body);
  return encoding === 'br' ? promisify(brotliDecompress)(body) : body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
