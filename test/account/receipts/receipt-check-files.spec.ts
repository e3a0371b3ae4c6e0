import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { forgeEvents } from '../../support/account-events.js';
import { place } from '../../support/book-pages.js';
import { souk } from '../../support/command-line.js';
import { signed, signerOf } from '../../support/receipt-files.js';
import { TestOperator } from '../../support/test-operator.js';
import { changed, ReceiptDesk, type Checked } from '../../support/receipt-desk.js';

let desk: ReceiptDesk;

// A shop of its own for each case, which changes its history, its key or its tables.
beforeEach(async () => {
  desk = await ReceiptDesk.open();
});
afterEach(() => desk.close());

interface Feed {
  readonly data: {
    number: number;
    receipt: { event: string[]; previous_hash: string; hash: string };
  }[];
}

it('a file of two histories is no forgery, in whichever order it tells of them', async () => {
  const before = await desk.changes();
  await forgeEvents(
    desk.shop.db,
    `UPDATE account_events SET created_at = created_at + interval '1 second' WHERE account_id = ${desk.account.id} AND number = 4`,
    `UPDATE account_events event SET hash = sha256(previous_hash || convert_to(account_event_details(event), 'UTF8'))
     WHERE account_id = ${desk.account.id} AND number = 4`,
  );
  await desk.changeLineage();
  await place(desk.account, await desk.shop.product({ price: '1', fields: ['playerId'] }));
  const after = await desk.changes();
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
    expect(await desk.verdictOn(file)).toEqual(['from-before-break', 'event', 4]);
  }
  // No signature leads to what both histories have in common.
  const forged = JSON.parse(before) as Feed;
  const { receipt } = forged.data[1]!;
  receipt.event[4] = '2020-01-01T00:00:00.000000Z';
  receipt.hash = hashOf(receipt);
  const file = `${JSON.stringify(forged)}\n${after}`;
  expect(await desk.verdictOn(file)).toEqual(['unsigned', 'event', 2]);
});

it('behind a break no signature leads to what a reseller invents, and an unsigned part accuses nobody', async () => {
  const old = await desk.statement();
  await forgeEvents(
    desk.shop.db,
    `DELETE FROM ledger_entries WHERE account_id = ${desk.account.id} AND sequence = 5`,
  );
  await desk.changeLineage();
  const present = await desk.statement();
  expect(await desk.verdictOn(`${old}${present}`)).toEqual(['from-before-break', 'entry', 5]);

  const [newest = '', ...others] = old.trim().split('\n');
  const fifth = JSON.parse(newest) as Entry;
  const sixth = { ...fifth, sequence: 6, previous_hash: fifth.entry_hash };
  sixth.entry_hash = entryHashOf(sixth);
  const invented = `${JSON.stringify(sixth)}\n${old}`;
  expect(await desk.verdictOn(invented)).toEqual(['unsigned', 'entry', 6]);

  const other = { ...fifth, amount: '777.00000000' };
  other.entry_hash = entryHashOf(other);
  const exchanged = [JSON.stringify(other), ...others].join('\n');
  expect(await desk.verdictOn(exchanged)).toEqual(['unsigned', 'entry', 5]);

  const unsigned = [newest, ...others.slice(0, -1)].join('\n');
  expect(await desk.verdictOn(`${unsigned}\n${present}`)).toEqual(['unsigned', 'entry', 5]);
});

it('an entry is read as such, whatever else is written into its line', async () => {
  const file = await desk.statement();
  for (const more of ['"checkpoint":null', '"data":[]', '"status":"OK"']) {
    const forged = changed(changed(file, '"amount":"', '"amount":"1000'), '{', `{${more},`);
    expect(await desk.verdictOn(forged)).toEqual(['altered-in-file', 'entry', 5]);
  }
  const profile = await desk.saved('profile?details=1');
  expect((await desk.asked(profile)).status).toBe(422);
});

it('an entry whose salts were erased is the own one of the shop, without a proof of its texts', async () => {
  await forgeEvents(
    desk.shop.db,
    `UPDATE ledger_entries SET salts = NULL WHERE account_id = ${desk.account.id} AND sequence = 5`,
  );
  const file = await desk.statement();
  // Those of the deposit are withheld.
  expect(await desk.checked(file)).toMatchObject({ verdict: 'ours', entries_without_texts: 2 });
});

/** A debit, and what else has no texts, so that its commitments are none. */
interface Entry {
  readonly account_id: number;
  readonly sequence: number;
  readonly kind: string;
  readonly amount: string;
  readonly balance_after: string;
  readonly order_id: string | null;
  readonly created_at: string;
  readonly commitments: string;
  readonly previous_hash: string;
  entry_hash: string;
}

const entryHashOf = (entry: Entry): string => {
  const { account_id: account, sequence, kind, amount, balance_after: balance } = entry;
  const { order_id: order, created_at: at, commitments, previous_hash: previous } = entry;
  const texts = [String(account), String(sequence), kind, amount, balance, order, at, commitments];
  return createHash('sha256')
    .update(Buffer.from(previous, 'hex'))
    .update(JSON.stringify(texts))
    .digest('hex');
};

const hashOf = ({ event, previous_hash: previous }: Feed['data'][number]['receipt']): string =>
  createHash('sha256')
    .update(Buffer.from(previous, 'hex'))
    .update(JSON.stringify(event))
    .digest('hex');

it('an order beside a receipt proves nothing, and texts that are left out are counted', async () => {
  const file = await desk.changes();
  const feed = JSON.parse(file) as Feed;
  const data = feed.data.map(({ receipt, ...item }) => {
    const bare = { ...receipt, salts: null, texts: null };
    return { ...item, price: '2', replay_api: ['OTHER'], receipt: bare };
  });
  const bare = JSON.stringify({ ...feed, data });
  expect(await desk.checked(bare)).toMatchObject({
    ...{ verdict: 'ours', events_in_file: 4, events_from: 1, events: 4, events_without_texts: 4 },
    ...{ entries_in_file: 0, entries_from: 0, entries: 0, entries_without_texts: 0 },
    says: expect.stringContaining('beside a receipt proves nothing') as string,
  });
  expect(await desk.checked(file)).toMatchObject({ verdict: 'ours', events_without_texts: 0 });
  const entries = (await desk.statement()).split('\n');
  expect(await desk.checked(entries.toSpliced(1, 2).join('\n'))).toMatchObject({
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
    const file = part === 'entry' ? await desk.statement() : await desk.changes();
    const where =
      by === ''
        ? `order_id = (SELECT order_id FROM account_events WHERE account_id = ${desk.account.id} AND number = 3)`
        : `${by} = ${number}`;
    await forgeEvents(
      desk.shop.db,
      `UPDATE ${set} WHERE account_id = ${desk.account.id} AND ${where}`,
    );
    expect(await desk.verdictOn(file)).toEqual(['altered-in-database', part, number]);
  },
);

it('lines end at line feeds only, behind a byte order mark, and any number of checkpoints is read', async () => {
  const file = await desk.statement();
  const [checkpoint] = file.trim().split('\n').slice(-1);
  expect(await desk.verdictOn(`\ufeff${changed(file, '{', '{"x":"\u2028\u2029",')}`)).toEqual([
    'ours',
  ]);
  const { code, out } = await desk.typed(`${checkpoint}\n`.repeat(1_001));
  expect([code, (JSON.parse(out) as Checked).checkpoints.length]).toEqual([0, 1]);
});

it('of a file that is none one sentence is said, and nothing of it', async () => {
  const file = await desk.statement();
  const entry = file.split('\n')[0]!;
  const none = ['0', '0'.repeat(64)];
  const time = '2026-01-01T00:00:00.000000Z';
  const texts = ['souk checkpoint 1', String(desk.account.id), ...none, ...none, time, 'x'];
  const stranger = signed(texts, signerOf(9));
  const wrong = [
    ['', 'There is no entry'],
    ['{"status":"OK","data":[],"checkpoint":null}', 'There is no entry'],
    ['SECRET', 'Line 1 '],
    ['{"SECRET":', 'Line 1 '],
    [`${entry}\n[SECRET`, 'Line 2 '],
    [`${entry}\n{"order_id":"SECRET"}`, 'Line 2 '],
    [await desk.saved('orders/changes'), 'Line 1 '],
    [changed(entry, `"account_id":${desk.account.id}`, '"account_id":99999999999'), 'Line 1 '],
    [
      `${entry}\n${entry.replace(`"account_id":${desk.account.id}`, '"account_id":999')}`,
      'several accounts',
    ],
    [
      changed(entry, `"account_id":${desk.account.id}`, `"account_id":${-(2 ** 53) + 1}`),
      'Line 1 ',
    ],
    [changed(entry, '"sequence":5', '"sequence":0'), 'Line 1 '],
    [
      changed(await desk.changes(), `["${desk.account.id}","1",`, `["${desk.account.id}","01",`),
      'Line 1 ',
    ],
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
    const { status, json } = await desk.asked(text);
    const { detail = '' } = json as { readonly detail?: string };
    // An empty file is no Base64 either.
    if (text !== '')
      expect([text.slice(0, 50), status, detail]).toEqual([
        text.slice(0, 50),
        422,
        expect.stringContaining(said),
      ]);
    const { code, err } = await desk.typed(text);
    expect([code, err]).toEqual([1, expect.stringContaining(said)]);
    expect(`${detail}${err}`).not.toContain('SECRET');
  }
  const binary = await desk.operator.ask('POST receipts/check', { body: { file: '/////w==' } });
  expect(binary.status).toBe(422);
  const large = await desk.asked(`${entry}\n`.repeat(600).slice(0, 300_001));
  expect([large.status, large.text]).toEqual([422, expect.stringContaining('larger than 300 kB')]);
  const viewer = await TestOperator.of(desk.shop, 'support');
  expect((await viewer.ask('POST receipts/check', { body: { file: 'AAAA' } })).status).toBe(403);
  for (const path of [join(desk.folder, 'none'), desk.folder]) {
    const { err } = await souk(desk.shop, 'receipts', 'check', path);
    expect(err).toContain(`The file ${path} cannot be read`);
  }
});
