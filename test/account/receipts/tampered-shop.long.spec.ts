import { BalanceService } from '../../../src/account/ledger/balance.service.js';
import { ReceiptsTask } from '../../../src/account/receipts/receipts.task.js';
import { Database } from '../../../src/database/database.js';
import { LaterCodes } from '../../../src/orders/later-codes.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { forgeEvents, eventTypes } from '../../support/account-events.js';
import { API, place } from '../../support/book-pages.js';
import { souk } from '../../support/command-line.js';
import { describeWhere } from '../../support/describe-where.js';
import type { ReceiptFiles } from '../../support/receipt-files.js';
import type { EntryForm } from '../../support/receipt-history.js';
import { reversalsOf } from '../../support/reversals.js';
import {
  BRING_ROWS_BACK,
  CUT_TAIL,
  KEEP_ROWS,
  SHOWN_WITHOUT_PROOF,
  statementsOf,
  unprovenTexts,
  type TamperedAccount,
} from '../../support/tampered-rows.js';
import { TAMPERINGS, type Verdict } from '../../support/tamperings.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import {
  COMMANDS,
  commandsIn,
  IN_NODE,
  IN_PYTHON,
  NO_PYTHON,
  type Answer,
  type Question,
  type Verifier,
} from '../../support/verifiers.js';

type Served = Omit<ReceiptFiles, 'witness'>;

const ACTOR = 'operator:ada';

let shop: TestShop;
let account: TestAccount;
let of: TamperedAccount;
/** What the reseller saved before anything was changed. */
let kept: ReceiptFiles;
/** What the server serves after each change, by its name. */
let changed: Map<string, Served>;
/** After a failover that has lost the end of the chains. */
let afterFailover: Served;

/** A shop whose ledger has entries of one form, and what it serves after each change. */
async function tamper(form: EntryForm): Promise<void> {
  // A shop of its own: its tables are changed as only their owner can.
  shop = await startTestShop({ SECRET_KEYS: Buffer.alloc(32, 6).toString('base64') });
  await shop.db.query('UPDATE shop_identity SET commits_ledger_texts = $1', [form === 'new']);
  account = await shop.account({ testing: true });
  await Promise.all(['1', '2', '3'].map((balance) => shop.account({ balance })));
  of = { account: account.id, orders: await trade() };
  await shop.service(ReceiptsTask).run();
  kept = { ...(await served()), witness: await witnessed() };
  await shop.db.query(KEEP_ROWS);
  const changes = [
    ...Object.entries(statementsOf(of)),
    ...unprovenTexts(of).map(({ name, statements }) => [name, statements] as const),
  ];
  changed = new Map();
  for (const [name, statements] of changes) changed.set(name, await servedAfter(statements));
  afterFailover = await servedAfterFailover();
}

/** All that happens in `exampleHistory`, in the same order. */
async function trade(): Promise<TamperedAccount['orders']> {
  const balances = shop.service(BalanceService);
  const closing = shop.service(OrderCloseService);
  const buy = async (price: string): Promise<string> =>
    (await place(account, await shop.product({ price, fields: ['playerId'] })))[0];

  const paid = { actor: ACTOR, reference: 'inv-1', note: 'متجر 🎮 "=1+1"\r\n\t' };
  await balances.deposit(account.id, '500', paid);
  const a = await buy('3.5');
  await closing.accept(a, { codes: ['AAAA-1', 'AAAA-2'], actor: ACTOR });
  const b = await buy('1.25');
  await depositAsBefore(40);
  await depositAsBefore(60);
  await closing.reject(b, { reason: 'no such player', actor: ACTOR });
  const c = await buy('10');
  await closing.accept(c, { codes: ['CCCC-1'], actor: ACTOR });
  await shop
    .service(Database)
    .transaction((manager) =>
      shop.service(LaterCodes).add(manager, c, ['CCCC-2'], () => Promise.resolve(2)),
    );
  const reversal = { amount: '4.5', reference: 'case-1', reason: 'one code was used' };
  await reversalsOf(shop).reverse(c, { ...reversal, actor: ACTOR });
  const t = await buyTest();
  const fee = { actor: ACTOR, reason: 'fee', reference: 'fee-1' };
  await balances.adjust(account.id, '-0.5', fee);
  return { a, b, c, t, d: await buy('2') };
}

/** With an actor that names no operator, as earlier releases wrote it: its texts are withheld. */
const depositAsBefore = (amount: number) =>
  shop.db.query(
    `WITH moved AS (
       UPDATE accounts SET balance = balance + $2, ledger_sequence = ledger_sequence + 1 WHERE id = $1 RETURNING *)
     INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
     SELECT id, ledger_sequence, 'deposit', $2, balance, 'eve' FROM moved`,
    [account.id, amount],
  );

async function buyTest(): Promise<string> {
  const categoryId = await shop.category({ testingOnly: true });
  const fulfillment = [{ handler: 'test', settings: { outcome: 'accept' } }];
  const product = await shop.product({ categoryId, type: 'package', fulfillment });
  const [id] = await place(account, product);
  await until(async () => (await eventTypes(shop.db, id)).length === 2);
  return id;
}

const ask = async (path: string): Promise<string> =>
  (await shop.requestPage(`${API}/${path}`, { token: account.token })).text;

/** What a reseller saves. */
const served = async (): Promise<Served> => ({
  statement: await ask('statement?format=jsonl&receipts=1'),
  changes: await ask('orders/changes?receipts=1'),
  keys: await ask('receipts/keys'),
});

/** The witness with the proof for the account. What nobody has asked for within a second is read anew. */
const witnessed = (): Promise<string> =>
  until(async () => {
    const text = await ask('receipts/proof');
    return text.includes('"leaf"') && text;
  });

async function servedAfter(statements: readonly string[]): Promise<Served> {
  await forgeEvents(shop.db, ...statements);
  const files = await served();
  await forgeEvents(shop.db, ...BRING_ROWS_BACK);
  return files;
}

async function servedAfterFailover(): Promise<Served> {
  await forgeEvents(shop.db, ...CUT_TAIL(of));
  await shop.db.query('UPDATE database_history SET id = DEFAULT');
  await shop.service(ReceiptsTask).run();
  await place(account, await shop.product({ price: '1', fields: ['playerId'] }));
  await souk(shop, 'receipts', 'break', '--cause', 'the disk failed');
  return until(async () => {
    const files = await served();
    return files.keys.includes('the disk failed') && files;
  });
}

const texts = ({ statement, changes }: Served): string[] => [statement, changes];
const said = ({ code, lines }: Answer): Verdict => [code, lines.join('\n')];
const verdict = ([code, phrase]: Verdict) => [code, expect.stringContaining(phrase) as string];

describe.each<EntryForm>(['new', 'old'])('with ledger entries of the %s form', (form) => {
  beforeAll(() => tamper(form));
  afterAll(() => shop.close());

  describe('the verifier in JavaScript', () => {
    cases(IN_NODE, form);
  });
  describeWhere(NO_PYTHON, 'the verifier in Python', () => {
    cases(IN_PYTHON, form);
  });
  describeWhere(NO_PYTHON, 'both verifiers', commands);
});

function cases(verifier: Verifier, form: EntryForm): void {
  const allowWithheld = form === 'old';
  const verdictOf = (...question: Question): Verdict => said(verifier([question])[0]!);

  /** By name, what it says of the files alone, and of those beside the kept ones. */
  const verdictsOn = (names: readonly string[]) => {
    const answers = verifier(
      names.flatMap<Question>((name) => {
        const files = texts(changed.get(name)!);
        const { keys } = kept;
        return [
          [files, { keys, allowWithheld }],
          [files, { keys, allowWithheld, kept: texts(kept) }],
        ];
      }),
    );
    return names.map((name, index) => [
      ...[name, said(answers[2 * index]!), said(answers[2 * index + 1]!)],
    ]);
  };

  it('finds what a server has served consistent', () => {
    const [code, text] = verdictOf([...texts(kept), kept.witness], {
      keys: kept.keys,
      allowWithheld,
    });
    expect(text.split('\n').slice(1)).toEqual([
      `account ${of.account}: entries 1 to 10 are consistent`,
      `hashes computed again: ${form === 'new' ? 10 : 8} of 10`,
      form === 'new'
        ? 'texts withheld, amounts proven: entries 4 to 5'
        : expect.stringContaining('entries 4 to 5: texts withheld, so nothing but the sum'),
      `account ${of.account}: events 1 to 11 are consistent`,
      expect.stringMatching(/^texts proven: those of (\d+) of \1 events$/),
      'balance: 588.50000000 USD',
      expect.stringMatching(/^hash: [0-9a-f]{64}$/),
      expect.stringMatching(/^checkpoint of .*: entry 10, event 11, key [0-9a-f]{64}$/),
      'entries that agree with the events of their orders: 6',
      expect.stringMatching(/^witness of /),
    ]);
    expect(code).toBe(0);
  });

  it('finds each change of a superuser in what the server serves then', () => {
    expect(Object.keys(statementsOf(of))).toEqual(TAMPERINGS.map(({ name }) => name));
    expect(verdictsOn(TAMPERINGS.map(({ name }) => name))).toEqual(
      TAMPERINGS.map(({ name, committed, old }) => {
        const { whole, kept: beside } = form === 'old' ? (old ?? committed) : committed;
        return [name, verdict(whole), verdict(beside)];
      }),
    );
  });

  it('finds texts that were changed while what proves them was made unreadable', () => {
    const names = unprovenTexts(of).map(({ name }) => name);
    const expected = verdict(SHOWN_WITHOUT_PROOF);
    expect(verdictsOn(names)).toEqual(names.map((name) => [name, expected, expected]));
  });

  it('finds a chain that was made anew by the proof of the witness from before', () => {
    const files = changed.get('12 an amount, and the tail is chained again')!;
    expect(
      verdictOf(texts(files), { keys: kept.keys, allowWithheld, witness: [kept.witness] }),
    ).toEqual(verdict([1, 'tells of another entry']));
  });

  it('tells the break that a failover with loss has left, and what was lost', () => {
    const { keys } = afterFailover;
    expect(verdictOf(texts(afterFailover), { keys, allowWithheld })).toEqual(
      verdict([0, 'are consistent']),
    );
    const [code, text] = verdictOf(texts(afterFailover), {
      keys,
      allowWithheld,
      kept: texts(kept),
    });
    expect(text.split('\n').slice(-5)).toEqual([
      expect.stringMatching(
        /^broken at \S+ \(the disk failed\); known before until \S+, after from \S+$/,
      ),
      'entries 10 to 10 of your file are not in the new one',
      expect.stringMatching(/^ {2}entry 10: debit -2.00000000 USD ID_/),
      'events 11 to 11 of your file are not in the new one',
      expect.stringMatching(/^ {2}event 11: placed ID_/),
    ]);
    expect(code).toBe(3);
  });
}

function commands(): void {
  const commanded = commandsIn(temporaryFolder('tampered-shop'));

  it.each(COMMANDS)('take the files of a server with every option: %s', async (...command) => {
    const [statement, changes, witness] = [...texts(kept), kept.witness].map((text) => ({ text }));
    const { hash, key, first } = endsOf(kept);
    const now = [statement!, changes!];
    const all = [
      ...[...now, '--head', hash, '--keys', { text: kept.keys }, '--fingerprint', key],
      ...['--kept', statement!, '--kept', changes!, '--witness', witness!, '--allow-withheld'],
    ];
    const [code, text] = await commanded(command, all);
    expect([code, text]).toEqual([0, expect.stringContaining('as in your kept file: 10 of 10')]);
    expect(text).not.toContain('not checked');
    const part = { text: kept.statement.split('\n').slice(0, 3).join('\n') };
    expect((await commanded(command, [part, '--after', first]))[0]).toBe(0);
  });
}

/** The last hash, the key of the checkpoint, and the hash before the third-last entry. */
function endsOf({ statement }: Served): { hash: string; key: string; first: string } {
  const lines = statement
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string> & { checkpoint: { key: string } });
  return {
    hash: lines[0]!.entry_hash!,
    key: lines.at(-1)!.checkpoint.key,
    first: lines[2]!.previous_hash!,
  };
}
