import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { ProblemError } from '../../admin/problems/problem.js';
import { MAX_PICTURE_BYTES } from '../../catalog/pictures/pictures.service.js';
import type { ConsoleRequest } from '../visit/visit.js';

/** Far more than any such form has besides its file. */
const LIMITS = { fieldNameSize: 100, fieldSize: 1_000, fields: 10, files: 1, parts: 20 };
/** One byte more than a file may have, so that its check sees that it is too long. The rest arrives and is forgotten. */
const MAX_FILE_BYTES = MAX_PICTURE_BYTES + 1;

/** Is told what a form holds, in the order in which it arrives. */
interface Receiver {
  readonly field: (name: string, value: string) => void;
  /** @param fileName as the browser names it; undefined if no file was chosen */
  readonly file: (name: string, file: Readable, fileName: string | undefined) => void;
  readonly end: () => void;
  readonly failed: (error: ProblemError) => void;
}

/**
 * Receives a form with a file.
 * @param fileSize the bytes of the file that are taken
 * @throws ProblemError for another form
 */
export function receiveMultipart(
  request: ConsoleRequest,
  { field, file, end, failed }: Receiver,
  fileSize = Infinity,
): void {
  const parser = parserOf(request, fileSize);
  parser.on('field', field);
  parser.on('file', (name, stream, { filename }) => {
    // Its error is told where its pieces are taken, or by the parser.
    stream.on('error', () => undefined);
    file(name, stream, filename);
  });
  parser.on('error', () => {
    failed(notArrived());
  });
  parser.on('close', end);
  request.once('close', () => {
    if (!request.complete) parser.destroy(new Error('the sender has gone'));
  });
  request.pipe(parser);
}

function parserOf({ headers }: ConsoleRequest, fileSize: number) {
  try {
    return busboy({ headers, limits: { ...LIMITS, fileSize }, defParamCharset: 'utf8' });
  } catch {
    throw new ProblemError('malformed-request', 'Send the form as multipart/form-data.');
  }
}

export function notArrived(): ProblemError {
  return new ProblemError('not-arrived', 'The file did not arrive to its end.');
}

/**
 * The fields of a form with a short file. The file is the field of its name, as Base64; without a file, or with an empty
 * one, there is no such field.
 * @throws ProblemError if it is no such form, or does not arrive to its end
 */
export function multipartFields(request: ConsoleRequest): Promise<URLSearchParams> {
  const { promise, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  const fields = new URLSearchParams();
  const receiver: Receiver = {
    field: (name, value) => {
      fields.append(name, value);
    },
    file: (name, file) => {
      const pieces: Buffer[] = [];
      file.on('data', (piece: Buffer) => pieces.push(piece));
      file.on('end', () => {
        const bytes = Buffer.concat(pieces);
        if (bytes.length > 0) fields.append(name, bytes.toString('base64'));
      });
    },
    end: () => {
      resolve(fields);
    },
    failed: reject,
  };
  receiveMultipart(request, receiver, MAX_FILE_BYTES);
  return promise;
}
