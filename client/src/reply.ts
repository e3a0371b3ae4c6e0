/** The shop has answered with an error of its own. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly code: number;
  readonly message: string;
  /** Of HTTP; 200 where the shop masks errors. */
  readonly status: number;
  /** Names the request; quote it when you ask the shop. */
  readonly requestId: string | null;
  readonly retryAfterSeconds?: number;
}

/** There is no answer of the shop: a broken connection, a time-out, or something that a proxy has written. */
export interface NoAnswer {
  readonly kind: 'no-answer';
  readonly reason: string;
  readonly retryAfterSeconds?: number;
}

export interface Ok<Body> {
  readonly kind: 'ok';
  readonly body: Body;
}

export type Failure = Refusal | NoAnswer;
export type Reply<Body> = Ok<Body> | Failure;

/** What has arrived, and its text. */
export interface Arrived {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** No pause that somebody else asks for is longer. */
const MAX_RETRY_AFTER_SECONDS = 3600;

/**
 * What an answer means. Where the shop masks errors they come with the HTTP status 200, so the body decides; what is
 * neither an error nor a success of the shop was written by something in between, and is no answer.
 */
export function readReply<Body>(
  { status, headers, text }: Arrived,
  isSuccess: (body: unknown) => body is Body,
): Reply<Body> {
  const wait = retryAfter(headers);
  const body = parsed(text);
  if (isRecord(body) && body.status === 'ERROR' && isCode(body.code)) {
    const message = typeof body.message === 'string' ? body.message : '';
    const requestId = headers.get('x-request-id');
    return { kind: 'refusal', code: body.code, message, status, requestId, ...wait };
  }
  if (status === 200 && isSuccess(body)) return { kind: 'ok', body };
  return { kind: 'no-answer', reason: `HTTP ${status} without an answer of the shop`, ...wait };
}

export function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCode(value: unknown): value is number {
  return Number.isInteger(value);
}

/** `RateLimit-Reset` says of a limit when it admits one more; `Retry-After` is at most 2, for clients that sleep it. */
function retryAfter(headers: Headers): { readonly retryAfterSeconds?: number } {
  const text = headers.get('ratelimit-reset') ?? headers.get('retry-after');
  if (text === null || !/^\d{1,9}$/.test(text)) return {};
  return { retryAfterSeconds: Math.min(Number(text), MAX_RETRY_AFTER_SECONDS) };
}
