import { promisify } from 'node:util';
import express from 'express';
import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { parseBounded } from '../../common/bounded-json/bounded-json.js';
import { hasBody, isReading } from '../../common/http/souk-request.js';
import { ProblemError } from '../problems/problem.js';
import type { OperatorRequest } from '../access/caller.js';
import { CheckedPipe } from './checked.pipe.js';

/** Of a body: a picture as Base64 and 1,000 codes of an order fit in. */
const MAX_BODY_BYTES = 512 * 1024;
const BOUNDS = { values: 5_000, nesting: 4, numberLength: 40, textBytes: MAX_BODY_BYTES };

const readBytes = promisify(express.raw({ type: 'application/json', limit: MAX_BODY_BYTES }));

/** A request whose body was read. */
interface ReadRequest extends OperatorRequest {
  bodyRead?: Promise<Buffer>;
}

/**
 * The bytes of the JSON body, which is read after the guard has admitted the caller; empty without a body.
 * @throws ProblemError; an error with a status, of the parser
 */
export function bodyOf(request: ReadRequest): Promise<Buffer> {
  request.bodyRead ??= read(request);
  return request.bodyRead;
}

async function read(request: ReadRequest): Promise<Buffer> {
  if (isReading(request)) return Buffer.alloc(0);
  await readBytes(request, request.res as express.Response);
  const body: unknown = request.body;
  if (Buffer.isBuffer(body)) return body;
  if (!hasBody(request)) return Buffer.alloc(0);
  throw new ProblemError('not-json', 'Send the body as application/json.');
}

/** The body as an object; an empty one without a body. @throws ProblemError */
export function objectOf(body: Buffer): object {
  if (body.byteLength === 0) return {};
  const value = parsed(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ProblemError('malformed-request', 'The body must be a JSON object.');
}

/** Bounded first, because class-transformer follows nested values to any depth. */
function parsed(body: Buffer): unknown {
  try {
    parseBounded(body, BOUNDS);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
  } catch {
    throw new ProblemError('malformed-request', 'The body is no JSON, or nested too deeply.');
  }
}

const BodyObject = createParamDecorator(async (_: unknown, context: ExecutionContext) =>
  objectOf(await bodyOf(context.switchToHttp().getRequest<OperatorRequest>())),
);

/** The body as an object of the class, as an argument of a handler. */
export const JsonBody = (type: Type<object>): ParameterDecorator =>
  BodyObject(new CheckedPipe(type));

/** The body of a change. @throws ProblemError if it says nothing */
export function changeOf(given: object): object {
  if (Object.keys(given).length > 0) return given;
  throw new ProblemError('invalid', 'The body says nothing that is to be changed.');
}
