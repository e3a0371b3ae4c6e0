import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { RawReply } from './scripted-shop.js';

const MEGABYTE = 1024 * 1024;

/** Catalogs of a malicious supplier. */
export const HOSTILE_CATALOGS = {
  'a long list in a small answer': () => gzipped(['[', '0]'], '0,', 80 * MEGABYTE),
  'a long list of lists': () => gzipped(['{"products":[', '0]}'], '[[],{}],', 80 * MEGABYTE),
  'blanks without end': () => gzipped(['', '[]'], ' ', 600 * MEGABYTE),
  'a number of a million digits': () => new RawReply(['[{"id":', '1'.repeat(1_000_000), '}]']),
  'a text of a million letters': () =>
    new RawReply(['[{"name":"', 'e\u0301'.repeat(500_000), '"}]']),
  'lists in lists': () => new RawReply(['['.repeat(5_000_000)]),
  '15,000 categories in one another': () =>
    new RawReply([
      '{"categories":[',
      ...Array.from({ length: 15_000 }, (_, id) => `{"id":${id + 1},"name":"x","categories":[`),
      ']}'.repeat(15_000),
      ']}',
    ]),
  '15,000 categories, each the parent of the next': () =>
    new RawReply([
      '{"status":"OK","flat_categories":[',
      Array.from(
        { length: 15_000 },
        (_, id) => `{"id":${id + 1},"name":"x","parent_id":${id}}`,
      ).join(),
      ']}',
    ]),
} as const;

/** Begins a catalog and then sends a byte every 20 ms until the connection is closed. */
export function drippingCatalog(): RawReply {
  async function* drops(): AsyncGenerator<string, void> {
    yield '{"categories":[';
    for (;;) {
      yield ' ';
      await wait(20);
    }
  }
  return new RawReply(drops());
}

/** A start, one text repeated up to so many bytes, and an end; what is repeated is compressed once. */
function gzipped([start, end]: readonly [string, string], again: string, bytes: number): RawReply {
  function* members(): Generator<Buffer, void> {
    yield gzipSync(start);
    const piece = again.repeat(MEGABYTE / again.length);
    const member = gzipSync(piece);
    for (let sent = 0; sent < bytes; sent += piece.length) yield member;
    yield gzipSync(end);
  }
  return new RawReply(members(), { 'Content-Encoding': 'gzip' });
}
