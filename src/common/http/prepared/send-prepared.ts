import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { acceptedEncodings } from './accepted-encodings.js';
import { namesEntityTag } from './entity-tag.js';
import { inBatches } from './in-batches.js';
import type { UnsentAnswers } from '../connection/unsent-answers.js';
import type { UnsentAnswer } from '../connection/unsent-bytes.js';
import type { SoukRequest } from '../souk-request.js';
import { DOCUMENTED_CREDENTIALS } from '../wire.js';
import type { FastPath } from './fast-path.js';
import type { RepeatableAnswer } from './prepared-answer.js';

const VARY = [...DOCUMENTED_CREDENTIALS, 'Accept-Encoding'].join(', ');
/** Small chunks are joined to about this size before they are written, because thousands of small writes are slow. */
const JOINED_BYTES = 64 * 1024;

/** What keeps account of the answers that are sent. */
interface Sender {
  readonly fastPath: FastPath | undefined;
  readonly unsentAnswers: UnsentAnswers;
}

/** Sends the answer, or 304 to a caller that has it already, and offers it to the fast path. */
export async function sendPrepared(
  response: Response,
  prepared: RepeatableAnswer,
  { fastPath, unsentAnswers }: Sender,
): Promise<void> {
  const { headers, method, accountId } = response.req as SoukRequest;
  const { answer } = prepared;
  if (answer.entityTags.length > 0) {
    response.setHeader('Cache-Control', 'private, no-cache');
    // Without the token in the key, a cache would give one reseller's prices to another.
    response.vary(VARY);
  }
  const ifNoneMatch = headers['if-none-match'];
  const known = answer.entityTags.find((tag) => namesEntityTag(ifNoneMatch, tag));
  if (known !== undefined) {
    response.statusCode = 304;
    response.setHeader('ETag', known);
    fastPath?.remember(response, prepared.validity, undefined);
    response.end();
    return;
  }
  const accepted = acceptedEncodings(headers['accept-encoding']);
  const form = answer.encoded(accepted);
  const body = form instanceof Promise ? await form : form;
  (response.req as SoukRequest).onAnswer?.();
  const { encoding, chunks, byteLength, entityTag } = body;
  if (entityTag !== undefined) response.setHeader('ETag', entityTag);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', byteLength);
  fastPath?.remember(response, prepared.validity, { answer, accepted, encoding });
  const unsent = { body, byteLength, accountId };
  if (method === 'HEAD') response.end();
  else await write(response, chunks, unsent, unsentAnswers);
}

async function write(
  response: Response,
  chunks: readonly Buffer[],
  unsent: UnsentAnswer,
  unsentAnswers: UnsentAnswers,
): Promise<void> {
  if (chunks.length <= 1) {
    response.end(chunks[0]);
    unsentAnswers.written(response, unsent);
  } else {
    unsentAnswers.hold(response, unsent);
    await sendInPieces(response, chunks);
  }
}

/** Writes only as fast as the caller reads. */
async function sendInPieces(response: Response, chunks: readonly Buffer[]): Promise<void> {
  try {
    await pipeline(Readable.from(inBatches(chunks, JOINED_BYTES)), response);
  } catch {
    // The connection was closed; the pipeline has destroyed the response.
  }
}
