import { asError } from './clock.js';
import { CutFileError, failureError } from './errors.js';
import { isRecord, parsed, readReply, type Reply } from './reply.js';
import type { Shop } from './shop.js';
import type { Call, OpenAnswer } from './transport.js';

const TYPES = { csv: 'text/csv', jsonl: 'application/jsonl' } as const;

export type FileFormat = keyof typeof TYPES;

/**
 * A file of the books, in the parts in which it arrives. It is asked for again until it begins; once begun, it is whole
 * or fails.
 * @throws CutFileError when it ends too early; RefusedError, UnansweredError
 */
export async function* fileParts(
  shop: Shop,
  format: FileFormat,
  { path, query, signal }: Call,
): AsyncGenerator<Uint8Array, void, undefined> {
  const call = { path, query: { ...query, format }, signal };
  const reply = await shop.insist(() => opened(shop, call, TYPES[format]), call);
  if (reply.kind !== 'ok') throw failureError(reply);
  const { response, timed, close } = reply.body;
  try {
    const reader = response.body?.getReader();
    for (;;) {
      const part = reader && (await timed(reader.read()));
      if (!part || part.done) return;
      yield part.value;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new CutFileError(`The file of ${path} was cut: ${asError(error).message}`, {
      cause: error,
    });
  } finally {
    close();
  }
}

/** The items of a file in the format jsonl. @throws CutFileError, also for a last line without an end */
export async function* fileItems<Item>(
  parts: AsyncIterable<Uint8Array>,
  keys: readonly (keyof Item & string)[],
): AsyncGenerator<Item, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isItem = (value: unknown): value is Item =>
    isRecord(value) && keys.every((key) => key in value);
  let rest = '';
  for await (const part of parts) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const item = parsed(line);
      if (!isItem(item)) throw new CutFileError(`A line of the file holds no item: ${line}`);
      yield item;
    }
  }
  if (rest !== '') throw new CutFileError('The last line of the file has no end');
}

async function opened(shop: Shop, call: Call, type: string): Promise<Reply<OpenAnswer>> {
  try {
    const answer = await shop.open(call);
    const { response, timed, close } = answer;
    const isFile = response.headers.get('content-type')?.startsWith(type) === true;
    if (response.status === 200 && isFile) return { kind: 'ok', body: answer };
    const { status, headers } = response;
    const text = await timed(response.text()).finally(close);
    return readReply({ status, headers, text }, isNever);
  } catch (error) {
    call.signal?.throwIfAborted();
    return { kind: 'no-answer', reason: asError(error).message };
  }
}

/** A file was asked for, so JSON can only be a refusal. */
function isNever(body: unknown): body is never {
  return body === isNever;
}
