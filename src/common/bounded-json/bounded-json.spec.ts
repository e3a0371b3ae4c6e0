import fc from 'fast-check';
import { BoundedJson, parseBounded } from './bounded-json.js';
import { JsonFault } from './json-fault.js';
import { parseJsonExactly } from '../json.js';

const BOUNDS = { values: 1_000, nesting: 100, numberLength: 50, textBytes: 500 };

/** Reads the text in pieces of a few bytes, as a stream may be cut anywhere. */
function parsed(text: string, pieceLength = 3, keptNames?: ReadonlySet<string>): unknown {
  const json = new BoundedJson(BOUNDS, keptNames);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceLength) {
    json.write(bytes.subarray(at, at + pieceLength));
  }
  return json.end();
}

describe('BoundedJson', () => {
  it('keeps every digit', () => {
    const text = '[0.00772255027173913001, -1.50, 6.1e-05, 123456789012345678901234567890]';
    expect(parsed(text)).toEqual([
      '0.00772255027173913001',
      '-1.50',
      '6.1e-05',
      '123456789012345678901234567890',
    ]);
    expect(parsed('1234567')).toBe('1234567');
  });

  it('agrees with JSON.parse on any JSON, cut anywhere', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 1, max: 40 }), (text, length) => {
        const exact = parseJsonExactly(text);
        const values = JSON.stringify(exact).length;
        fc.pre(values < BOUNDS.textBytes);
        expect(parsed(text, length)).toEqual(exact);
      }),
    );
  });

  it('agrees with JSON.parse on what is no JSON, cut anywhere', () => {
    const change = fc.record({
      at: fc.nat(60),
      by: fc.constantFrom('', ...'"\\[]{},:0-+.eE tn\n\u0001é'),
    });
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), change, fc.nat(9), (json, { at, by }, length) => {
        const text = json.slice(0, at) + by + json.slice(at + 1);
        fc.pre(text.length < BOUNDS.textBytes);
        expect(outcomeOf(() => parsed(text, length + 1))).toEqual(
          outcomeOf(() => parseJsonExactly(text)),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves texts alone, whatever is in them', () => {
    const value = { 'a"1': '\\"12\\', 'شحن 60': '7 🎮', '\u0001': ['-1', '\n2'] };
    expect(parsed(JSON.stringify(value))).toEqual(value);
  });

  it('takes __proto__ for a name like any other', () => {
    const value = parsed('{"__proto__":{"id":1}}') as { id?: unknown };
    expect(value.id).toBeUndefined();
    expect(Object.keys(value)).toEqual(['__proto__']);
  });

  it('keeps only what is asked for, and counts only that', () => {
    const junk = JSON.stringify({ x: [[{ id: 7 }], ...'y'.repeat(2_000)] });
    const text = `{"more":${junk},"list":[{"id":1,"more":[{"id":2}],"id2":"x"}],"more2":1,"id":3}`;
    expect(parsed(text, 7, new Set(['list', 'id']))).toEqual({ list: [{ id: '1' }], id: '3' });
  });

  it.each([
    ['[1,\n2 3]', 'is not JSON: , is expected, not a number in line 2.'],
    ['{"a":1,}', 'is not JSON: name is expected, not } in line 1.'],
    ['[1,]', 'is not JSON: value is expected, not ] in line 1.'],
    ['[01]', 'is not JSON: value or ] is expected, not 01 in line 1.'],
    ['[tru]', 'is not JSON: value or ] is expected, not tru in line 1.'],
    ['["a\\x"]', 'is not JSON: a text has an escape that does not exist in line 1.'],
    ['["a\nb"]', 'is not JSON: a text has a control character in line 1.'],
    ['"a', 'is not JSON: a text is not closed in line 1.'],
    ['{"a":1', 'is not JSON: it ends too early in line 1.'],
    ['', 'is not JSON: it ends too early in line 1.'],
    ['[] []', 'is not JSON: nothing more is expected, not [ in line 1.'],
    ['[1}', 'is not JSON: , is expected, not } in line 1.'],
    ['['.repeat(101), 'is nested more than 100 levels deep in line 1; make it smaller.'],
    [`[${'1'.repeat(51)}`, 'has a number of more than 50 digits in line 1; make it smaller.'],
    [`["${'x'.repeat(501)}`, 'has a text of more than 500 bytes in line 1; make it smaller.'],
    [`{"${'x'.repeat(501)}`, 'has a text of more than 500 bytes in line 1; make it smaller.'],
    [`[${'0,'.repeat(1_000)}`, 'has more than 1,000 values in line 1; make it smaller.'],
  ])('says of %j: %s', (text, fault) => {
    expect(() => parsed(text)).toThrow(new JsonFault(fault));
  });

  it('says that a text is no UTF-8', () => {
    expect(() => parseBounded(Buffer.from('["Türkçe"]', 'latin1'), BOUNDS)).toThrow('not UTF-8');
  });

  it.each(['[', '{"a":', '[0,', '1', '"x', '"\\', ' ', 'nullnull'])(
    'gives up on endless %j as soon as a bound is passed, or holds nothing of it',
    (endless) => {
      const json = new BoundedJson(BOUNDS);
      const piece = Buffer.from(endless.repeat(1_000));
      let pieces = 0;
      try {
        for (; pieces < 1_000; pieces++) json.write(piece);
      } catch (error) {
        expect(error).toBeInstanceOf(JsonFault);
      }
      expect(pieces).toBe(endless === ' ' ? 1_000 : 0);
    },
  );
});

function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: read() };
  } catch {
    return 'no JSON';
  }
}
