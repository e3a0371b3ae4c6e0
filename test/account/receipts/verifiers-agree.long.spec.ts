import fc from 'fast-check';
import { describeWhere } from '../../support/describe-where.js';
import { servedFiles, signerOf } from '../../support/receipt-files.js';
import { exampleHistory } from '../../support/receipt-history.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import {
  COMMANDS,
  commandsIn,
  IN_NODE,
  IN_PYTHON,
  NO_PYTHON,
  type Question,
} from '../../support/verifiers.js';

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

const folder = temporaryFolder('verifiers');

const commanded = commandsIn(folder);

describeWhere(NO_PYTHON, 'both verifiers', () => {
  it('follow the proof of a witness to each place in trees of each size', () => {
    const questions = Array.from({ length: 9 }, (_, size) => size + 1).flatMap((accounts) =>
      Array.from({ length: accounts }, (_, index): Question[] => {
        const files = servedFiles(exampleHistory('new'), { place: [accounts, index] });
        const { statement, keys, witness } = files;
        const moved = witness.replace(`"index":${index}`, `"index":${(index + 1) % accounts}`);
        const longer = witness
          .replace('"path":[', `"path":["${'0'.repeat(64)}",`)
          .replace(',]', ']');
        return [witness, moved, longer].map((text) => [[statement], { keys, witness: [text] }]);
      }).flat(),
    );
    for (const verifier of [IN_NODE, IN_PYTHON]) {
      const codes = verifier(questions).map(({ code }) => code);
      // With one account, the next place is the same one.
      expect(codes).toEqual(codes.map((_, at) => (at % 3 === 0 || at === 1 ? 0 : 1)));
    }
  });

  it.each(COMMANDS)('are commands: %s', async (...command) => {
    const history = exampleHistory('new');
    const { statement, changes, keys, witness } = servedFiles(history);
    history.place('e', 3);
    const later = servedFiles(history);
    const now = [{ text: later.statement }, { text: later.changes }];
    const kept = ['--kept', { text: statement }, '--kept', { text: changes }];
    const head = history.entries.at(-1)!.hash.toString('hex');
    const ring = ['--keys', { text: keys }, '--fingerprint', signerOf(1).fingerprint];
    const proof = ['--witness', { text: later.witness }];

    const [code, said] = await commanded(command, [...now, head, ...kept, ...ring, ...proof]);
    expect([code, said]).toEqual([
      0,
      expect.stringContaining('as in your kept file: 10 of 10 hashes, up to entry 10\n'),
    ]);
    expect(said).not.toContain('not checked');
    const other = ['--witness', { text: witness }];
    expect((await commanded(command, [...now, ...ring, ...proof, ...other]))[0]).toBe(1);
    expect((await commanded(command, ['--keys', { text: keys }]))[0]).toBe(2);
    expect((await commanded(command, [...now, head, head]))[0]).toBe(2);
    const part = statement.split('\n').slice(0, 3).join('\n');
    const { hash } = history.entries[6]!;
    const after = ['--after', hash.toString('hex'), '--head', head];
    expect((await commanded(command, [{ text: part }, ...after]))[0]).toBe(1);
    expect((await commanded(command, [{ text: part }, ...after.slice(0, 2)]))[0]).toBe(0);
  });

  it('say the same of every file, however broken', () => {
    fc.assert(
      fc.property(fc.array(questions, { minLength: 60, maxLength: 60 }), (asked) => {
        expect(IN_PYTHON(asked)).toEqual(IN_NODE(asked));
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});
