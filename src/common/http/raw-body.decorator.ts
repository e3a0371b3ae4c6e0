import {
  createParamDecorator,
  PayloadTooLargeException,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request } from 'express';

const MAX_BODY_BYTES = 256 * 1024;

/**
 * The body of a request exactly as it was sent, as a Buffer of at most 256 KiB: an argument of a handler, such as one that
 * checks the signature of a webhook. A larger one is 413. It is neither decoded nor unpacked, whatever its headers say, and
 * read after the guards have admitted the caller. A handler has either this or `RequestParameters`.
 */
export const RawBody = createParamDecorator((_: unknown, context: ExecutionContext) =>
  bytesOf(context.switchToHttp().getRequest<Request>()),
);

async function bytesOf(request: Request): Promise<Buffer> {
  const tooLarge = new PayloadTooLargeException(
    `The body has more than ${MAX_BODY_BYTES / 1024} KiB`,
  );
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge;
  const pieces: Buffer[] = [];
  let length = 0;
  // A refusal in the middle must be answered, so the connection stays open.
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += piece.byteLength;
    if (length > MAX_BODY_BYTES) throw tooLarge;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
