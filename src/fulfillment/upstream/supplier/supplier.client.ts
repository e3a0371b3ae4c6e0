import {
  readShop,
  type ReadingOptions,
  type ShopReading,
} from '../../../catalog/import/thread/catalog-reader.js';
import { reasonOf } from '../../../catalog/import/thread/shop-answer.js';
import { parseBounded, type JsonBounds } from '../../../common/bounded-json/bounded-json.js';
import { JsonFault } from '../../../common/bounded-json/json-fault.js';
import { TRACEPARENT_HEADER } from '../../../common/tracing/tracing.js';

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
  /** The value of the header `Retry-After`. */
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
    const { response, bytes } = await fetched(url, headers, timeoutSeconds * 1000);
    const retryAfterSeconds = Number(response.headers.get('retry-after') ?? NaN);
    return {
      httpStatus: response.status,
      body: parsed(bytes),
      retryAfterSeconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : undefined,
    };
  }

  /** Reads the answer of a catalog route, in its own thread. @throws OperatorError if it is no catalog */
  catalog(
    { baseUrl, token }: SupplierAddress,
    path: string,
    options: ReadingOptions,
  ): Promise<ShopReading> {
    return readShop(`${baseUrl}/client/api/${path}`, { 'api-token': token }, options);
  }
}

async function fetched(
  url: string,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<{ response: Response; bytes: Buffer }> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    // A redirect could send the token or the order to another server.
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of bodyOf(response)) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
    return { response, bytes: Buffer.concat(chunks) };
  } catch (error) {
    throw new SupplierUnansweredError(reasonOf(error), { cause: error });
  }
}

function bodyOf({ body }: Response): AsyncIterable<Uint8Array> | readonly Uint8Array[] {
  return (body as AsyncIterable<Uint8Array> | null) ?? [];
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
