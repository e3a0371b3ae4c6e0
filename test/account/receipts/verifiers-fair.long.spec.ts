import { describeWhere } from '../../support/describe-where.js';
import { servedFiles, signed, signerOf, type ReceiptFiles } from '../../support/receipt-files.js';
import { exampleHistory, ReceiptHistory } from '../../support/receipt-history.js';
import {
  IN_NODE,
  IN_PYTHON,
  NO_PYTHON,
  type Answer,
  type Verifier,
} from '../../support/verifiers.js';

describe('the verifier in JavaScript', () => {
  cases(IN_NODE);
});
describeWhere(NO_PYTHON, 'the verifier in Python', () => {
  cases((questions) => {
    const answers = IN_PYTHON(questions);
    expect(answers).toEqual(IN_NODE(questions));
    return answers;
  });
});

const texts = ({ statement, changes }: ReceiptFiles): string[] => [statement, changes];
const said = ({ code, lines }: Answer) => [code, lines.join('\n')];
const verdict = (code: number, phrase: string) => [code, expect.stringContaining(phrase) as string];

/** Two orders, of one batch or not, whose debits are numbered the other way round than their events. */
function inOppositeOrders(isOneBatch: boolean): ReceiptFiles {
  const history = exampleHistory('new');
  const tick = history.tick.bind(history);
  const time = tick();
  history.tick = () => (isOneBatch ? time : tick());
  for (const name of ['e', 'f', 'g']) history.place(name, 1);
  history.tick = tick;
  history.place('h', 1);
  history.entries.splice(10, 3, ...history.entries.slice(10, 13).toReversed());
  history.chainAnew();
  return servedFiles(history);
}

/** What an account has after it has lost its last two entries and its last event. */
function afterLoss(breaks: readonly object[]): ReceiptFiles {
  const history = exampleHistory('new');
  history.entries.splice(-2);
  history.events.splice(-1);
  return servedFiles(history, {
    lineage: 'lineage-2',
    time: '2026-02-03T00:00:00.000000Z',
    breaks,
  });
}

const BROKEN = '2026-02-02T00:00:00.000000Z';
const breakOf = (cause: string, signer = signerOf(1)) =>
  signed(
    ['souk break 1', 'lineage-1', 'lineage-2', BROKEN, cause, '2026-01-31', '2026-02-02'],
    signer,
  );

/** An answer about keys that has a second key, too, from a time on. */
function withSecond({ keys }: ReceiptFiles, from: string): string {
  const { fingerprint, publicKey } = signerOf(2);
  const key = { key: fingerprint, algorithm: 'Ed25519', public_key: publicKey, from };
  const answer = JSON.parse(keys) as { keys: object[] };
  answer.keys.push({ ...key, until: null, reason: null });
  return JSON.stringify(answer);
}

function cases(verifier: Verifier): void {
  it('demands one order of debits and events of different times alone', () => {
    const [batch, others] = [inOppositeOrders(true), inOppositeOrders(false)];
    const answers = verifier([batch, others].map((files) => [texts(files), { keys: files.keys }]));
    expect(answers.map(said)).toEqual([
      verdict(0, 'agree with the events of their orders: 10'),
      verdict(1, 'tells of its order'),
    ]);
  });

  it('accepts a break that a later key has signed anew, and ignores those of keys not listed', () => {
    const kept = texts(servedFiles(exampleHistory('new')));
    const files = afterLoss([breakOf('failover', signerOf(2))]);
    const keys = withSecond(files, '2026-06-01T00:00:00.000000Z');
    const [first, second] = [signerOf(1).fingerprint, signerOf(2).fingerprint];
    const all = texts(files);
    const answers = verifier([
      [all, { keys, kept }],
      [all, { keys, kept, fingerprints: [first, second] }],
      [all, { keys, kept, fingerprints: [first] }],
      [all, { keys, fingerprints: [first] }],
      [all, { keys: files.keys, fingerprints: [first] }],
      [all, { keys: files.keys }],
    ]);
    const ignored = `not counted: the break of ${BROKEN}, signed by the key ${second}`;
    expect(answers.map(said)).toEqual([
      verdict(3, `broken at ${BROKEN} (failover)`),
      verdict(3, `broken at ${BROKEN} (failover)`),
      verdict(1, 'and no signed break is known'),
      verdict(0, ignored),
      verdict(0, ignored),
      verdict(1, 'is signed by the unknown key'),
    ]);
  });

  it('says that nobody has explained a break without a cause, and lists what is missing', () => {
    const kept = texts(servedFiles(exampleHistory('new')));
    const files = afterLoss([breakOf('')]);
    const [answer] = verifier([[texts(files), { keys: files.keys, kept }]]);
    expect(answer!.code).toBe(1);
    expect(answer!.lines.slice(-5)).toEqual([
      `the history was broken at ${BROKEN} and the shop has not said why; entries 9 to 10 of your file are not in the new one`,
      expect.stringMatching(/^ {2}entry 9: /),
      expect.stringMatching(/^ {2}entry 10: /),
      expect.stringContaining('events 12 to 12 of your file are not in the new one'),
      expect.stringMatching(/^ {2}event 12: /),
    ]);
  });

  it('takes the newest checkpoint that is not behind the end of the files', () => {
    const before = servedFiles(exampleHistory('new'));
    const history = exampleHistory('new');
    history.place('e', 1);
    const time = '2026-02-02T00:00:00.000000Z';
    const later = servedFiles(history, { time });
    const checkpoint = later.statement.trimEnd().split('\n').at(-1)!;
    const other = exampleHistory('new');
    other.events[0]!.createdAt = other.events[1]!.createdAt;
    other.place('e', 1);
    other.events.splice(-1);
    other.chainAnew();
    const forked = servedFiles(other, { time }).statement.trimEnd().split('\n').at(-1)!;
    const only = before.statement.trimEnd().split('\n').slice(0, -1).join('\n');
    const { keys } = before;
    const answers = verifier([
      [[...texts(before), checkpoint], { keys }],
      [[only, checkpoint], { keys }],
      [[...texts(before), forked], { keys }],
    ]);
    const ahead = `not checked: entries 11 to 11 of the checkpoint of ${time} are not in the files`;
    expect(answers.map(said)).toEqual([
      verdict(0, 'checkpoint of 2026-02-01T00:00:00.000000Z: entry 10, event 12'),
      verdict(0, ahead),
      verdict(1, `the checkpoint of ${time} tells of another event 12`),
    ]);
    expect(answers[0]!.lines).toEqual(
      expect.arrayContaining([ahead, ahead.replace('entries 11 to 11', 'events 13 to 13')]),
    );
    expect(answers[1]!.lines.join('\n')).not.toContain('\ncheckpoint of');
  });

  it('tolerates a minute before and after the time of a key', () => {
    const { keys, ...files } = servedFiles(exampleHistory('new'), {
      time: '2026-03-01T00:00:30.000000Z',
    });
    const from = (time: string) => keys.replace('2026-01-01T00:00:00', time);
    const until = (time: string) => keys.replace('"until":null', `"until":"${time}.000000Z"`);
    const all = texts({ keys, ...files });
    const rings = [
      ...[from('2026-03-01T00:01:30'), from('2026-03-01T00:01:31')],
      ...[until('2026-02-28T23:59:30'), until('2026-02-28T23:59:29')],
    ];
    const answers = verifier(rings.map((ring) => [all, { keys: ring }]));
    expect(answers.map(({ code }) => code)).toEqual([0, 1, 0, 1]);
  });

  it('believes that there is no entry only if the checkpoint has no head', () => {
    const empty = servedFiles(new ReceiptHistory('new'));
    const full = servedFiles(exampleHistory('new'));
    const checkpoint = full.statement.trimEnd().split('\n').at(-1)!;
    const answers = verifier([
      [[empty.statement], { keys: empty.keys }],
      [[checkpoint], { keys: full.keys }],
    ]);
    expect(answers.map(said)).toEqual([
      verdict(0, 'there is no entry'),
      verdict(1, 'not checked: entries 1 to 10 of the checkpoint of 2026-02-01'),
    ]);
  });
}
