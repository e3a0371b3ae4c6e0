import { brotliCompressSync, gzipSync } from 'node:zlib';
import { stableAnswer, StableNames, type WireAnswer } from './stable-answer.js';

const NOW = Date.parse('2026-04-10T13:55:48Z');
const ONE = 'ID_9fffb0d849a45215';
const OTHER = 'ID_0000000000000000';

const names = (): StableNames => new StableNames(() => NOW);

function answer(headers: WireAnswer['headers'], body: string | Buffer = ''): WireAnswer {
  return { statusLine: 'HTTP/1.1 200 OK', headers, body: Buffer.from(body) };
}

const headersOf = (...headers: [string, string][]): readonly string[] =>
  stableAnswer(answer(headers, 'body'), names()).headers;

describe('a stable text', () => {
  it('names equal order ids equally, and others otherwise', () => {
    const stable = names();

    expect(stable.text(`${ONE} ${OTHER} TEST-${ONE}-1`)).toBe('ID_#1 ID_#2 TEST-ID_#1-1');
    expect(stable.text(OTHER)).toBe('ID_#2');
  });

  it.each(['ID_9FFFB0D849A45215', 'ID_9fffb0d849a4521', 'id_9fffb0d849a45215'])(
    'leaves %s as it is, which is no order id',
    (text) => {
      expect(names().text(text)).toBe(text);
    },
  );

  it.each([
    ['2026-04-10 13:55:48', 'NOW'],
    ['2026-04-10 13:50:00', 'NOW'],
    // In Tehran.
    ['2026-04-10 17:25:48', '2026-04-10 17:25:48'],
    ['2025-04-10 13:55:48', '2025-04-10 13:55:48'],
    ['2026-04-10T13:55:48', '2026-04-10T13:55:48'],
    ['2026-04-10 13:55:48.1', '2026-04-10 13:55:48.1'],
  ])('takes %s for %s as the time of an order', (time, told) => {
    expect(names().text(`{"created_at":"${time}"}`)).toBe(`{"created_at":"${told}"}`);
  });

  it('names a request id that is told', () => {
    const id = '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';

    expect(names().text(`fault (request ${id})`)).toBe('fault (request UUID)');
    expect(names().text(id)).toBe(id);
  });
});

describe('stable headers', () => {
  it('are sorted, with all that was sent and how it was spelled', () => {
    expect(headersOf(['vary', 'a'], ['ETag', '"x"'], ['Vary', 'b'], ['vary', 'a'])).toEqual([
      'ETag: "x"',
      'vary: a',
      'vary: a',
      'Vary: b',
    ]);
  });

  it.each([
    ['Date', 'Fri, 10 Apr 2026 13:55:48 GMT', 'DATE'],
    ['Date', '2026-04-10', '2026-04-10'],
    ['X-Request-Id', '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11', 'UUID'],
    ['X-Request-Id', 'mine-1', 'mine-1'],
    ['X-Request-Id', '', ''],
    ['Content-Length', '4', 'BYTES'],
    ['Content-Length', '5', '5'],
    ['ETag', '"2f4f6f0f9f11"', '"2f4f6f0f9f11"'],
    ['ETag', 'W/"2ab-19a1b2c3d4e"', 'W/"SIZE-TIME"'],
  ])('tell %s: %s as %s', (name, value, told) => {
    expect(headersOf([name, value])).toEqual([`${name}: ${told}`]);
  });
});

describe('a stable body', () => {
  it.each([
    ['gzip', gzipSync(`{"a":"${ONE}"}`)],
    ['br', brotliCompressSync(`{"a":"${ONE}"}`)],
  ])('is read from %s', (encoding, bytes) => {
    const headers: [string, string][] = [
      ['Content-Encoding', encoding],
      ['Content-Length', String(bytes.byteLength)],
    ];

    expect(stableAnswer(answer(headers, bytes), names())).toEqual({
      statusLine: 'HTTP/1.1 200 OK',
      headers: [`Content-Encoding: ${encoding}`, 'Content-Length: BYTES'],
      body: '{"a":"ID_#1"}',
    });
  });

  it('of an answer to HEAD is none, whatever its headers say', () => {
    const stable = stableAnswer(answer([['Content-Encoding', 'gzip']]), names());

    expect(stable.body).toBe('');
  });
});
