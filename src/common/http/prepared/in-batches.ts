/** Joins small chunks to some of at least so many bytes, one by one: joining a large answer at once would block the event loop. */
export function* inBatches(chunks: readonly Buffer[], minBytes: number): Generator<Buffer> {
  let some: Buffer[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    some.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < minBytes) continue;
    yield some.length === 1 ? chunk : Buffer.concat(some, bytes);
    [some, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(some, bytes);
}
