import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FileForm } from '../../catalog/import/uploaded/uploaded-file.js';
import { callerOf, turnOf, type OperatorRequest } from '../access/caller.js';
import { ProblemError } from '../problems/problem.js';
import type { ArrivingFile } from './import-uploads.service.js';

const FORMS: Readonly<Record<string, FileForm>> = {
  'text/csv': 'csv',
  'application/json': 'json',
  'application/octet-stream': 'unknown',
};

/** The types that a catalog may be sent as; the form of the last one is told by its first characters. */
export const FILE_TYPES = Object.keys(FORMS);

/** The file that is the body of a request, as an argument of a handler. */
export const CurrentFile = createParamDecorator((_: unknown, context: ExecutionContext) =>
  arrivingFile(context.switchToHttp().getRequest<OperatorRequest>()),
);

function arrivingFile(request: OperatorRequest): ArrivingFile {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const form = FORMS[type.trim().toLowerCase()];
  if (form === undefined || request.headers['content-encoding'] !== undefined) {
    throw new ProblemError('not-a-file', `Send the file as ${FILE_TYPES.join(', ')}, not encoded.`);
  }
  const caller = callerOf(request);
  return {
    form,
    // A refusal in the middle must be answered, so the connection stays open.
    pieces: request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
    inTurn: turnOf(request),
    assertStillAdmitted: () => caller.assertStillAdmitted(),
  };
}
