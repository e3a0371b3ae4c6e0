import { describeWhere } from '../../support/describe-where.js';
import { servedFiles, signerOf } from '../../support/receipt-files.js';
import { exampleHistory, usd, type ReceiptHistory } from '../../support/receipt-history.js';
import {
  IN_NODE,
  IN_PYTHON,
  NO_PYTHON,
  type Question,
  type Verifier,
} from '../../support/verifiers.js';

const NOT_TOLD = 'tells of its order';
const TEXTS = 'its texts are not those that it has committed to';
const STATE = 'state or time of its order are not those of the decision';

/** Changes behind which everything is chained again, so that only ledger and events together tell them. */
const CHAINED: readonly (readonly [string, (history: ReceiptHistory) => unknown, string])[] = [
  [
    'the time of a debit',
    ({ entries }) => (entries[1]!.createdAt = entries[0]!.createdAt),
    NOT_TOLD,
  ],
  ['the amount of a debit', ({ entries }) => (entries[1]!.amount -= usd(1)), NOT_TOLD],
  ['the amount of a refund', ({ entries }) => (entries[5]!.amount -= usd(1)), NOT_TOLD],
  ['the amount of a reversal', ({ entries }) => (entries[7]!.amount -= usd(1)), NOT_TOLD],
  ['the order of debits', ({ entries }) => entries.splice(2, 0, ...entries.splice(1, 1)), NOT_TOLD],
  ['a debit is gone', ({ entries }) => entries.splice(1, 1), 'event 1: no entry belongs to it'],
  ['the event of an order is gone', ({ events }) => events.splice(2, 1), 'no event tells of it'],
  ['a reversal is gone', ({ entries }) => entries.splice(7, 1), 'no entry belongs to it'],
  ['the event of a decision is gone', ({ events }) => events.splice(1, 1), STATE],
  ['a state', ({ orders }) => (orders.get('ID_d')!.status = 'accept'), STATE],
  [
    'fields that are committed to no more',
    ({ events }) => Object.assign(events[0]!, { commitments: null, salts: null, texts: null }),
    TEXTS,
  ],
];

const lineOf = (text: string, sequence: number): string =>
  text.split('\n').find((line) => line.includes(`"sequence":${sequence},`))!;

describe('the verifier in JavaScript', () => {
  cases(IN_NODE);
});
describeWhere(NO_PYTHON, 'the verifier in Python', () => {
  cases(IN_PYTHON);
});

function cases(verifier: Verifier): void {
  const said = (questions: readonly Question[]) =>
    verifier(questions).map(({ code, lines }) => [code, lines.join('\n')]);
  const faults = (phrases: readonly string[]) =>
    phrases.map((phrase) => [1, expect.stringContaining(phrase) as string]);

  it('compares the chains with each other', () => {
    const questions = CHAINED.map<Question>(([, change]) => {
      const history = exampleHistory('new');
      change(history);
      history.chainAnew();
      const { statement, changes, keys } = servedFiles(history);
      return [[statement, changes], { keys }];
    });
    const names = CHAINED.map(([name]) => name);
    const found = said(questions).map((verdict, index) => [names[index], ...verdict]);
    const expected = faults(CHAINED.map(([, , phrase]) => phrase));
    expect(found).toEqual(expected.map((verdict, index) => [names[index], ...verdict]));
  });

  it('finds what no hash covers, and what does not belong together', () => {
    const history = exampleHistory('new');
    const { statement, changes, keys, ...files } = servedFiles(history);
    const withheld = lineOf(statement, 4);
    const changed = (from: string, to: string): string => statement.replace(from, to);
    const other = exampleHistory('new');
    other.orders.get('ID_d')!.uuid = 'another';
    other.chainAnew();
    const forked = servedFiles(other).statement.trimEnd().split('\n').at(-1)!;
    const late = keys.replace('2026-01-01T00', '2027-01-01T00');
    const foreign = { ...JSON.parse(lineOf(statement, 10)), account_id: 8 } as object;

    expect(
      said([
        [[changed('"order_uuid":"uuid-a"', '"order_uuid":"uuid-b"'), changes], {}],
        [[changed('"product_name":"60 UC"', '"product_name":"6 UC"'), changes], {}],
        [[changed(withheld, withheld.replace('"note":null', '"note":"x"'))], {}],
        [[changed(withheld, withheld.replace('"actor":null', '"actor":"api"'))], {}],
        [[changed(lineOf(statement, 10), JSON.stringify(foreign))], {}],
        [[statement, forked], { keys }],
        [[statement, changes], { keys: late }],
        [
          [statement],
          { keys, witness: [files.witness.replace('"day":"2026-01-31"', '"day":"x"')] },
        ],
        [[statement], { keys, kept: [servedFiles(history, { lineage: 'other' }).statement] }],
        [[statement], { keys, head: '1' }],
        [[], { keys }],
        [[statement], { keys, fingerprints: [signerOf(2).fingerprint] }],
      ]),
    ).toEqual(
      faults([
        'entry 2: it is not what event 1 tells of its order',
        'entry 10: it is not what event 12 tells of its order',
        `entry 4: ${TEXTS}`,
        `entry 4: ${TEXTS}`,
        'it is of another account',
        'forked: two different hashes of event 12 are signed',
        'which was not in use then',
        'the proof does not lead to the witness of x',
        'the database has another history than in your kept file, and no signed break is known',
        'the statement does not end at the entry with the hash 1',
        'there is no entry, so nothing was verified',
        'the shop does not tell of the key',
      ]),
    );
  });

  it('takes the checkpoint of an answer about orders, and says that these are not checked', () => {
    const { statement, changes, keys } = servedFiles(exampleHistory('new'));
    const orders = changes.replaceAll('"event":"', '"was":"');
    for (const { code, lines } of verifier([
      [[statement, orders], { keys }],
      [[statement], { keys, kept: [orders] }],
    ])) {
      expect([code, lines.join('\n')]).toEqual([
        0,
        expect.stringMatching(/not checked: 12 orders|as in your kept file: 1 of 1 hashes/),
      ]);
    }
  });

  it('compares the witness that somebody else has saved, and not the proof', () => {
    const { statement, keys, witness } = servedFiles(exampleHistory('new'));
    const other = witness.replace('"leaf":["7"', '"leaf":["8"');
    const line = 'not checked: 1 proofs for other accounts';
    const witnesses = [witness, other];
    expect(said([[[statement], { keys, witness: witnesses }]])).toEqual([
      [0, expect.stringContaining(line)],
    ]);
    const different = servedFiles(exampleHistory('new'), { place: [3, 1] }).witness;
    expect(said([[[statement], { keys, witness: [witness, different] }]])).toEqual(
      faults(['two different witnesses of 2026-01-31']),
    );
  });
}
