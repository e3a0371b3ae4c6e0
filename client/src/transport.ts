import { exhaustedMs } from './backoff.js';
import { asError, link, type Clock } from './clock.js';
import type { Arrived, NoAnswer } from './reply.js';

export type QueryValue = string | number | undefined | Readonly<Record<string, string>>;

/** One request. */
export interface Call {
  readonly method?: 'GET' | 'POST';
  /** Below `/client/api/`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a cache below may ask whether what it keeps is still valid, as browsers do. */
  readonly isCatalog?: true;
  readonly signal?: AbortSignal | undefined;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** For one request, from the first byte to the last. */
  readonly timeoutMs: number;
}

/** Sends single requests, never more of them than the limit of the shop allows. */
export class Transport {
  private readonly api: string;
  private freeAtMs = -Infinity;

  constructor(private readonly options: TransportOptions) {
    // The shop takes doubled slashes.
    this.api = `${options.baseUrl}/client/api/`;
  }

  /** @throws the reason of the signal of the call when that is aborted; failures of the network are answers. */
  async send(call: Call, token: string): Promise<Arrived | NoAnswer> {
    await this.untilFree(call.signal);
    const cut = new AbortController();
    const unlink = link(cut, call.signal);
    const arrive = async (): Promise<Arrived> => {
      const response = await this.fetched(call, token, cut.signal);
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    try {
      return await this.inTime(arrive(), cut);
    } catch (error) {
      call.signal?.throwIfAborted();
      return { kind: 'no-answer', reason: reasonOf(error) };
    } finally {
      unlink();
    }
  }

  /** An answer whose body is not read yet. @throws what the network throws */
  async open(call: Call, token: string): Promise<OpenAnswer> {
    await this.untilFree(call.signal);
    const cut = new AbortController();
    const unlink = link(cut, call.signal);
    const response = await this.inTime(this.fetched(call, token, cut.signal), cut);
    return {
      response,
      timed: (work) => this.inTime(work, cut),
      close: () => {
        unlink();
        cut.abort();
      },
    };
  }

  private async fetched(
    { method = 'GET', path, query = {}, headers, isCatalog }: Call,
    token: string,
    signal: AbortSignal,
  ): Promise<Response> {
    const response = await this.options.fetch(this.api + path + search(query), {
      method,
      headers: { ...headers, 'api-token': token },
      // Another address must not get the token.
      redirect: 'manual',
      // The shop says of catalog answers that each use must be validated.
      cache: isCatalog ? 'default' : 'no-store',
      credentials: 'omit',
      signal,
    });
    const pauseMs = exhaustedMs(response.headers);
    if (pauseMs > 0) this.freeAtMs = this.options.clock.nowMs() + pauseMs;
    return response;
  }

  private async untilFree(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const delayMs = this.freeAtMs - this.options.clock.nowMs();
    if (delayMs > 0) await this.options.clock.sleep(delayMs, signal);
  }

  /** Cuts the connection when the work takes longer than a request may. */
  private async inTime<Value>(work: Promise<Value>, cut: AbortController): Promise<Value> {
    const { clock, timeoutMs } = this.options;
    const unlink = link(cut, clock.timeout(timeoutMs));
    try {
      return await work;
    } finally {
      unlink();
    }
  }
}

export interface OpenAnswer {
  readonly response: Response;
  /** Work on the answer, in the time that a request may take. */
  readonly timed: <Value>(work: Promise<Value>) => Promise<Value>;
  /** Must be called at the end; it cuts what has not been read. */
  readonly close: () => void;
}

function search(query: Readonly<Record<string, QueryValue>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value !== 'object') search.append(name, String(value));
    else for (const [field, text] of Object.entries(value)) search.append(field, text);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** `fetch failed` alone says nothing: its cause does. */
function reasonOf(error: unknown): string {
  const { message, cause } = asError(error);
  return cause === undefined ? message : `${message}: ${asError(cause).message}`;
}
