const LINE_FEED = 0x0a;

/**
 * Splits a byte stream into lines, at line feeds only. Node's readline also splits at U+2028, which the name of a
 * product may contain.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  // Put together once a line: a line of many chunks would take quadratic time otherwise.
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const isWhole = begun.length === 0;
      yield isWhole
        ? chunk.toString('utf8', start, end)
        : Buffer.concat([...begun, chunk.subarray(start, end)]).toString();
      begun = [];
      start = end + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString();
}
