import { hash } from 'node:crypto';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { AcceptedEncodings } from './accepted-encodings.js';
import { isRequestId, loggableUrl, REQUEST_ID_HEADER, type AccessLog } from '../access-log.js';
import type { Shutdown } from '../connection/shutdown.js';
import type { UnsentAnswers } from '../connection/unsent-answers.js';
import type { Encoding, PreparedAnswer } from './prepared-answer.js';
import type { SoukRequest } from '../souk-request.js';
import type { Validity } from '../validity.js';

/** Most requests that are remembered: some ten megabytes. */
const REMEMBERED = 20_000;
const LONGEST_URL = 500;
/**
 * Most of URL and headers that is hashed, a character being a byte there. Each request pays for the hash before anything
 * is known of its caller; bots send a few hundred bytes, browsers one or two thousand.
 */
const LONGEST_REQUEST_BYTES = 4_096;

/** A body as it was sent. */
interface SentBody<Answer> {
  readonly answer: Answer;
  readonly accepted: AcceptedEncodings;
  readonly encoding: Encoding;
}

/** What was answered to a request, by which it can be answered again. */
interface Remembered {
  /** Of the guard's decision, and of the answer. */
  readonly validities: readonly [Validity, Validity];
  /** Its answer is held by whoever bounds the memory for answers; undefined where nothing is sent but the head. */
  readonly body: SentBody<WeakRef<PreparedAnswer>> | undefined;
  readonly statusCode: number;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  /** For the log. */
  readonly url: string;
  readonly accountId: number | undefined;
}

/**
 * Answers a request again as it was answered before, without guards, middleware or handler, while everything holds
 * that they decided on. Bots ask the same every few minutes, thousands of them; most requests pass here.
 */
export class FastPath {
  private readonly remembered = new LRUCache<string, Remembered>({ max: REMEMBERED });

  constructor(
    private readonly shutdown: Shutdown,
    private readonly log: AccessLog,
    private readonly unsentAnswers: UnsentAnswers,
  ) {}

  /** @returns false when the request has to go the whole way. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.shutdown.hasBegun || request.method !== 'GET') return false;
    const key = keyOf(request.url, request.rawHeaders);
    const known = key === undefined ? undefined : this.remembered.get(key);
    if (!known?.validities.every((validity) => validity.isValid())) return false;
    const body = known.body ? bytesOf(known.body) : '';
    if (body === undefined) return false;
    this.shutdown.waitFor(response);
    const id = this.log.begin(request, response, known.url);
    response.writeHead(known.statusCode, [REQUEST_ID_HEADER, id, ...known.headers]).end(body);
    const { accountId } = known;
    // Also where there is only a head: a client that does not read it is cut like any other.
    const unsent = { body: body === '' ? response : body, byteLength: body.length, accountId };
    this.unsentAnswers.written(response, unsent);
    return true;
  }

  /** Remembers an answer that is about to be sent, all its headers set, if it may be given again. */
  remember(
    response: Response,
    validity: Validity,
    body: SentBody<PreparedAnswer> | undefined,
  ): void {
    const request = response.req as SoukRequest;
    const { statusCode } = response;
    const { headers } = request;
    const key = keyOf(request.originalUrl, request.rawHeaders);
    if (key === undefined || !request.validity || !isRepeatable(request)) return;
    // Any other tag may come only once.
    if (headers['if-none-match'] !== undefined && statusCode !== 304) return;
    this.remembered.set(key, {
      validities: [request.validity, validity],
      body: body && { ...body, answer: new WeakRef(body.answer) },
      statusCode,
      headers: headersOf(response),
      url: loggableUrl(request.originalUrl),
      accountId: request.accountId,
    });
  }
}

/** True for what may be answered again when exactly the same comes again. */
function isRepeatable({ method, headers }: SoukRequest): boolean {
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.origin === undefined
  );
}

/**
 * The URL with all headers, so that nothing that an answer depends on can be forgotten, but for the request's own id; a
 * hash, since tokens are not kept. Undefined for a URL or a request that is too long.
 */
function keyOf(url: string | undefined, rawHeaders: readonly string[]): string | undefined {
  if (url === undefined || url.length > LONGEST_URL) return undefined;
  let text = url;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // No URL and no header holds a line break.
    if (isRequestId(name)) continue;
    text += `\n${name}:${rawHeaders[index + 1] ?? ''}`;
    if (text.length > LONGEST_REQUEST_BYTES) return undefined;
  }
  return hash('sha256', text, 'base64url');
}

/** Undefined when the answer is not in memory any more, or has a better form now. */
function bytesOf({
  answer,
  accepted,
  encoding,
}: SentBody<WeakRef<PreparedAnswer>>): Buffer | '' | undefined {
  const form = answer.deref()?.encoded(accepted);
  if (!form || form instanceof Promise || form.encoding !== encoding) return undefined;
  return form.chunks.length <= 1 ? (form.chunks[0] ?? '') : undefined;
}

/** Node has this for every message that goes out; its types know it for requests alone. */
type Outgoing = ServerResponse & Pick<ClientRequest, 'getRawHeaderNames'>;

function headersOf(response: ServerResponse): string[] {
  const names = (response as Outgoing)
    .getRawHeaderNames()
    .filter((name) => name !== REQUEST_ID_HEADER);
  return names.flatMap((name) => [name, String(response.getHeader(name))]);
}
