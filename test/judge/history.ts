/**
 * What clients saw of a shop, in the order in which it was recorded. It is all that the checkers know: they read no
 * table and no log. Times are milliseconds by one clock, `performance.now()` of the process that records.
 */
export interface History {
  readonly calls: readonly Call[];
  readonly messages: readonly Message[];
  /** Who owned each token that a call of the history carries. */
  readonly tokens: ReadonlyMap<string, TokenOwner>;
}

export interface TokenOwner {
  readonly accountId: number;
  /** Its id in the admin API, under which operators revoke it; that of the first of its family for a successor. */
  readonly tokenId?: number;
  /** USD: the cap that it was issued with, when nothing had been spent with it. */
  readonly dailyCap?: string;
}

/** One request of a client and what came back. */
export interface Call {
  readonly client: string;
  /** The instance that it was sent to. */
  readonly instance: string;
  readonly startMs: number;
  /** When the answer was complete, or when the client knew that none would come. */
  readonly endMs: number;
  readonly request: Request;
  /** Undefined when no whole answer came: what was asked for may still happen later. */
  readonly answer: Answer | undefined;
}

export interface Request {
  readonly method: string;
  /** With its query, as it was sent. */
  readonly path: string;
  /** The `api-token` that it carried; undefined for a public route. */
  readonly token: string | undefined;
  /** Those that matter, such as `idempotency-key`, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface Answer {
  readonly status: number;
  /** As it came; numbers have all their digits only here. */
  readonly text: string;
  /** By names in lower case; only `etag` is kept. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A webhook that a receiver took. */
export interface Message {
  readonly accountId: number;
  readonly receivedMs: number;
  readonly body: string;
}
