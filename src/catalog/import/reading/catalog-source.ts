import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { parseJsonExactly } from '../../../common/json.js';
import { OperatorError } from '../../../common/app-error.js';
import { readCsv } from './csv.reader.js';
import { DraftBuilder, type CatalogDraft } from './draft-builder.js';
import { englishNumber, FileFault } from './import-faults.js';
import { withNumbersQuoted } from './json-numbers.js';
import { isRecord } from './json-values.js';
import { isShopAnswer, readShopAnswer } from './shop-answer.reader.js';
import { isSoukCatalog, readSoukCatalog } from './souk-catalog.reader.js';

/** A JavaScript string holds little more. */
const LARGEST_FILE = 512_000_000;
/** A brace or bracket after an optional byte order mark, in bytes read as Latin-1. */
const JSON_START = /^(?:\u00ef\u00bb\u00bf)?\s*[[{]/;
/** The line is that of the file; columns are not, because of the quotes around numbers. */
const JSON_POSITION = /at position \d+ \(line (\d+) column \d+\)/;
/** Bytes that are no UTF-8 are refused, not replaced; a byte order mark is dropped. */
const FATAL = { fatal: true };

/** What may go wrong when a file is opened and decoded, as the end of a sentence. */
const READING_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist.',
  EACCES: 'may not be read by this user.',
  EISDIR: 'is a folder, not a file.',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text; save it as UTF-8.',
};

/**
 * Reads and checks a whole catalog file of any known format.
 * @throws OperatorError in one sentence that names the file and what is wrong with it.
 */
export async function readCatalog(path: string): Promise<CatalogDraft> {
  try {
    return await read(path);
  } catch (error) {
    throw inWords(path, error);
  }
}

/**
 * Reads and checks the catalog answer of another shop.
 * @param where names it in messages.
 * @throws OperatorError in one sentence
 */
export function parseShopAnswer(where: string, text: string): CatalogDraft {
  try {
    const document = parsedExactly(text);
    const draft = new DraftBuilder(false);
    if (!isShopAnswer(document)) throw new FileFault('is no answer of a shop.');
    readShopAnswer(document, draft);
    return draft.finish();
  } catch (error) {
    throw inWords(where, error);
  }
}

/** A fault as a sentence about the file; any other error as it is. */
export function inWords(path: string, error: unknown): unknown {
  const code = isRecord(error) ? String(error.code) : '';
  const fault = error instanceof FileFault ? error.message : READING_FAULTS[code];
  return fault === undefined ? error : new OperatorError(`${path} ${fault}`, { cause: error });
}

async function read(path: string): Promise<CatalogDraft> {
  const pieces = bytesOf(path);
  const first = await pieces.next();
  if (first.done) throw new FileFault('is empty.');
  const bytes = startingWith(first.value, pieces);
  if (!isCsv(path, first.value)) return draftOf(parsed(await textOf(withNumbersQuoted(bytes))));
  const draft = new DraftBuilder(true);
  await readCsv(decoded(bytes), draft);
  return draft.finish();
}

function isCsv(path: string, start: Buffer): boolean {
  const extension = extname(path).toLowerCase();
  if (extension === '.csv' || extension === '.json') return extension === '.csv';
  return !JSON_START.test(start.toString('latin1'));
}

function draftOf(document: unknown): CatalogDraft {
  const draft = new DraftBuilder(false);
  if (isSoukCatalog(document)) readSoukCatalog(document, draft);
  else if (isShopAnswer(document)) readShopAnswer(document, draft);
  else throw new FileFault('is JSON, but neither a Souk catalog nor the answer of another shop.');
  return draft.finish();
}

function parsedExactly(text: string): unknown {
  return parsed(text, parseJsonExactly);
}

function parsed(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw new FileFault('is nested too deeply.');
    if (!(error instanceof SyntaxError)) throw error;
    const message = error.message.replace(JSON_POSITION, 'in line $1').replaceAll(/\s+/g, ' ');
    throw new FileFault(`is not JSON: ${message}.`);
  }
}

/** Decodes the whole at once: decoded pieces would take twice the memory when they are joined. */
async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return new TextDecoder('utf-8', FATAL).decode(Buffer.concat(pieces));
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', FATAL);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function* bytesOf(path: string): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    size += bytes.length;
    if (size > LARGEST_FILE) {
      throw new FileFault(`is larger than ${englishNumber(LARGEST_FILE)} bytes; split it.`);
    }
    yield bytes;
  }
}

async function* startingWith(
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  yield first;
  yield* rest;
}
