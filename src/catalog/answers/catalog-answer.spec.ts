import { jest } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { AcceptedEncodings } from '../../common/http/prepared/accepted-encodings.js';
import { CatalogAnswer } from './catalog-answer.js';
import { pieceOf, Rope } from './rope.js';

const MEGABYTE = 1024 * 1024;
const BR = { br: true, gzip: false };
const GZIP = { br: false, gzip: true };

function answerOf(pieces: number): { answer: CatalogAnswer; text: string } {
  const texts = Array.from({ length: pieces }, (_, index) => String(index).repeat(MEGABYTE / 4));
  return { answer: new CatalogAnswer(new Rope().addList(texts.map(pieceOf))), text: texts.join() };
}

async function compressed(answer: CatalogAnswer, accepted: AcceptedEncodings): Promise<Buffer> {
  for (;;) {
    const { encoding, chunks } = await answer.encoded(accepted);
    if (encoding !== 'identity') return Buffer.concat(chunks);
    await new Promise(setImmediate);
  }
}

it.each([1, 8, 100])('of %i pieces is the same in every encoding', async (pieces) => {
  const { answer, text } = answerOf(pieces);
  expect(gunzipSync(await compressed(answer, GZIP)).toString()).toBe(text);
  expect(brotliDecompressSync(await compressed(answer, BR)).toString()).toBe(text);
});

it('is never joined when it is large, neither to be sent nor to be compressed', async () => {
  const joined = jest.spyOn(Buffer, 'concat');
  const { answer } = answerOf(100);
  await answer.encoded(GZIP);
  const sizes = joined.mock.results.map(({ value }) => (value as Buffer).byteLength);
  joined.mockRestore();
  expect(Math.max(0, ...sizes)).toBeLessThan(8 * MEGABYTE);
});
