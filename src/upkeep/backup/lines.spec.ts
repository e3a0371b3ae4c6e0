import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { countLines, linesOf, wholeLines } from './lines.js';

const LINES = fc.array(fc.stringMatching(/^[a\u2028\\.é]{0,9}$/), { maxLength: 30 });

/** The text as a stream that is cut after each of some numbers of bytes. */
async function* chunked(whole: string, lengths: readonly number[]): AsyncGenerator<Buffer> {
  let rest = Buffer.from(whole);
  for (const length of lengths) {
    yield rest.subarray(0, length);
    rest = rest.subarray(length);
  }
  yield await Promise.resolve(rest);
}

const CUTS = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 });

it('however a stream is cut, its blocks are whole lines, and all of it', async () => {
  await fc.assert(
    fc.asyncProperty(LINES, CUTS, async (lines, cuts) => {
      const whole = lines.map((line) => `${line}\n`).join('');
      const blocks: Buffer[] = [];
      for await (const block of wholeLines(chunked(whole, cuts))) blocks.push(block);
      expect(blocks.every((block) => block.at(-1) === 0x0a)).toBe(true);
      expect(Buffer.concat(blocks).toString()).toBe(whole);
      const counts = blocks.map(countLines);
      expect(counts.reduce((all, one) => all + one, 0)).toBe(lines.length);
    }),
  );
});

it('however a stream is cut, its lines are the same, also a last one that does not end', async () => {
  await fc.assert(
    fc.asyncProperty(LINES, CUTS, fc.boolean(), async (lines, cuts, ends) => {
      const whole = lines.join('\n') + (ends && lines.length > 0 ? '\n' : '');
      const found: string[] = [];
      for await (const line of linesOf(chunked(whole, cuts))) found.push(line);
      // A last line without any character is none unless it ends.
      expect(found).toEqual(ends || lines.at(-1) !== '' ? lines : lines.slice(0, -1));
    }),
  );
});

it('a stream of nothing has no line', async () => {
  expect(await text(linesOf(chunked('', [])))).toBe('');
});
