import fc from 'fast-check';
import { describeWhere } from '../../support/describe-where.js';
import { servedFiles, signed, signerOf, type ReceiptFiles } from '../../support/receipt-files.js';
import { exampleHistory, usd, type EntryForm } from '../../support/receipt-history.js';
import { TAMPERINGS, type Verdict } from '../../support/tamperings.js';
import {
  IN_NODE,
  IN_PYTHON,
  NO_PYTHON,
  type Answer,
  type Question,
  type Verifier,
  type VerifierOptions as Options,
} from '../../support/verifiers.js';

describe('the verifier in JavaScript', () => {
  cases(IN_NODE);
});
describeWhere(NO_PYTHON, 'the verifier in Python', () => {
  cases(IN_PYTHON);
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
      return {
        name,
        files: servedFiles(history),
        expected: form === 'old' ? (old ?? committed) : committed,
      };
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

  it('proves of withheld entries of the old form what their neighbors prove', () => {
    const { keys, ...files } = servedFiles(exampleHistory('old'));
    const what =
      'entries 4 to 5: texts withheld, so nothing but the sum of their amounts is proven';
    const all = texts({ keys, ...files });
    expect(ask(all, { keys })).toEqual(
      verdict([1, 'account 7 entry 4: texts withheld, so nothing but the sum of their amounts']),
    );
    expect(ask(all, { keys, allowWithheld: true })).toEqual(verdict([0, what]));
    // Texts that were kept prove the amounts of those which are withheld now.
    const history = exampleHistory('old');
    for (const entry of history.entries) entry.isWithheld = false;
    const kept = texts(servedFiles(history));
    expect(ask(all, { keys, kept })).toEqual(
      verdict([0, 'texts that could be read before: entries 4 to 5']),
    );
    const open = files.statement.trimEnd().split('\n').slice(6, 7);
    expect(
      ask(open, {
        after: [(JSON.parse(open[0]!) as { previous_hash: string }).previous_hash],
        allowWithheld: true,
      }),
    ).toEqual(verdict([0, 'entries 4: texts withheld, so nothing proves its amount']));
  });

  it('goes on behind a kept file, and says what was erased since', () => {
    const history = exampleHistory('new');
    const kept = texts(servedFiles(history));
    history.erase(history.orders.get('ID_a')!);
    history.place('e', 3);
    const { keys, ...files } = servedFiles(history);

    const [code, text] = ask(texts({ keys, ...files }), { keys, kept });
    expect(text.split('\n')).toEqual(
      expect.arrayContaining([
        'texts erased or withheld: events 1',
        'as in your kept file: 10 of 10 hashes, up to entry 10',
        'as in your kept file: 12 of 12 hashes, up to event 12',
        'texts that could be read before: events 1',
      ]) as string[],
    );
    expect(code).toBe(0);
    // The other way round, the kept file goes on where the new one ends.
    expect(ask(kept, { keys, kept: texts({ keys, ...files }) })).toEqual(
      verdict([1, 'forked within one history at entry 11: it is missing now']),
    );
    expect(ask(kept, { kept: texts({ keys, ...files }) })).toEqual(
      verdict([1, 'altered at entry 11: it is missing now']),
    );
  });

  it('finds a history that the host has made anew and signed', () => {
    const before = servedFiles(exampleHistory('new'));
    const history = exampleHistory('new');
    history.entries[0]!.amount -= usd(50);
    history.entries[0]!.salts!.fill(9, 0, 16);
    history.orders.get('ID_a')!.fields = [['playerId', 'other']];
    history.events[0]!.texts = [JSON.stringify([['playerId', 'other']])];
    history.commitAnew();
    const { keys, witness, ...files } = servedFiles(history);
    const all = texts({ keys, witness, ...files });
    const forked = 'forked within one history at entry 1';

    expect(ask(all, { keys, witness: [witness] })).toEqual(verdict([0, 'are consistent']));
    for (const kept of [texts(before), [checkpointOf(before)], [before.witness]]) {
      expect(ask(all, { keys, kept })[0]).toBe(1);
    }
    expect(ask(all, { keys, kept: texts(before) })).toEqual(verdict([1, forked]));
    // Another reseller has heard of the true head.
    const others = [witness, before.witness];
    const told = 'two different witnesses of 2026-01-31';
    expect(ask(all, { keys, witness: others })).toEqual(verdict([1, told]));
    expect(ask(all, { keys, witness: [before.witness] })).toEqual(
      verdict([1, 'the witness of 2026-01-31 tells of another entry 10']),
    );
  });

  it('tells a declared break, and lists what was lost', () => {
    const before = servedFiles(exampleHistory('new'));
    const history = exampleHistory('new');
    history.entries.splice(-2);
    history.events.splice(-1);
    history.place('f', 1);
    const times = ['2026-02-02T00:00:00.000000Z', 'failover', '2026-01-31', '2026-02-02'];
    const declared = signed(['souk break 1', 'lineage-1', 'lineage-2', ...times], signerOf(1));
    const after = (breaks: readonly object[]) =>
      servedFiles(history, { lineage: 'lineage-2', time: '2026-02-03T00:00:00.000000Z', breaks });
    const { keys, ...files } = after([declared]);
    const all = texts({ keys, ...files });
    const kept = texts(before);

    const [code, text] = ask(all, { keys, kept });
    expect(text.split('\n').slice(-6)).toEqual([
      'broken at 2026-02-02T00:00:00.000000Z (failover); known before until 2026-01-31, after from 2026-02-02',
      'entries 9 to 10 of your file are not in the new one',
      expect.stringMatching(/^ {2}entry 9: adjustment -0.50000000 USD 2026-/),
      expect.stringMatching(/^ {2}entry 10: debit -2.00000000 USD ID_d 2026-/),
      'events 12 to 12 of your file are not in the new one',
      expect.stringMatching(/^ {2}event 12: placed ID_d 2026-/),
    ]);
    expect(code).toBe(3);
    const unknown = 'the database has another history than in your kept file';
    expect(ask(all, { keys: after([]).keys, kept })).toEqual(verdict([1, unknown]));
    expect(ask(all, { kept })).toEqual(verdict([1, unknown]));
    const forged = { ...declared, signed: declared.signed.replace('failover', 'a restore') };
    expect(ask(all, { keys: after([forged]).keys, kept })).toEqual(
      verdict([1, 'does not carry the signature of its key']),
    );
    // A break which has cost this account nothing.
    const later = servedFiles(exampleHistory('new'), { lineage: 'lineage-2', breaks: [declared] });
    expect(ask(texts(later), { keys: later.keys, kept })).toEqual(verdict([0, 'broken at 2026']));
  });

  it('accepts the keys of the shop alone, each in its time', () => {
    const { keys, ...files } = servedFiles(exampleHistory('new'));
    const all = texts({ keys, ...files });
    const { fingerprint } = signerOf(1);
    expect(ask(all)).toEqual(verdict([0, 'not checked: signatures, since --keys is missing']));
    expect(ask(all, { keys, fingerprints: [fingerprint] })[0]).toBe(0);
    expect(ask(all, { keys, fingerprints: ['0'.repeat(64)] })).toEqual(
      verdict([1, 'the shop does not tell of the key 0000']),
    );
    const other = servedFiles(exampleHistory('new'), { signer: signerOf(2) });
    expect(ask(all, { keys: other.keys })).toEqual(verdict([1, 'signed by the unknown key']));
    const retired = (until: string): string =>
      keys.replace('"until":null,"reason":null', `"until":"${until}","reason":"stolen"`);
    expect(ask(all, { keys: retired('2026-02-02T00:00:00.000000Z') })).toEqual(
      verdict([0, `the key ${fingerprint} was retired at 2026-02-02T00:00:00.000000Z: stolen`]),
    );
    expect(ask(all, { keys: retired('2026-01-31T00:00:00.000000Z') })).toEqual(
      verdict([1, 'which was not in use then']),
    );
  });

  it('tells of files that end before their checkpoint, and finds those without receipts', () => {
    const { keys, ...files } = servedFiles(exampleHistory('new'));
    const lines = files.statement.split('\n');
    const cut = lines.slice(1).join('\n');
    expect(ask([cut], { keys })).toEqual(
      verdict([
        0,
        'not checked: entries 10 to 10 of the checkpoint of 2026-02-01T00:00:00.000000Z',
      ]),
    );
    expect(ask([files.changes.replaceAll('"receipt"', '"other"')], { keys })).toEqual(
      verdict([1, 'it has no receipt, so nothing proves what it tells']),
    );
  });

  it('reads a feed that tells events again, and compares all that it shows of their orders', () => {
    const { keys, changes } = servedFiles(exampleHistory('new'));
    expect(ask([changes, changes], { keys })).toEqual(
      verdict([0, 'events 1 to 12 are consistent']),
    );
    // In what is told with the first event, which is older than the codes.
    const code = changes.replace('"AAAA-1"', '"ZZZZ-1"');
    expect(ask([changes, code], { keys })).toEqual(
      verdict([0, 'codes that no event here proves: 1']),
    );
    for (const [from, to, fault] of [
      ['"product_id":1001', '"product_id":1002', 'event 1: the product_id shown'],
      ['"price":"3.5"', '"price":"3.4"', 'event 1: the price shown'],
      ['"at":"2026-', '"at":"2025-', 'event 1: the at shown'],
      ['"playerId":"555a"', '"playerId":"555b"', 'event 1: its order is shown with other texts'],
      ['"reason":"no such player"', '"reason":"x"', 'event 4: its order is shown with other texts'],
      ['"number":1,', '"number":2,', 'event 1: the number shown'],
    ] as const) {
      expect(changes).toContain(from);
      expect(ask([changes.replaceAll(from, to)], { keys })).toEqual(verdict([1, fault]));
    }
  });

  it('refuses whatever else is changed in what is hashed or signed', () => {
    const { keys, witness, ...files } = servedFiles(exampleHistory('new'));
    const all = [...texts({ keys, witness, ...files }), witness];
    const hashed = all.flatMap((text, file) =>
      [...text.matchAll(HASHED)].flatMap(({ index, 0: found, 1: value = '' }) =>
        Array.from({ length: value.length }, (_, at) => ({
          file,
          at: index + found.length - value.length - 1 + at,
        })),
      ),
    );
    const changes = fc.array(fc.tuple(fc.constantFrom(...hashed), fc.integer({ min: 1, max: 9 })), {
      ...{ minLength: 20, maxLength: 40 },
    });
    fc.assert(
      fc.property(changes, (some) => {
        const questions = some.map<Question>(([{ file, at }, by]) => [
          all.map((text, index) => (index === file ? otherAt(text, at, by) : text)),
          { keys },
        ]);
        const passed = verifier(questions).findIndex(({ code }) => code === 0);
        expect(passed < 0 ? undefined : some[passed]).toBeUndefined();
      }),
      { numRuns: 5 },
    );
  });
}

/** The values of members that are hashed or signed, and of the texts in canonical lists. */
const HASHED =
  /"(?:kind|amount|balance_after|created_at|previous_hash|entry_hash|hash|commitments|salts|order_id|signature|key|root)":"([^"]+)"/g;

/** Another digit or letter in place of the one at a position. */
function otherAt(text: string, at: number, by: number): string {
  const letter = text[at]!;
  const other = /[0-9]/.test(letter)
    ? String((Number(letter) + by) % 10)
    : String.fromCharCode(letter.charCodeAt(0) ^ 1);
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}
