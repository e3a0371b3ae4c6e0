const LINE_FEED = 0x0a;

/**
 * Splits a byte stream into blocks of whole lines, each line with its line feed; the very last line may lack it. A block is
 * as large as the chunks of the stream, or as one line.
 */
export async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  // Put together once a line: a line of many chunks would take quadratic time otherwise.
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      const whole = chunk.subarray(0, end);
      yield begun.length === 0 ? whole : Buffer.concat([...begun, whole]);
      begun = [];
    }
    if (end < chunk.length) begun.push(chunk.subarray(end));
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

/**
 * Splits a byte stream into lines, at line feeds only. Node's readline also splits at U+2028, which the name of a
 * product may contain.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  for await (const block of wholeLines(chunks)) {
    let start = 0;
    for (let end = block.indexOf(LINE_FEED); end >= 0; end = block.indexOf(LINE_FEED, start)) {
      yield block.toString('utf8', start, end);
      start = end + 1;
    }
    if (start < block.length) yield block.toString('utf8', start);
  }
}

/** How many lines end in the block. */
export function countLines(block: Buffer): number {
  let count = 0;
  for (let at = block.indexOf(LINE_FEED); at >= 0; at = block.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}
