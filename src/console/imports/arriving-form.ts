import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import type { Readable } from 'node:stream';
import { messageKey } from '../../common/sentence.js';
import { notArrived, receiveMultipart } from '../http/multipart.js';
import type { ConsoleRequest } from '../visit/visit.js';

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
  const values: [string, string][] = [];
  receiveMultipart(request, {
    field: (name, value) => {
      values.push([name, value]);
    },
    file: (name, file, fileName) => {
      // Nobody takes the pieces of a refused form.
      if (name !== FILE_FIELD || fileName === undefined) file.resume();
      else resolve({ values: Object.fromEntries(values), fileName, pieces: piecesOf(file) });
    },
    end: () => {
      reject(InvalidFieldsError.of(FILE_FIELD, 'must be chosen', messageKey('field.file', {})));
    },
    failed: reject,
  });
  return promise;
}

/** Takes what still arrives of a refused form and forgets it: most browsers show an answer only when they have sent all. */
export function forgetRest(request: ConsoleRequest): void {
  request.unpipe();
  request.resume();
}

async function* piecesOf(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of file) yield piece as Uint8Array;
  } catch {
    throw notArrived();
  }
}
