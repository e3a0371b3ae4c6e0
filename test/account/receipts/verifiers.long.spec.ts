import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describeWhere } from '../../support/describe-where.js';
import { servedFiles, signed, signerOf, type ReceiptFiles } from '../../support/receipt-files.js';
import { exampleHistory, usd, type EntryForm } from '../../support/receipt-history.js';
import { TAMPERINGS, type Verdict } from '../../support/tamperings.js';

const FOLDER = fileURLToPath(new URL('../../../examples/verify-statement/', import.meta.url));

interface Options {
  readonly kept?: readonly string[];
  readonly keys?: string;
  readonly fingerprints?: readonly string[];
  readonly witness?: readonly string[];
  readonly after?: readonly string[];
  readonly head?: string;
  readonly allowWithheld?: boolean;
}
type Question = readonly [texts: readonly string[], options: Options];
interface Answer {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Asks a verifier all questions in one process. */
type Verifier = (questions: readonly Question[]) => Answer[];

const NODE = `
  import { verify } from ${JSON.stringify(`${FOLDER}verify.mjs`)};
  import { readFileSync } from 'node:fs';
  const questions = JSON.parse(readFileSync(0, 'utf8'));
  console.log(JSON.stringify(questions.map(([texts, options]) => verify(texts, options))));`;
const PYTHON = `
import json, sys
sys.path.insert(0, ${JSON.stringify(FOLDER)})
from verify import verify
names = {"allowWithheld": "allow_withheld"}
answers = []
for texts, options in json.load(sys.stdin):
    code, lines = verify(texts, **{names.get(name, name): value for name, value in options.items()})
    answers.append({"code": code, "lines": lines})
print(json.dumps(answers))`;

function asked(command: string, words: readonly string[]): Verifier {
  return (questions) => {
    const input = JSON.stringify(questions);
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout, stderr } = spawnSync(command, words, {
      ...{ input, env, encoding: 'utf8', maxBuffer: 1e8 },
    });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Answer[];
  };
}

const missing =
  spawnSync('python3', ['--version']).status === 0 ? undefined : 'python3 is not installed';

describe('the verifier in JavaScript', () => {
  cases(asked(process.execPath, ['--input-type=module', '-e', NODE]));
});
describeWhere(missing, 'the verifier in Python', () => {
  cases(asked('python3', ['-c', PYTHON]));
});

const texts = ({ statement, changes }: ReceiptFiles): string[] => [statement, changes];

/** The last line of a statement. */
const checkpointOf = ({ statement }: ReceiptFiles): string =>
  statement.trimEnd().split('\n').at(-1)!;

const said = ({ code, lines }: Answer): Verdict => [code, lines.join('\n')];
const verdict = ([code, phrase]: Verdict) => [code, expect.stringContaining(phrase) as string];

function cases(verifier: Verifier): void {
  const ask = (files: readonly string[], options: Options = {}): Verdict =>
    said(verifier([[files, options]])[0]!);

  it.each<EntryForm>(['new', 'old'])('finds all changes with entries of the %s form', (form) => {
    const before = servedFiles(exampleHistory(form));
    const table = TAMPERINGS.map(({ name, change, committed, old }) => {
      const history = exampleHistory(form);
      change(history);
      return { name, files: servedFiles(history), expected: (form === 'old' && old) || committed };
    });
    const options = { keys: before.keys, allowWithheld: form === 'old' };
    const answers = verifier(
      table.flatMap<Question>(({ files }) => [
        [texts(files), options],
        [texts(files), { ...options, kept: texts(before) }],
      ]),
    );
    const found = table.map(({ name }, index) => [
      ...[name, said(answers[2 * index]!), said(answers[2 * index + 1]!)],
    ]);
    expect(found).toEqual(
      table.map(({ name, expected }) => [name, verdict(expected.whole), verdict(expected.kept)]),
    );
  });

  it('finds all but withheld texts against a kept checkpoint alone', () => {
    const before = servedFiles(exampleHistory('new'));
    const kept = [checkpointOf(before)];
    const answers = verifier(
      TAMPERINGS.map(({ change }) => {
        const history = exampleHistory('new');
        change(history);
        return [texts(servedFiles(history)), { keys: before.keys, kept }];
      }),
    );
    expect(TAMPERINGS.map(({ name }, index) => [name, answers[index]!.code])).toEqual(
      TAMPERINGS.map(({ name }) => [name, name.startsWith('14 ') ? 0 : 1]),
    );
  });

  it('finds whole files consistent, and says what is not proven', () => {
    const { keys, witness, ...files } = servedFiles(exampleHistory('new'));
    const { fingerprint } = signerOf(1);
    const [code, text] = ask(texts({ keys, witness, ...files }), { keys, witness: [witness] });

    expect(text.split('\n')).toEqual([
      `first key: ${fingerprint}; compare it with what the owner of the shop gave you`,
      'account 7: entries 1 to 10 are consistent',
      'hashes computed again: 10 of 10',
      'texts withheld, amounts proven: entries 4 to 5',
      'account 7: events 1 to 12 are consistent',
      'texts proven: those of 10 of 10 events',
      'balance: 588.50000000 USD',
      expect.stringMatching(/^hash: [0-9a-f]{64}$/),
      `checkpoint of 2026-02-01T00:00:00.000000Z: entry 10, event 12, key ${fingerprint}`,
      'entries that agree with the events of their orders: 6',
      'witness of 2026-01-31: it has your entry 10 and event 12',
    ]);
    expect(code).toBe(0);
  });
}
