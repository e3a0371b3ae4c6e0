import { hash } from 'node:crypto';
import type { ClientRequest, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { AcceptedEncodings } from './accepted-encodings.js';
import { isRequestId, loggableUrl, REQUEST_ID_HEADER, type AccessLog } from '../access-log.js';
import type { Shutdown } from '../connection/shutdown.js';
import type { UnsentAnswers } from '../connection/unsent-answers.js';
import { ReadAnswer, type Encoding, type PreparedAnswer } from './prepared-answer.js';
import { isTraceHeader } from '../../tracing/tracing.js';
import type { SoukRequest } from '../souk-request.js';
import type { Validity } from '../validity.js';

/** Most requests in the cache. */
const MAX_REMEMBERED = 20_000;
/** Their memory, as estimated by `memoryOf`. */
const MAX_REMEMBERED_BYTES = 32 * 1024 * 1024;
const MAX_URL_CHARACTERS = 500;
/** Headers that are new in each answer. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  REQUEST_ID_HEADER,
  'RateLimit-Policy',
  'RateLimit',
]);
/**
 * Longest URL and headers that are hashed; each character is one byte. Every request costs this hash, before its caller
 * is known; bots send a few hundred bytes, browsers one or two thousand.
 */
const MAX_REQUEST_BYTES = 4_096;

/** A body as it was sent. */
interface SentBody<Answer> {
  readonly answer: Answer;
  readonly accepted: AcceptedEncodings;
  readonly encoding: Encoding;
}

/** How a body is read again. */
interface ReadBody {
  readonly read: ReadAnswer['read'];
  readonly tryAcquireSlot: NonNullable<SoukRequest['tryAcquireSlot']>;
}

/** The answer to a request, as it is kept to be given again. */
interface Remembered {
  /** That of the guard's decision, and that of the answer. */
  readonly validities: readonly [Validity, Validity];
  /** Held weakly, since another cache limits the memory for bodies; undefined for an answer without a body. */
  readonly body: SentBody<WeakRef<PreparedAnswer>> | ReadBody | undefined;
  readonly statusCode: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  /** For the log. */
  readonly url: string;
  readonly accountId: number | undefined;
  /** Undefined unless the account has a limit of requests. */
  readonly tryCount: SoukRequest['tryCount'];
}

/**
 * Repeats an earlier answer to the same request, without guards, middleware and handler, while what they decided on is
 * still valid. Thousands of bots send the same requests every few minutes, so most requests are answered here.
 */
export class FastPath {
  private readonly remembered = new LRUCache<string, Remembered>({
    max: MAX_REMEMBERED,
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: memoryOf,
  });

  constructor(
    private readonly shutdown: Shutdown,
    private readonly log: AccessLog,
    private readonly unsentAnswers: UnsentAnswers,
  ) {}

  /** @param application answers the request where the fast path cannot. */
  answer(request: IncomingMessage, response: ServerResponse, application: RequestListener): void {
    const known = this.rememberedFor(request);
    if (!known || !isWithinLimit(known, request)) {
      application(request, response);
    } else if (known.body && 'read' in known.body) {
      void this.answerByReading(known, known.body, request, response, application);
    } else {
      const body = known.body ? bytesOf(known.body) : '';
      if (body === undefined) application(request, response);
      else this.send(response, known, this.begin(request, response, known), body);
    }
  }

  private rememberedFor({ method, url, rawHeaders }: IncomingMessage): Remembered | undefined {
    if (this.shutdown.hasBegun || method !== 'GET') return undefined;
    const key = keyOf(url, rawHeaders);
    const known = key === undefined ? undefined : this.remembered.get(key);
    return known?.validities.every((validity) => validity.isValid()) ? known : undefined;
  }

  private async answerByReading(
    known: Remembered,
    { read, tryAcquireSlot }: ReadBody,
    request: IncomingMessage,
    response: ServerResponse,
    application: RequestListener,
  ): Promise<void> {
    const release = tryAcquireSlot();
    if (!release) {
      application(request, response);
      return;
    }
    const id = this.begin(request, response, known);
    try {
      const body = Buffer.from(JSON.stringify(await read()));
      release();
      this.send(response, known, id, body, ['Content-Length', String(body.byteLength)]);
    } catch (error) {
      release();
      if (response.closed) return;
      // It is not read again: a second timeout would double the time of the answer.
      Object.assign(request, { id, failedRead: { error } } satisfies Partial<SoukRequest>);
      application(request, response);
    }
  }

  private begin(
    request: IncomingMessage,
    response: ServerResponse,
    { url, accountId }: Remembered,
  ): string {
    if (accountId !== undefined) (request as SoukRequest).accountId = accountId;
    this.shutdown.waitFor(response);
    return this.log.begin(request, response, url);
  }

  private send(
    response: ServerResponse,
    { statusCode, headers, accountId }: Remembered,
    id: string,
    body: Buffer | '',
    lengthHeader: readonly string[] = [],
  ): void {
    const { limitHeaders } = response.req as SoukRequest;
    const own = limitHeaders ? [...lengthHeader, ...limitHeaders] : lengthHeader;
    response.writeHead(statusCode, [REQUEST_ID_HEADER, id, ...headers, ...own]).end(body);
    // Also without a body: a client that does not read the headers is disconnected like any other.
    const unsent = { body: body === '' ? response : body, byteLength: body.length, accountId };
    this.unsentAnswers.written(response, unsent);
  }

  /** Keeps an answer that is about to be sent, with all its headers set, if it may be given again. */
  remember(
    response: Response,
    validity: Validity,
    body: SentBody<PreparedAnswer> | ReadAnswer | undefined,
  ): void {
    const request = response.req as SoukRequest;
    const { statusCode } = response;
    const { headers } = request;
    const key = keyOf(request.originalUrl, request.rawHeaders);
    if (key === undefined || !request.validity || !isRepeatable(request)) return;
    if (!validity.isValid()) return;
    // A request with any other tag may never be repeated.
    if (headers['if-none-match'] !== undefined && statusCode !== 304) return;
    const kept = body && keptBody(body, request);
    if (body && !kept) return;
    this.remembered.set(key, {
      validities: [request.validity, validity],
      body: kept,
      statusCode,
      headers: headersOf(response),
      url: loggableUrl(request.originalUrl),
      accountId: request.accountId,
      tryCount: request.tryCount,
    });
  }
}

/** Counts the request where its account has a limit. False if it may be beyond the limit, which the guard decides. */
function isWithinLimit({ tryCount }: Remembered, request: IncomingMessage): boolean {
  if (!tryCount) return true;
  const headers = tryCount();
  if (headers) (request as SoukRequest).limitHeaders = headers;
  return headers !== undefined;
}

/** Bytes, roughly: what is read again keeps the parameters, up to twenty bytes for each character of the URL. */
function memoryOf({ url, body }: Remembered): number {
  return 500 + url.length * (body && 'read' in body ? 21 : 1);
}

/** True for a request whose answer may be repeated for an identical request. */
function isRepeatable({ method, headers }: SoukRequest): boolean {
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.origin === undefined
  );
}

/**
 * A hash of the URL and all headers but the request id and those of traces, which no answer depends on and which are
 * others in each request; a hash, because tokens must not stay in memory. Undefined for a URL or a request that is too long.
 */
function keyOf(url: string | undefined, rawHeaders: readonly string[]): string | undefined {
  if (url === undefined || url.length > MAX_URL_CHARACTERS) return undefined;
  let text = url;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The separator is unambiguous, since no URL and no header holds a line break.
    if (isRequestId(name) || isTraceHeader(name)) continue;
    text += `\n${name}:${rawHeaders[index + 1] ?? ''}`;
    if (text.length > MAX_REQUEST_BYTES) return undefined;
  }
  return hash('sha256', text, 'base64url');
}

/** Undefined for a body that only a request of an account reads. */
function keptBody(
  body: SentBody<PreparedAnswer> | ReadAnswer,
  { tryAcquireSlot }: SoukRequest,
): Remembered['body'] {
  if (!(body instanceof ReadAnswer)) return { ...body, answer: new WeakRef(body.answer) };
  return tryAcquireSlot && { read: body.read, tryAcquireSlot };
}

/** Undefined when the answer is no longer in memory, or has a better encoding now. */
function bytesOf({
  answer,
  accepted,
  encoding,
}: SentBody<WeakRef<PreparedAnswer>>): Buffer | '' | undefined {
  const form = answer.deref()?.encoded(accepted);
  if (!form || form instanceof Promise || form.encoding !== encoding) return undefined;
  return form.chunks.length <= 1 ? (form.chunks[0] ?? '') : undefined;
}

/** Node has this method on every outgoing message; its types declare it for requests only. */
type Outgoing = ServerResponse & Pick<ClientRequest, 'getRawHeaderNames'>;

function headersOf(response: ServerResponse): string[] {
  const names = (response as Outgoing).getRawHeaderNames().filter((name) => !OWN_HEADERS.has(name));
  return names.flatMap((name) => [name, String(response.getHeader(name))]);
}
