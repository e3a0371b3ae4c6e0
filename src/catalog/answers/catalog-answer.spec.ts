import { vi } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { AcceptedEncodings } from '../../common/http/prepared/accepted-encodings.js';
import { CatalogAnswer } from './catalog-answer.js';
import { AnswerMemory } from './memory/answer-memory.js';
import { fragmentOf, Rope } from './memory/rope.js';
import { Compressions } from './scheduling/compressions.js';
import { EventLoopYielder } from './scheduling/event-loop-yielder.js';

const MEGABYTE = 1024 * 1024;
const BR = { br: true, gzip: false };
const GZIP = { br: false, gzip: true };
const PLAIN = { br: false, gzip: false };

function answerOf(fragments: number) {
  const memory = new AnswerMemory(Infinity);
  const resources = { memory, compressions: new Compressions(new EventLoopYielder()) };
  const texts = Array.from({ length: fragments }, (_, index) => String(index).repeat(MEGABYTE / 4));
  const answer = new CatalogAnswer(new Rope().addList(texts.map(fragmentOf)), resources, 'key');
  answer.hold();
  return { answer, memory, text: texts.join() };
}

async function compressed(answer: CatalogAnswer, accepted: AcceptedEncodings): Promise<Buffer> {
  for (;;) {
    const { encoding, chunks } = await answer.encoded(accepted);
    if (encoding !== 'identity') return Buffer.concat(chunks);
    await new Promise(setImmediate);
  }
}

it.each([1, 8, 100])('of %i fragments is the same in every encoding', async (fragments) => {
  const { answer, text } = answerOf(fragments);
  expect(gunzipSync(await compressed(answer, GZIP)).toString()).toBe(text);
  expect(brotliDecompressSync(await compressed(answer, BR)).toString()).toBe(text);
});

it.each([
  ['at once when it is small', 1, 1, 1],
  ['when it is sent for the second time', 8, 15, 1],
  ['never when it is large', 100, 199, 199],
])('is joined %s', async (_, fragments, atFirst, later) => {
  const joined = vi.spyOn(Buffer, 'allocUnsafeSlow');
  const { answer } = answerOf(fragments);
  await answer.encoded(GZIP);
  expect((await answer.encoded(PLAIN)).chunks).toHaveLength(atFirst);
  expect((await answer.encoded(PLAIN)).chunks).toHaveLength(later);
  const sizes = joined.mock.calls.map(([size]) => size);
  joined.mockRestore();
  expect(Math.max(...sizes)).toBeLessThan(8 * MEGABYTE);
});

it('keeps no more memory than its bytes need, also of short texts between large fragments', async () => {
  const rope = new Rope().add('short, ', fragmentOf('x'.repeat(MEGABYTE)), 'too');
  const resources = {
    memory: new AnswerMemory(Infinity),
    compressions: new Compressions(new EventLoopYielder()),
  };
  const { chunks } = await new CatalogAnswer(rope, resources, 'key').encoded(PLAIN);
  expect(chunks).toHaveLength(3);
  for (const chunk of chunks) expect(chunk.buffer.byteLength).toBe(chunk.byteLength);
});

it('is counted in all its forms while it is held, and no longer', async () => {
  const { answer, memory } = answerOf(8);
  const bytesOf = ({ chunks }: { chunks: readonly Buffer[] }): number =>
    chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const plain = bytesOf(await answer.encoded(PLAIN));
  expect(memory.counted).toBeGreaterThanOrEqual(plain - 7);
  const before = memory.counted;
  const gzip = await answer.encoded(GZIP);
  expect(memory.counted).toBe(before + bytesOf(gzip));
  answer.release();
  expect(memory.counted).toBe(0);
});

it('is counted while it is compressed, even if no cache holds it any more', async () => {
  const { answer, memory } = answerOf(8);
  const { counted } = memory;
  const gzip = answer.encoded(GZIP);
  answer.release();
  expect(memory.counted).toBe(counted);
  await gzip;
  expect(memory.counted).toBe(0);
});

it('does not start brotli while another compression runs, nor for an answer that is not cached', async () => {
  const { answer } = answerOf(8);
  const gzip = answer.encoded({ br: true, gzip: true });
  expect(gzip).toBeInstanceOf(Promise);
  expect((await gzip).encoding).toBe('gzip');
  answer.release();
  await answer.encoded(BR);
  await new Promise(setImmediate);
  expect(answer.encoded(BR)).toMatchObject({ encoding: 'identity' });
});
