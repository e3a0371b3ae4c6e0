const LINE_FEED = 0x0a;

/**
 * The lines of a byte stream, split at line feeds alone. Node's readline also splits at U+2028, which a product's
 * name may hold.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      yield bytes.toString('utf8', start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield rest.toString('utf8');
}
