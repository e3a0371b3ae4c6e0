import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { BoundedJson } from '../../../common/bounded-json/bounded-json.js';
import { JsonFault } from '../../../common/bounded-json/json-fault.js';
import { OperatorError } from '../../../common/app-error.js';
import { readCsv } from './csv.reader.js';
import { DraftBuilder, type CatalogDraft } from './draft-builder.js';
import type { PriceList } from './price-list.builder.js';
import { englishNumber, FileFault } from './import-faults.js';
import { isRecord } from '../../../common/json-values.js';
import { CATALOG_JSON, MAX_CATALOG_BYTES } from './reading-bounds.js';
import { isShopAnswer, readShopAnswer, SHOP_ANSWER_NAMES } from './shop-answer.reader.js';
import { isSoukCatalog, readSoukCatalog, SOUK_CATALOG_NAMES } from './souk-catalog.reader.js';

/** A brace or bracket after an optional byte order mark, in bytes read as Latin-1. */
const JSON_START = /^(?:\u00ef\u00bb\u00bf)?\s*[[{]/;
/** Refuses invalid UTF-8 instead of replacing it; a byte order mark is dropped. */
const FATAL = { fatal: true };
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const KEPT_NAMES = new Set([...SHOP_ANSWER_NAMES, ...SOUK_CATALOG_NAMES]);

/** Errors of opening and decoding a file, as the end of a sentence. */
const READING_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist.',
  EACCES: 'may not be read by this user.',
  EISDIR: 'is a folder, not a file.',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text; save it as UTF-8.',
};

interface FileReading {
  readonly separator?: string | undefined;
  readonly where?: string;
  readonly onBytes?: OnBytes;
}

type OnBytes = (bytes: number) => void;

/**
 * Reads and checks a whole catalog file of any known format, or a price list. This takes long for a large file, so a server must call it in
 * another process.
 * @param options `separator` stands between the columns of a CSV; `where` names the file in messages; `onBytes` is called with
 * the number of bytes that were read so far.
 * @throws OperatorError in one sentence that names the file and the fault.
 */
export async function readCatalogFile(
  path: string,
  { separator, where = path, onBytes }: FileReading = {},
): Promise<CatalogDraft | PriceList> {
  try {
    return await readFile(path, separator, onBytes);
  } catch (error) {
    throw asOperatorError(where, error);
  }
}

/**
 * Reads and checks the catalog answer of another shop while it arrives.
 * @param where names the answer in messages.
 * @throws OperatorError in one sentence; errors of the body stream are thrown as they are.
 */
export async function readShopCatalog(
  where: string,
  body: AsyncIterable<Uint8Array>,
): Promise<CatalogDraft> {
  try {
    const document = await documentOf(bounded(body));
    if (!isShopAnswer(document)) throw new FileFault('is no answer of a shop.');
    const draft = new DraftBuilder({ isComplete: true });
    readShopAnswer(document, draft);
    return draft.finish();
  } catch (error) {
    throw asOperatorError(where, error);
  }
}

/** Converts a fault of the file to an OperatorError; returns any other error as it is. */
export function asOperatorError(path: string, error: unknown): unknown {
  const code = isRecord(error) ? String(error.code) : '';
  const isFault = error instanceof FileFault || error instanceof JsonFault;
  const fault = isFault ? error.message : READING_FAULTS[code];
  return fault === undefined ? error : new OperatorError(`${path} ${fault}`, { cause: error });
}

async function readFile(
  path: string,
  separator?: string,
  onBytes?: OnBytes,
): Promise<CatalogDraft | PriceList> {
  const pieces = bounded(createReadStream(path) as AsyncIterable<Buffer>, onBytes);
  const first = await pieces.next();
  if (first.done) throw new FileFault('is empty.');
  const bytes = startingWith(first.value, pieces);
  if (!isCsv(path, first.value)) return draftOf(await documentOf(bytes));
  return readCsv(decoded(bytes), separator);
}

function isCsv(path: string, start: Buffer): boolean {
  const extension = extname(path).toLowerCase();
  if (extension === '.csv' || extension === '.json') return extension === '.csv';
  return !JSON_START.test(start.toString('latin1'));
}

function draftOf(document: unknown): CatalogDraft {
  const draft = new DraftBuilder();
  if (isSoukCatalog(document)) readSoukCatalog(document, draft);
  else if (isShopAnswer(document)) readShopAnswer(document, draft);
  else throw new FileFault('is JSON, but neither a Souk catalog nor the answer of another shop.');
  return draft.finish();
}

async function documentOf(bytes: AsyncIterable<Buffer>): Promise<unknown> {
  const json = new BoundedJson(CATALOG_JSON, KEPT_NAMES);
  let isStart = true;
  for await (const piece of bytes) {
    const marked = isStart && piece.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    json.write(marked ? piece.subarray(BYTE_ORDER_MARK.length) : piece);
    isStart = false;
  }
  return json.end();
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', FATAL);
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** @throws FileFault as soon as the size exceeds the limit */
async function* bounded(
  pieces: AsyncIterable<Uint8Array>,
  onBytes?: OnBytes,
): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const { buffer, byteOffset, byteLength } of pieces) {
    size += byteLength;
    if (size > MAX_CATALOG_BYTES) {
      const most = englishNumber(MAX_CATALOG_BYTES);
      throw new FileFault(`is larger than ${most} bytes; make it smaller.`);
    }
    yield Buffer.from(buffer, byteOffset, byteLength);
    onBytes?.(size);
  }
}

async function* startingWith(
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  yield first;
  yield* rest;
}
