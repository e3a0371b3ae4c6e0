import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { acceptedEncodings, type AcceptedEncodings } from './accepted-encodings.js';
import { namesEntityTag } from './entity-tag.js';

export type Encoding = 'identity' | 'gzip' | 'br';

/** Bytes ready to be sent. */
export interface EncodedAnswer {
  readonly encoding: Encoding;
  /** In this order; one for all but very large answers. */
  readonly chunks: readonly Buffer[];
  readonly byteLength: number;
  /** Strong, and of this encoding alone. */
  readonly entityTag: string;
}

/**
 * An answer whose bytes were there before the request. It may be kept by the caller and nobody else, and must be asked
 * for again each time: the strong ETag then saves the bytes.
 */
export abstract class PreparedAnswer {
  /** One for each encoding. */
  abstract readonly entityTags: readonly string[];

  /** The best form that the caller takes. */
  abstract encoded(accepted: AcceptedEncodings): EncodedAnswer | Promise<EncodedAnswer>;
}

/** Sends the answer, or 304 to a caller that has it already. */
export async function sendPrepared(response: Response, answer: PreparedAnswer): Promise<void> {
  const { headers, method } = response.req;
  response.setHeader('Cache-Control', 'private, no-cache');
  // The token is part of the key, or a cache would hand one reseller's prices to another.
  response.vary('api-token, Authorization, Accept-Encoding');
  const ifNoneMatch = headers['if-none-match'];
  const known = answer.entityTags.find((tag) => namesEntityTag(ifNoneMatch, tag));
  if (known !== undefined) {
    response.statusCode = 304;
    response.setHeader('ETag', known).end();
    return;
  }
  const form = answer.encoded(acceptedEncodings(headers['accept-encoding']));
  const { encoding, chunks, byteLength, entityTag } = form instanceof Promise ? await form : form;
  response.setHeader('ETag', entityTag);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', byteLength);
  if (method === 'HEAD') response.end();
  else if (chunks.length <= 1) response.end(chunks[0]);
  else await sendInPieces(response, chunks);
}

/** As fast as the caller takes it. */
async function sendInPieces(response: Response, chunks: readonly Buffer[]): Promise<void> {
  try {
    await pipeline(Readable.from(chunks, { objectMode: true }), response);
  } catch {
    // The caller has gone; the pipeline has closed the connection.
  }
}
