import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { BadParameterError } from '../../app-error.js';
import type { UnsentAnswers } from '../connection/unsent-answers.js';
import type { SoukRequest } from '../souk-request.js';
import type { StreamedAnswer } from './streamed-answer.js';

/** What an answer takes in memory at least while it is sent, roughly. */
export const MIN_PART_BYTES = 128 * 1024;

/**
 * Sends the parts. An answer that fails in the middle never ends like a complete one: its connection is cut before the
 * last chunk. HTTP/1.0 has no chunks, so its clients would take any end of the connection for that of the answer.
 * @throws BadParameterError (114) to a client of HTTP/1.0; what the parts throw
 */
export async function sendStreamed(
  response: Response,
  { contentType, parts }: StreamedAnswer<string | Buffer>,
  unsentAnswers: UnsentAnswers,
): Promise<void> {
  const request = response.req as SoukRequest;
  if (request.httpVersion === '1.0') {
    throw new BadParameterError('Parameter format needs HTTP/1.1, by which a cut file is noticed');
  }
  const made = parts();
  try {
    // Nothing is read for a HEAD.
    let part = request.method === 'HEAD' ? undefined : await made.next();
    request.onAnswer?.();
    response.setHeader('Content-Type', contentType);
    while (part && part.done !== true) {
      const release = unsentAnswers.hold(response, {
        body: part,
        byteLength: Math.max(MIN_PART_BYTES, Buffer.byteLength(part.value)),
        accountId: request.accountId,
      });
      await write(response, part.value);
      if (response.destroyed) return;
      part = await made.next();
      release();
    }
    response.end();
  } finally {
    await made.return(undefined);
  }
}

/** Resolves when the client has taken the part, or has gone. */
async function write(response: ServerResponse, part: string | Buffer): Promise<void> {
  if (part.length === 0 || response.destroyed || response.write(part)) return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const done = (): void => {
    resolve(undefined);
  };
  response.once('drain', done);
  response.once('close', done);
  await promise;
  response.off('drain', done);
  response.off('close', done);
}
