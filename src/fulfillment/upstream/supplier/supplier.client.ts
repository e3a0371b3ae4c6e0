import {
  readShop,
  type ReadingOptions,
  type ShopReading,
} from '../../../catalog/import/process/catalog-reader.js';
import { parseBounded, type JsonBounds } from '../../../common/bounded-json/bounded-json.js';
import { JsonFault } from '../../../common/bounded-json/json-fault.js';
import { TRACEPARENT_HEADER } from '../../../common/tracing/tracing.js';
import { endpointOf } from '../../../outgoing/endpoint.js';
import { bytesOf, OutgoingClient, reasonOf } from '../../../outgoing/outgoing.client.js';
import type { SsrfGuard } from '../../../outgoing/ssrf-guard.js';

/** How a supplier is reached. */
interface SupplierAddress {
  readonly baseUrl: string;
  readonly token: string;
  readonly timeoutSeconds: number;
}

/** What a request belongs to. */
interface CallContext {
  /** Ids of the shops that the order has passed through. */
  readonly via?: readonly string[];
  readonly traceparent?: string | undefined;
}

/** A complete answer, with any status and body. */
export interface SupplierAnswer {
  readonly httpStatus: number;
  /** Parsed with numbers as text; undefined if it is not JSON. */
  readonly body: unknown;
  /** The value of the header `RateLimit-Reset`, which tells more, or else of `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
}

/** There was no complete answer; the request may have arrived or not. */
export class SupplierUnansweredError extends Error {
  override readonly name = 'SupplierUnansweredError';
}

/** The limit after decompression. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** JSON within these bounds is parsed within some milliseconds, and has room for many delivered codes. */
const ANSWER_JSON: JsonBounds = {
  values: 100_000,
  nesting: 64,
  numberLength: 100,
  textBytes: 64 * 1024,
};

/** Calls other shops, whose API is the one of Souk itself. */
export class SupplierClient {
  private readonly outgoing: OutgoingClient;

  constructor(private readonly guard: SsrfGuard) {
    this.outgoing = new OutgoingClient(guard, { keepAlive: true });
  }

  /** @throws SupplierUnansweredError */
  async get(
    { baseUrl, token, timeoutSeconds }: SupplierAddress,
    path: string,
    query: Readonly<Record<string, string>>,
    { via = [], traceparent }: CallContext = {},
  ): Promise<SupplierAnswer> {
    const url = `${baseUrl}/client/api/${path}?${new URLSearchParams(query).toString()}`;
    const headers = {
      'api-token': token,
      ...(via.length > 0 && { 'Souk-Via': via.join() }),
      ...(traceparent !== undefined && { [TRACEPARENT_HEADER]: traceparent }),
    };
    const { head, bytes } = await this.fetched(url, headers, timeoutSeconds);
    const { 'ratelimit-reset': reset, 'retry-after': retryAfter } = head.headers;
    const retryAfterSeconds = Number(reset ?? retryAfter ?? NaN);
    return {
      httpStatus: head.statusCode ?? 0,
      body: parsed(bytes),
      retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : undefined,
    };
  }

  /** Reads the answer of a catalog route, in a process of its own. @throws OperatorError if it is no catalog */
  async catalog(
    { baseUrl, token }: SupplierAddress,
    path: string,
    options: ReadingOptions,
  ): Promise<ShopReading> {
    const url = `${baseUrl}/client/api/${path}`;
    const addresses = await this.guard.addressesOf(endpointOf(url)).catch(reasonOf);
    if (typeof addresses === 'string') return { kind: 'no answer', reason: addresses };
    return readShop({ url, headers: { 'api-token': token }, addresses }, options);
  }

  private async fetched(url: string, headers: Record<string, string>, timeoutSeconds: number) {
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      const { head, body } = await this.outgoing.get(url, headers, signal);
      const bytes = await bytesOf(body, MAX_ANSWER_BYTES);
      if (!bytes) throw new Error('the answer is too large');
      return { head, bytes };
    } catch (error) {
      const late = `no answer within ${timeoutSeconds} seconds`;
      const reason = signal.aborted ? late : reasonOf(error);
      throw new SupplierUnansweredError(reason, { cause: error });
    }
  }
}

/** Undefined if the answer is not JSON or exceeds a bound. */
function parsed(bytes: Buffer): unknown {
  try {
    // Invalid UTF-8 is replaced, so it damages only the text that contains it, not the whole answer.
    return parseBounded(Buffer.from(bytes.toString('utf8')), ANSWER_JSON);
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}
