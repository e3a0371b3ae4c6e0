import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BalanceService } from '../../../src/account/ledger/balance.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { forgeEvents } from '../../support/account-events.js';
import { entriesAddedBy } from '../../support/audit-rows.js';
import { API, place } from '../../support/book-pages.js';
import { souk } from '../../support/command-line.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { RECHAIN } from '../../support/forged-ledger.js';
import { signed, signerOf } from '../../support/receipt-files.js';
import { ShownPage } from '../../support/test-browser.js';
import { TestOperator } from '../../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { FORM, multipart } from '../../console/multipart.js';

let folder: string;
let shop: TestShop;
let account: TestAccount;
let operator: TestOperator;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-check-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  // A shop of its own: each case changes its history, its key or its tables.
  shop = await startTestShop({ SECRET_KEYS: Buffer.alloc(32, 4).toString('base64') });
  operator = await TestOperator.of(shop, 'finance');
  account = await shop.account({ balance: '9' });
  const product = await shop.product({ price: '1', fields: ['playerId'] });
  const [first] = await place(account, product);
  const closing = shop.service(OrderCloseService);
  await closing.accept(first, { codes: ['CODE-THAT-IS-SECRET'], actor: 'operator:ada' });
  const [second] = await place(account, product);
  await closing.reject(second, { reason: 'no such player', actor: 'operator:ada' });
  const fee = { actor: 'operator:ada', reason: 'fee', reference: 'fee-1' };
  await shop.service(BalanceService).adjust(account.id, '-0.5', fee);
});
afterEach(() => shop.close());

const saved = async (path: string): Promise<string> =>
  (await shop.requestPage(`${API}/${path}`, { token: account.token })).text;
/** Entries 1 to 5 and their checkpoint, the newest first. */
const statement = (): Promise<string> => saved('statement?format=jsonl&receipts=1');
/** Events 1 to 4, and their checkpoint. */
const changes = (): Promise<string> => saved('orders/changes?receipts=1');

interface Checked {
  readonly verdict: string;
  readonly part: string;
  readonly number: number | null;
  readonly says: string;
  readonly checkpoints: readonly Readonly<Record<string, unknown>>[];
}

const asked = (text: string) =>
  operator.ask('POST receipts/check', { body: { file: Buffer.from(text).toString('base64') } });

async function typed(text: string) {
  const path = join(folder, 'file');
  await writeFile(path, text);
  return souk(shop, 'receipts', 'check', path, '--json');
}

/** What the admin API and the command say of a file, which is the same. */
async function checked(text: string): Promise<Checked> {
  let answer: Checked | undefined;
  const added = await entriesAddedBy(shop, async () => {
    const { status, json } = await asked(text);
    expect(status).toBe(200);
    answer = json as Checked;
    const { code, out } = await typed(text);
    expect(JSON.parse(out)).toEqual(answer);
    expect(code).toBe(answer.verdict === 'ours' ? 0 : 1);
  });
  expect(added).toEqual([]);
  return answer!;
}

const verdictOn = async (text: string) => {
  const { verdict, part, number } = await checked(text);
  return number === null ? [verdict] : [verdict, part, number];
};

const changed = (text: string, from: string, to: string): string => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

const changeLineage = () => shop.db.query('UPDATE database_history SET id = DEFAULT');

/** The last entry gets another amount, and all hashes are made anew. */
const rewriteLedger = () =>
  forgeEvents(
    shop.db,
    `UPDATE ledger_entries SET note = 'another' WHERE account_id = ${account.id} AND sequence >= 4 AND note <> ''`,
    RECHAIN(account.id),
  );

it('what the shop serves is its own, in one file, in pages, and as a checkpoint alone', async () => {
  const [whole, events, page] = [
    await statement(),
    await changes(),
    await saved('statement?receipts=1&limit=2'),
  ];
  expect(await checked(`${whole}${events}\n`)).toMatchObject({
    ...{ verdict: 'ours', number: null, account_id: account.id },
    says: expect.stringContaining('What the file holds stands in the books') as string,
    ...{ entries: 5, entries_in_shop: 5, entries_differ_from: null },
    ...{ events: 4, events_in_shop: 4, events_differ_from: null },
    checkpoints: [
      { entry: 5, event: 4, signature: 'valid', history: 'present' },
      { entry: 5, event: 4, signature: 'valid', history: 'present' },
    ],
  });
  await place(account, await shop.product({ price: '1', fields: ['playerId'] }));
  expect(await checked(page)).toMatchObject({ verdict: 'ours', entries: 5, entries_in_shop: 6 });
  const { checkpoint } = JSON.parse(page) as { checkpoint: object };
  for (const alone of [checkpoint, { checkpoint }, JSON.parse(page) as object]) {
    expect(await verdictOn(JSON.stringify(alone))).toEqual(['ours']);
  }
  // Without receipts there is no checkpoint, and the hashes are there all the same.
  expect(await verdictOn(await saved('statement?format=jsonl'))).toEqual(['ours']);
});

it('entries whose texts are withheld are the own ones of the shop, in both forms', async () => {
  await forgeEvents(
    shop.db,
    `UPDATE ledger_entries SET actor = 'eve' WHERE account_id = ${account.id} AND sequence IN (1, 5)`,
    `UPDATE ledger_entries SET commitments = NULL, salts = NULL WHERE account_id = ${account.id} AND sequence = 5`,
    RECHAIN(account.id),
  );
  const file = await statement();
  expect(file.match(/"actor":null/g)).toHaveLength(2);
  expect(await verdictOn(file)).toEqual(['ours']);
  const forged = changed(file, '"amount":"-0.50000000"', '"amount":"-0.40000000"');
  expect(await verdictOn(forged)).toEqual(['altered-in-file', 'entry', 5]);
});

it.each([
  ['the amount of an entry', 'entry', 5, '"amount":"-0.50000000"', '"amount":"-0.40000000"'],
  ['its text', 'entry', 5, '"note":"fee"', '"note":"gift"'],
  ['the time of an event', 'event', 1, '"placed","ID_', '"placed","ID-'],
  ['a code', 'event', 2, '"texts":["CODE-', '"texts":["OTHER-'],
  ['a reason', 'event', 4, '"texts":["no such player', '"texts":["sold out'],
])('a file with %s changed was altered', async (_, part, number, from, to) => {
  const text = part === 'entry' ? await statement() : await changes();
  const file =
    part === 'event' && number > 1 ? lastChanged(text, from, to, number) : changed(text, from, to);
  expect(await verdictOn(file)).toEqual(['altered-in-file', part, number]);
});

/** Changes the item of one event. */
function lastChanged(text: string, from: string, to: string, number: number): string {
  const { data, ...page } = JSON.parse(text) as { data: { number: number }[] };
  const items = data.map((item) =>
    item.number === number ? (JSON.parse(changed(JSON.stringify(item), from, to)) as object) : item,
  );
  return JSON.stringify({ ...page, data: items });
}

it('a chain that was made anew in the file is unsigned, and altered beside a checkpoint', async () => {
  const before = await statement();
  await rewriteLedger();
  const forged = await saved('statement?format=jsonl');
  await forgeEvents(
    shop.db,
    `UPDATE ledger_entries SET note = 'fee' WHERE account_id = ${account.id} AND note = 'another' AND sequence = 5`,
    `UPDATE ledger_entries SET note = 'no such player' WHERE account_id = ${account.id} AND note = 'another'`,
    RECHAIN(account.id),
  );
  const [checkpoint] = before.trim().split('\n').slice(-1);
  expect(await verdictOn(before)).toEqual(['ours']);
  expect(await verdictOn(forged)).toEqual(['unsigned', 'entry', 4]);
  expect(await verdictOn(`${forged}${checkpoint}\n`)).toEqual(['altered-in-file', 'entry', 4]);
});

it('a database that has another entry than was signed was altered, whatever else is in the file', async () => {
  const file = await statement();
  await rewriteLedger();
  expect(await verdictOn(file)).toEqual(['altered-in-database', 'entry', 4]);
  const { says } = await checked(file);
  expect(says).toContain('entry 4 is not what the shop has signed');
  const forged = changed(file, '"amount":"9.00000000"', '"amount":"8.00000000"');
  expect(await verdictOn(forged)).toEqual(['altered-in-database', 'entry', 4]);
  // Neither another forged entry nor a wrong signature hides it.
  const second = file.split('\n').find((line) => line.includes('"sequence":2,'))!;
  const other = changed(second, '"entry_hash":"', '"entry_hash":"0').replace(
    /(?<="entry_hash":".{64})./,
    '',
  );
  const wrong = changed(file.trim().split('\n').at(-1)!, '"signature":"', '"signature":"AA');
  expect(await verdictOn(`${other}\n${file}${wrong}\n`)).toEqual([
    'altered-in-database',
    'entry',
    4,
  ]);
  // A key that somebody else may have proves nothing.
  const replace = ['receipts', 'key', '--replace', '--reason', 'a leak', '--compromised'];
  expect((await souk(shop, ...replace)).code).toBe(0);
  const after = await checked(file);
  expect([after.verdict, after.number]).toEqual(['unsigned', 4]);
  expect(after.checkpoints).toMatchObject([{ signature: 'compromised' }]);
});

it('what a failover has lost is from before the break, once it is declared', async () => {
  const [file, events] = [await statement(), await changes()];
  await forgeEvents(
    shop.db,
    `DELETE FROM account_events WHERE account_id = ${account.id} AND number > 3`,
    `DELETE FROM ledger_entries WHERE account_id = ${account.id} AND sequence > 4`,
  );
  await changeLineage();
  expect(await verdictOn(file)).toEqual(['of-unknown-history', 'entry', 5]);
  await statement();
  expect(await checked(`${file}${events}`)).toMatchObject({
    ...{ verdict: 'from-before-break', part: 'entry', number: 5 },
    ...{ entries: 5, entries_in_shop: 4, entries_differ_from: 5 },
    ...{ events: 4, events_in_shop: 3, events_differ_from: 4 },
    checkpoints: [{ history: 'left' }, { history: 'left' }],
  });
  // What was not lost is the own of the shop, whichever history it was signed in.
  expect(await verdictOn(await changes())).toEqual(['ours']);
});

interface Feed {
  readonly data: {
    number: number;
    receipt: { event: string[]; previous_hash: string; hash: string };
  }[];
}

it('a file of two histories is no forgery, in whichever order it tells of them', async () => {
  const before = await changes();
  await forgeEvents(
    shop.db,
    `UPDATE account_events SET created_at = created_at + interval '1 second' WHERE account_id = ${account.id} AND number = 4`,
    `UPDATE account_events event SET hash = sha256(previous_hash || convert_to(account_event_details(event), 'UTF8'))
     WHERE account_id = ${account.id} AND number = 4`,
  );
  await changeLineage();
  await place(account, await shop.product({ price: '1', fields: ['playerId'] }));
  const after = await changes();
  const feed = JSON.parse(after) as Feed;
  const behind = JSON.stringify({ ...feed, data: feed.data.slice(3) });
  const last = JSON.stringify({ ...feed, data: feed.data.slice(4) });
  const orders = [
    [before, after],
    [after, before],
    [before, behind],
    [before, last],
    [before, after, behind, before],
  ];
  for (const answers of orders) {
    const file = answers.join('\n');
    expect(await verdictOn(file)).toEqual(['from-before-break', 'event', 4]);
  }
  // What both histories have in common cannot be another one.
  const forged = JSON.parse(before) as Feed;
  const { receipt } = forged.data[1]!;
  receipt.event[4] = '2020-01-01T00:00:00.000000Z';
  receipt.hash = hashOf(receipt);
  const file = `${JSON.stringify(forged)}\n${after}`;
  expect(await verdictOn(file)).toEqual(['altered-in-file', 'event', 2]);
});

const hashOf = ({ event, previous_hash: previous }: Feed['data'][number]['receipt']): string =>
  createHash('sha256')
    .update(Buffer.from(previous, 'hex'))
    .update(JSON.stringify(event))
    .digest('hex');

it('an order beside a receipt proves nothing, and texts that are left out are counted', async () => {
  const file = await changes();
  const feed = JSON.parse(file) as Feed;
  const data = feed.data.map(({ receipt, ...item }) => {
    const bare = { ...receipt, salts: null, texts: null };
    return { ...item, price: '2', replay_api: ['OTHER'], receipt: bare };
  });
  const bare = JSON.stringify({ ...feed, data });
  expect(await checked(bare)).toMatchObject({
    ...{ verdict: 'ours', events_in_file: 4, events_from: 1, events: 4, events_without_texts: 4 },
    ...{ entries_in_file: 0, entries_from: 0, entries: 0, entries_without_texts: 0 },
    says: expect.stringContaining('beside a receipt proves nothing') as string,
  });
  expect(await checked(file)).toMatchObject({ verdict: 'ours', events_without_texts: 0 });
  const entries = (await statement()).split('\n');
  expect(await checked(entries.toSpliced(1, 2).join('\n'))).toMatchObject({
    ...{ verdict: 'ours', entries_in_file: 3, entries_from: 1, entries: 5 },
  });
});

it.each([
  ['entry', 2, 'ledger_entries SET amount = -7', 'sequence'],
  ['event', 3, 'orders SET unit_price = 7', ''],
  ['event', 2, "account_events SET created_at = created_at - interval '1 day'", 'number'],
])(
  'a row of an %s %i that is not what its own hash says was altered',
  async (part, number, set, by) => {
    const file = part === 'entry' ? await statement() : await changes();
    const where =
      by === ''
        ? `order_id = (SELECT order_id FROM account_events WHERE account_id = ${account.id} AND number = 3)`
        : `${by} = ${number}`;
    await forgeEvents(shop.db, `UPDATE ${set} WHERE account_id = ${account.id} AND ${where}`);
    expect(await verdictOn(file)).toEqual(['altered-in-database', part, number]);
  },
);

it('lines end at line feeds only, behind a byte order mark, and any number of checkpoints is read', async () => {
  const file = await statement();
  const [checkpoint] = file.trim().split('\n').slice(-1);
  expect(await verdictOn(`\ufeff${changed(file, '{', '{"x":"\u2028\u2029",')}`)).toEqual(['ours']);
  const { code, out } = await typed(`${checkpoint}\n`.repeat(1_001));
  expect([code, (JSON.parse(out) as Checked).checkpoints.length]).toEqual([0, 1]);
});

it('a signature of a stranger, a wrong one and an unknown account are not ours', async () => {
  const file = await statement();
  const lines = file.trim().split('\n');
  const { checkpoint } = JSON.parse(lines.at(-1)!) as { checkpoint: { signed: string } };
  const texts = JSON.parse(checkpoint.signed) as string[];
  const signedBy = (by: object) =>
    [...lines.slice(0, -1), JSON.stringify({ checkpoint: by })].join('\n');
  expect(await checked(signedBy(signed(texts, signerOf(9))))).toMatchObject({
    ...{ verdict: 'not-ours', checkpoints: [{ signature: 'unknown-key' }] },
  });
  const later = JSON.stringify(texts.with(6, '2099-01-01T00:00:00.000000Z'));
  expect(await checked(signedBy({ ...checkpoint, signed: later }))).toMatchObject({
    ...{ verdict: 'not-ours', checkpoints: [{ signature: 'wrong' }] },
  });
  const elsewhere = await saved('statement?format=jsonl');
  const other = elsewhere.replaceAll(`"account_id":${account.id}`, '"account_id":999999');
  expect((await checked(other)).verdict).toBe('not-ours');
});

it('of a file that is none one sentence is said, and nothing of it', async () => {
  const file = await statement();
  const entry = file.split('\n')[0]!;
  const none = ['0', '0'.repeat(64)];
  const time = '2026-01-01T00:00:00.000000Z';
  const texts = ['souk checkpoint 1', String(account.id), ...none, ...none, time, 'x'];
  const stranger = signed(texts, signerOf(9));
  const wrong = [
    ['', 'There is no entry'],
    ['{"status":"OK","data":[],"checkpoint":null}', 'There is no entry'],
    ['SECRET', 'Line 1 '],
    ['{"SECRET":', 'Line 1 '],
    [`${entry}\n[SECRET`, 'Line 2 '],
    [`${entry}\n{"order_id":"SECRET"}`, 'Line 2 '],
    [await saved('orders/changes'), 'Line 1 '],
    [changed(entry, `"account_id":${account.id}`, '"account_id":99999999999'), 'Line 1 '],
    [
      `${entry}\n${entry.replace(`"account_id":${account.id}`, '"account_id":999')}`,
      'several accounts',
    ],
    [changed(entry, `"account_id":${account.id}`, `"account_id":${-(2 ** 53) + 1}`), 'Line 1 '],
    [changed(entry, '"sequence":5', '"sequence":0'), 'Line 1 '],
    [changed(await changes(), `["${account.id}","1",`, `["${account.id}","01",`), 'Line 1 '],
    [
      JSON.stringify({
        ...stranger,
        signed: changed(stranger.signed, '2026-01-01T', '2026-13-01T'),
      }),
      'Line 1 ',
    ],
    [`[${'['.repeat(50_000)}`, 'Line 1 '],
    ['\ud800'.repeat(3), 'Line 1 '],
    [JSON.stringify({ signed: '["souk break 1"]', signature: '', key: '0'.repeat(64) }), 'Line 1 '],
  ];
  for (const [text = '', said = ''] of wrong) {
    const { status, json } = await asked(text);
    const { detail = '' } = json as { readonly detail?: string };
    // An empty file is no Base64 either.
    if (text !== '')
      expect([text.slice(0, 50), status, detail]).toEqual([
        text.slice(0, 50),
        422,
        expect.stringContaining(said),
      ]);
    const { code, err } = await typed(text);
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
    expect(`${detail}${err}`).not.toContain('SECRET');
  }
  const binary = await operator.ask('POST receipts/check', { body: { file: '/////w==' } });
  expect(binary.status).toBe(422);
  const large = await asked(`${entry}\n`.repeat(600).slice(0, 300_001));
  expect([large.status, large.text]).toEqual([422, expect.stringContaining('larger than 300 kB')]);
  const viewer = await TestOperator.of(shop, 'support');
  expect((await viewer.ask('POST receipts/check', { body: { file: 'AAAA' } })).status).toBe(403);
  for (const path of [join(folder, 'none'), folder]) {
    const { err } = await souk(shop, 'receipts', 'check', path);
    expect(err).toContain(`The file ${path} cannot be read`);
  }
});

it('the console says the same of an upload, and keeps the page for a wrong one', async () => {
  const browser = await operatorBrowser(shop, 'manager');
  const path = '/console/shop/upkeep/receipts';
  const upload = async (text: string) => {
    const body = multipart(text, { name: 'statement.jsonl' });
    return new ShownPage(path, await browser.ask(path, { method: 'POST', headers: FORM, body }));
  };
  expect((await browser.open('/console/shop/upkeep')).text).toContain('Receipts of a reseller');
  const file = await statement();
  let page = await upload(file);
  expect(page.text).toMatch(
    /What the file holds stands.*5, from 1 to 5, of which 1 without texts; in the shop up to 5.*valid, by/s,
  );
  page = await upload(changed(file, '"note":"fee"', '"note":"gift"'));
  expect(page.text).toContain('The file was changed: entry 5');
  const refused = await upload('[]');
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining('Line 1 of the file'),
  ]);
});
