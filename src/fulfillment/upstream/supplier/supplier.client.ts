import {
  readShop,
  type ReadingOptions,
  type ShopReading,
} from '../../../catalog/import/thread/catalog-reader.js';
import { reasonOf } from '../../../catalog/import/thread/shop-answer.js';
import { parseBounded, type JsonBounds } from '../../../common/bounded-json/bounded-json.js';
import { JsonFault } from '../../../common/bounded-json/json-fault.js';

/** How a supplier is reached. */
export interface SupplierAddress {
  readonly baseUrl: string;
  readonly token: string;
  /** Seconds for an answer. */
  readonly timeOut: number;
}

/** An answer that came in whole, whatever it says. */
export interface SupplierAnswer {
  readonly httpStatus: number;
  /** Parsed with numbers as text; undefined when it is no JSON. */
  readonly body: unknown;
  /** Seconds that the supplier asks to be left alone. */
  readonly retryAfter: number | undefined;
}

/** No whole answer: the request may have arrived, or not. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** After decompression. */
const LARGEST_ANSWER_BYTES = 1024 * 1024;
/** Reading as much as this holds up nobody for longer than some milliseconds; many delivered codes fit in. */
const ANSWER_JSON: JsonBounds = {
  values: 100_000,
  nesting: 64,
  numberLength: 100,
  textBytes: 64 * 1024,
};

/** Asks other shops, over the wire that Souk itself speaks. */
export class SupplierClient {
  /** @throws NoAnswerError */
  async get(
    { baseUrl, token, timeOut }: SupplierAddress,
    path: string,
    query: Readonly<Record<string, string>>,
    via: readonly string[] = [],
  ): Promise<SupplierAnswer> {
    const url = `${baseUrl}/client/api/${path}?${new URLSearchParams(query).toString()}`;
    const headers = { 'api-token': token, ...(via.length > 0 && { 'Souk-Via': via.join() }) };
    const { response, bytes } = await fetched(url, headers, timeOut * 1000);
    const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
    return {
      httpStatus: response.status,
      body: parsed(bytes),
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    };
  }

  /** What a catalog route answers, read in a thread of its own. @throws OperatorError when it is no catalog */
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
  timeOutMs: number,
): Promise<{ response: Response; bytes: Buffer }> {
  try {
    const signal = AbortSignal.timeout(timeOutMs);
    // A redirect could take the token, or the order, elsewhere.
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of bodyOf(response)) {
      size += chunk.length;
      if (size > LARGEST_ANSWER_BYTES) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
    return { response, bytes: Buffer.concat(chunks) };
  } catch (error) {
    throw new NoAnswerError(reasonOf(error), { cause: error });
  }
}

function bodyOf({ body }: Response): AsyncIterable<Uint8Array> | readonly Uint8Array[] {
  return (body as AsyncIterable<Uint8Array> | null) ?? [];
}

/** Undefined for what is no JSON, or more than an answer may be. */
function parsed(bytes: Buffer): unknown {
  try {
    // Bytes that are no UTF-8 spoil the text that they stand in, not the whole answer.
    return parseBounded(Buffer.from(bytes.toString('utf8')), ANSWER_JSON);
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}
