import type { AcceptedEncodings } from './accepted-encodings.js';
import type { Validity } from '../validity.js';

export type Encoding = 'identity' | 'gzip' | 'br';

/** Bytes ready to be sent. */
export interface EncodedAnswer {
  readonly encoding: Encoding;
  /** To be sent in this order; only very large answers have more than one. */
  readonly chunks: readonly Buffer[];
  readonly byteLength: number;
  /** Strong, and specific to this encoding; undefined for an answer too small to be revalidated. */
  readonly entityTag?: string;
}

/**
 * An answer whose bytes exist before the request. Only the caller may cache it, and must revalidate it each time; the
 * strong ETag then saves sending the bytes.
 */
export abstract class PreparedAnswer {
  /** One for each encoding; none for an answer that must not be cached. */
  abstract readonly entityTags: readonly string[];

  /** The best encoding that the caller accepts. */
  abstract encoded(accepted: AcceptedEncodings): EncodedAnswer | Promise<EncodedAnswer>;
}

/** A small answer that never changes. */
export class FixedAnswer extends PreparedAnswer {
  readonly entityTags = [];
  private readonly form: EncodedAnswer;

  constructor(body: object) {
    super();
    const bytes = Buffer.from(JSON.stringify(body));
    this.form = { encoding: 'identity', chunks: [bytes], byteLength: bytes.byteLength };
  }

  encoded(): EncodedAnswer {
    return this.form;
  }
}

/** A prepared answer, and how long it may be given again to the same request. */
export class RepeatableAnswer {
  constructor(
    readonly answer: PreparedAnswer,
    readonly validity: Validity,
  ) {}
}

/**
 * An answer whose body is read anew for each request, so that a repeated request needs only the reading. What `read`
 * throws is answered by the error filter.
 */
export class ReadAnswer {
  constructor(readonly read: () => Promise<object>) {}
}
