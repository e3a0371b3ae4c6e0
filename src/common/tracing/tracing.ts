/** Injection token of `Tracing | undefined`; undefined where no traces are recorded. */
export const TRACING = Symbol('tracing');

/** They leave the shop, so they hold no tokens, codes, account fields or other values that callers have sent. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  /** `internal` when left out. */
  readonly kind?: 'server' | 'client' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** The span that caused this one, if it is not the current one: a header or the property of a job. */
  readonly traceparent?: string | undefined;
}

/** A span of a trace: work with its duration. */
export interface Span {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  fail(): void;
}

/** Records traces: how long each part of a request and of its jobs took, in this process and in others. */
export interface Tracing {
  /** Runs the work in a span. When the work fails, the span says so, without the message of the error. */
  span<T>(name: string, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
  /** The current span, as the header `traceparent` (W3C Trace Context) has it; undefined outside of spans. */
  traceparent(): string | undefined;
  /** Sends what has not been sent. */
  stop(): Promise<void>;
}

export const TRACEPARENT_HEADER = 'traceparent';
const TRACE_HEADERS = new Set([TRACEPARENT_HEADER, 'tracestate']);

/** True for the name of a header of W3C Trace Context, in any case of letters. */
export function isTraceHeader(name: string): boolean {
  // The first letter rules out most names without a copy in lower case.
  return (name.startsWith('t') || name.startsWith('T')) && TRACE_HEADERS.has(name.toLowerCase());
}
