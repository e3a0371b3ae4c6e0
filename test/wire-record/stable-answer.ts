import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** An answer as it came from the wire. */
export interface WireAnswer {
  /** Such as `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  /** In the order and spelling in which they were sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As sent, not decompressed. */
  readonly body: Buffer;
}

/** An answer without the parts that differ from run to run. */
export interface StableAnswer {
  readonly statusLine: string;
  /** Sorted by name: their order means nothing. */
  readonly headers: readonly string[];
  readonly body: string;
}

const ORDER_ID = /ID_[0-9a-f]{16}/g;
const CREATED_AT = /(?<="created_at":")(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?=")/g;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const REQUEST_ID = new RegExp(`^${UUID}$`);
const TOLD_REQUEST_ID = new RegExp(`(?<=\\(request )${UUID}(?=\\))`, 'g');
const RECEIPT_KEY = /(?<="receipt_keys":\[")[0-9a-f]{64}(?="\])/g;
const HTTP_DATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;
/** Of a file: its size and when it was changed. */
const FILE_TAG = /^W\/"[0-9a-f]+-[0-9a-f]+"$/;

/** Longest time between an order and its check; a wrong time zone differs by more. */
const RECENT_MS = 10 * 60_000;

/** Stable names for random texts: equal order ids have equal names. */
export class StableNames {
  private readonly orderIds = new Map<string, string>();

  /** @param now milliseconds since 1970, by which `created_at` must be UTC and recent to become `NOW`. */
  constructor(private readonly now: () => number = Date.now) {}

  text(text: string): string {
    return text
      .replace(ORDER_ID, (id) => this.orderId(id))
      .replace(TOLD_REQUEST_ID, 'UUID')
      .replace(RECEIPT_KEY, 'KEY')
      .replace(CREATED_AT, (told, day: string, time: string) =>
        Math.abs(Date.parse(`${day}T${time}Z`) - this.now()) < RECENT_MS ? 'NOW' : told,
      );
  }

  private orderId(id: string): string {
    const name = this.orderIds.get(id) ?? `ID_#${this.orderIds.size + 1}`;
    this.orderIds.set(id, name);
    return name;
  }
}

/** The answer with stable names for what is random, its body decompressed. */
export function stableAnswer(answer: WireAnswer, names: StableNames): StableAnswer {
  const headers = answer.headers.map(([name, value]) => {
    // The length of a compressed body depends on the library, and that of other bodies follows from the record.
    const isLength = name.toLowerCase() === 'content-length';
    if (isLength && value === String(answer.body.byteLength)) return `${name}: BYTES`;
    return `${name}: ${stableValue(name, value)}`;
  });
  return {
    statusLine: answer.statusLine,
    headers: headers.sort((one, other) => compare(one.toLowerCase(), other.toLowerCase())),
    body: names.text(decoded(answer)),
  };
}

/** A header's value; several are joined. Undefined when there is none. */
export function valueOf({ headers }: WireAnswer, name: string): string | undefined {
  const values = headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

function stableValue(name: string, value: string): string {
  switch (name.toLowerCase()) {
    case 'date':
    case 'last-modified':
      return value.replace(HTTP_DATE, 'DATE');
    case 'x-request-id':
      return value.replace(REQUEST_ID, 'UUID');
    case 'etag':
      return value.replace(FILE_TAG, 'W/"SIZE-TIME"');
    default:
      return value;
  }
}

function decoded(answer: WireAnswer): string {
  const { body } = answer;
  if (body.byteLength === 0) return '';
  const encoding = valueOf(answer, 'content-encoding');
  if (encoding === 'gzip') return gunzipSync(body).toString('utf8');
  if (encoding === 'br') return brotliDecompressSync(body).toString('utf8');
  return body.toString('utf8');
}

/** The same under every locale. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
