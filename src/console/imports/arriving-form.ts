import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import busboy from 'busboy';
import type { Readable } from 'node:stream';
import { ProblemError } from '../../admin/problems/problem.js';
import { messageKey } from '../../common/sentence.js';
import type { ConsoleRequest } from '../visit/visit.js';

/** Far more than the form has besides its file. */
const LIMITS = { fieldNameSize: 100, fieldSize: 1_000, fields: 10, files: 1, parts: 20 };

/** The field of the file, which is the last one. */
export const FILE_FIELD = 'file';

/** A form with a file, while the file arrives. */
export interface ArrivingForm {
  /** The fields before the file. */
  readonly values: Readonly<Record<string, string>>;
  /** As the browser names it, without a folder. */
  readonly fileName: string;
  /** Fails with a ProblemError if the file does not arrive to its end. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/**
 * Reads a form to the beginning of its file. The file is never held in memory: it goes on when its pieces are taken.
 * @throws ProblemError if it is no such form, or has no file
 */
export function arrivingForm(request: ConsoleRequest): Promise<ArrivingForm> {
  const { promise, resolve, reject } = Promise.withResolvers<ArrivingForm>();
  const parser = parserOf(request);
  const values: [string, string][] = [];
  parser.on('field', (name, value) => values.push([name, value]));
  parser.on('file', (name, file, { filename }) => {
    // Its error is told where its pieces are taken; nobody takes those of a refused form.
    file.on('error', () => undefined);
    if (name !== FILE_FIELD || filename === undefined) file.resume();
    else
      resolve({ values: Object.fromEntries(values), fileName: filename, pieces: piecesOf(file) });
  });
  parser.on('error', () => {
    reject(notArrived());
  });
  parser.on('close', () => {
    reject(InvalidFieldsError.of(FILE_FIELD, 'must be chosen', messageKey('field.file', {})));
  });
  request.once('close', () => {
    if (!request.complete) parser.destroy(new Error('the sender has gone'));
  });
  request.pipe(parser);
  return promise;
}

/** Takes what still arrives of a refused form and forgets it: most browsers show an answer only when they have sent all. */
export function forgetRest(request: ConsoleRequest): void {
  request.unpipe();
  request.resume();
}

function parserOf(request: ConsoleRequest) {
  try {
    return busboy({ headers: request.headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch {
    throw new ProblemError('malformed-request', 'Send the form as multipart/form-data.');
  }
}

async function* piecesOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of file) yield piece as Uint8Array;
  } catch {
    throw notArrived();
  }
}

function notArrived(): ProblemError {
  return new ProblemError('not-arrived', 'The file did not arrive to its end.');
}
