import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { parseJsonExactly } from '../../../common/json.js';
import { withNumbersQuoted } from './json-numbers.js';

/** Reads the text in pieces of a few bytes, as a file may be cut anywhere. */
async function parsed(text: string, pieceLength = 3): Promise<unknown> {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceLength) }, (_, index) =>
    bytes.subarray(index * pieceLength, (index + 1) * pieceLength),
  );
  const quoted = await buffer(Readable.from(withNumbersQuoted(Readable.from(pieces))));
  return JSON.parse(quoted.toString());
}

describe('withNumbersQuoted', () => {
  it('keeps every digit', async () => {
    const text = '[0.00772255027173913001, -1.50, 6.1e-05, 123456789012345678901234567890]';
    expect(await parsed(text)).toEqual([
      '0.00772255027173913001',
      '-1.50',
      '6.1e-05',
      '123456789012345678901234567890',
    ]);
  });

  it('reads a bare number', async () => {
    expect(await parsed('1234567')).toBe('1234567');
  });

  it('leaves strings alone, whatever is in them', async () => {
    const value = { 'a"1': '\\"12\\', 'شحن 60': '7 🎮', '\u0001': ['-1', '\n2'] };
    expect(await parsed(JSON.stringify(value))).toEqual(value);
  });

  it('agrees with parseJsonExactly on any JSON, cut anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.integer({ min: 1, max: 40 }), async (text, pieceLength) => {
        expect(await parsed(text, pieceLength)).toEqual(parseJsonExactly(text));
      }),
    );
  });

  it.each(['{"a":1', '[1 2]', '1 x', '"', '[1,]'])('leaves %s malformed', async (text) => {
    await expect(parsed(text)).rejects.toThrow(SyntaxError);
  });
});
