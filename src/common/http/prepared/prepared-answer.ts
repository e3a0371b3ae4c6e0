import type { AcceptedEncodings } from './accepted-encodings.js';
import type { Validity } from '../validity.js';

export type Encoding = 'identity' | 'gzip' | 'br';

/** Bytes ready to be sent. */
export interface EncodedAnswer {
  readonly encoding: Encoding;
  /** In this order; one for all but very large answers. */
  readonly chunks: readonly Buffer[];
  readonly byteLength: number;
  /** Strong, and of this encoding alone; undefined for what is not worth asking about. */
  readonly entityTag?: string;
}

/**
 * An answer whose bytes were there before the request. It may be kept by the caller and nobody else, and must be asked
 * for again each time: the strong ETag then saves the bytes.
 */
export abstract class PreparedAnswer {
  /** One for each encoding; none for an answer that is not to be kept. */
  abstract readonly entityTags: readonly string[];

  /** The best form that the caller takes. */
  abstract encoded(accepted: AcceptedEncodings): EncodedAnswer | Promise<EncodedAnswer>;
}

/** A small answer that is the same for ever. */
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
