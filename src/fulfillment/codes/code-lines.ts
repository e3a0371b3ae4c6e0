import { OperatorError } from '../../common/app-error.js';
import { canonicalText, isStorableText } from '../../common/text.js';
import { sentence } from '../../common/sentence.js';

const CODES_PER_BATCH = 1000;
const MAX_CODE_CHARACTERS = 1000;
/** A decoder writes this character for bytes that are not UTF-8. */
const UNREADABLE = '\uFFFD';

/** The codes of a file, one per line. @throws OperatorError that names a line without a valid code */
export async function* codesOf(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let number = 0;
  for await (const line of lines) {
    number++;
    const code = canonicalText(line.replace(/^\uFEFF/, ''));
    if (code === '') continue;
    if (!isStorableText(code) || code.includes(UNREADABLE) || code.length > MAX_CODE_CHARACTERS) {
      throw new OperatorError(
        ...sentence('stock.line', { line: number, characters: MAX_CODE_CHARACTERS }),
      );
    }
    yield code;
  }
}

/** The codes in lists of at most 1,000. */
export async function* batchesOf(codes: AsyncIterable<string>): AsyncGenerator<string[], void> {
  let batch: string[] = [];
  for await (const code of codes) {
    batch.push(code);
    if (batch.length < CODES_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
