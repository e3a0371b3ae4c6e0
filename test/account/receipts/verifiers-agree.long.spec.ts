import fc from 'fast-check';
import { describeWhere } from '../../support/describe-where.js';
import { servedFiles } from '../../support/receipt-files.js';
import { exampleHistory } from '../../support/receipt-history.js';
import { IN_NODE, IN_PYTHON, NO_PYTHON, type Question } from '../../support/verifiers.js';

/** What no member should be; undefined leaves it out. */
const STRANGE: readonly unknown[] = [
  ...[undefined, null, 0, 1, -1, 1.5, 1e300, '', 'x', [], ['a'], {}, true, '\ud800', 'constructor'],
  ...['0'.repeat(64), '1.00000000', '2026-01-31T23:59:59.123456Z', '__proto__'],
];

type Holder = Record<string, unknown>;

/** Every member of a value, by the object or list that holds it. */
function membersOf(value: unknown): (readonly [Holder, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((name) => [[holder, name], ...membersOf(holder[name])]);
}

/** A file in which one member is another one. */
function withStrange(text: string, at: number, strange: unknown): string {
  const values = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const members = membersOf(values);
  const [holder, name] = members[at % members.length]!;
  holder[name] = strange;
  return values.map((value) => JSON.stringify(value)).join('\n');
}

const FILES = (['new', 'old'] as const).map((form) => servedFiles(exampleHistory(form)));

const questions = fc
  .record({
    files: fc.constantFrom(...FILES),
    which: fc.nat(5),
    at: fc.nat(100_000),
    strange: fc.constantFrom(...STRANGE),
  })
  .map<Question>(({ files: { statement, changes, keys, witness }, which, at, strange }) => {
    const texts = [statement, changes, keys, witness, statement, changes];
    const [one, two, ring = '', seen, ...kept] = texts.with(
      which,
      withStrange(texts[which]!, at, strange),
    );
    return [[one!, two!], { keys: ring, witness: [seen!], kept, allowWithheld: true }];
  });

describeWhere(NO_PYTHON, 'both verifiers', () => {
  it('say the same of every file, however broken', () => {
    fc.assert(
      fc.property(fc.array(questions, { minLength: 60, maxLength: 60 }), (asked) => {
        expect(IN_PYTHON(asked)).toEqual(IN_NODE(asked));
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});
