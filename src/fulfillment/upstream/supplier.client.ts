import { parseJsonExactly } from '../../common/json.js';

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

const LARGEST_ANSWER = 1024 * 1024;
/** A catalog may be large, and take its time; in milliseconds. */
const CATALOG_TIME_OUT = 120_000;
const LARGEST_CATALOG = 400 * 1024 * 1024;

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
    const { response, text } = await fetched(url, headers, timeOut * 1000, LARGEST_ANSWER);
    const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
    return {
      httpStatus: response.status,
      body: parsed(text),
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    };
  }

  /** The text of a catalog route. @throws NoAnswerError */
  async catalog(
    { baseUrl, token }: SupplierAddress,
    path: string,
  ): Promise<{ readonly httpStatus: number; readonly text: string }> {
    const url = `${baseUrl}/client/api/${path}`;
    const { response, text } = await fetched(
      url,
      { 'api-token': token },
      CATALOG_TIME_OUT,
      LARGEST_CATALOG,
    );
    return { httpStatus: response.status, text };
  }
}

async function fetched(
  url: string,
  headers: Record<string, string>,
  timeOut: number,
  largest: number,
): Promise<{ response: Response; text: string }> {
  try {
    const signal = AbortSignal.timeout(timeOut);
    // A redirect could take the token, or the order, elsewhere.
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of bodyOf(response)) {
      size += chunk.length;
      if (size > largest) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
    return { response, text: Buffer.concat(chunks).toString('utf8') };
  } catch (error) {
    throw new NoAnswerError(reasonOf(error), { cause: error });
  }
}

function bodyOf({ body }: Response): AsyncIterable<Uint8Array> | readonly Uint8Array[] {
  return (body as AsyncIterable<Uint8Array> | null) ?? [];
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}

function parsed(text: string): unknown {
  try {
    return parseJsonExactly(text);
  } catch {
    return undefined;
  }
}
