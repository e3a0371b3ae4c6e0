import { forgeEvents } from '../../support/account-events.js';
import { place } from '../../support/book-pages.js';
import { souk } from '../../support/command-line.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { RECHAIN } from '../../support/forged-ledger.js';
import { signed, signerOf } from '../../support/receipt-files.js';
import { ShownPage } from '../../support/test-browser.js';
import { FORM, multipart } from '../../console/multipart.js';
import { changed, ReceiptDesk } from '../../support/receipt-desk.js';

let desk: ReceiptDesk;

// A shop of its own for each case, which changes its history, its key or its tables.
beforeEach(async () => {
  desk = await ReceiptDesk.open();
});
afterEach(() => desk.close());

/** The last entry gets another amount, and all hashes are made anew. */
const rewriteLedger = () =>
  forgeEvents(
    desk.shop.db,
    `UPDATE ledger_entries SET note = 'another' WHERE account_id = ${desk.account.id} AND sequence >= 4 AND note <> ''`,
    RECHAIN(desk.account.id),
  );

it('what the shop serves is its own, in one file, in pages, and as a checkpoint alone', async () => {
  const [whole, events, page] = [
    await desk.statement(),
    await desk.changes(),
    await desk.saved('statement?receipts=1&limit=2'),
  ];
  expect(await desk.checked(`${whole}${events}\n`)).toMatchObject({
    ...{ verdict: 'ours', number: null, account_id: desk.account.id },
    says: expect.stringContaining('What the file holds stands in the books') as string,
    ...{ entries: 5, entries_in_shop: 5, entries_differ_from: null },
    ...{ events: 4, events_in_shop: 4, events_differ_from: null },
    checkpoints: [
      { entry: 5, event: 4, signature: 'valid', history: 'present' },
      { entry: 5, event: 4, signature: 'valid', history: 'present' },
    ],
  });
  await place(desk.account, await desk.shop.product({ price: '1', fields: ['playerId'] }));
  expect(await desk.checked(page)).toMatchObject({
    verdict: 'ours',
    entries: 5,
    entries_in_shop: 6,
  });
  const { checkpoint } = JSON.parse(page) as { checkpoint: object };
  for (const alone of [checkpoint, { checkpoint }, JSON.parse(page) as object]) {
    expect(await desk.verdictOn(JSON.stringify(alone))).toEqual(['ours']);
  }
  // Without receipts there is no checkpoint, and the hashes are there all the same.
  expect(await desk.verdictOn(await desk.saved('statement?format=jsonl'))).toEqual(['ours']);
});

it('entries whose texts are withheld are the own ones of the shop, in both forms', async () => {
  await forgeEvents(
    desk.shop.db,
    `UPDATE ledger_entries SET actor = 'eve' WHERE account_id = ${desk.account.id} AND sequence IN (1, 5)`,
    `UPDATE ledger_entries SET commitments = NULL, salts = NULL WHERE account_id = ${desk.account.id} AND sequence = 5`,
    RECHAIN(desk.account.id),
  );
  const file = await desk.statement();
  expect(file.match(/"actor":null/g)).toHaveLength(2);
  expect(await desk.verdictOn(file)).toEqual(['ours']);
  const forged = changed(file, '"amount":"-0.50000000"', '"amount":"-0.40000000"');
  expect(await desk.verdictOn(forged)).toEqual(['altered-in-file', 'entry', 5]);
});

it.each([
  ['the amount of an entry', 'entry', 5, '"amount":"-0.50000000"', '"amount":"-0.40000000"'],
  ['its text', 'entry', 5, '"note":"fee"', '"note":"gift"'],
  ['the time of an event', 'event', 1, '"placed","ID_', '"placed","ID-'],
  ['a code', 'event', 2, '"texts":["CODE-', '"texts":["OTHER-'],
  ['a reason', 'event', 4, '"texts":["no such player', '"texts":["sold out'],
])('a file with %s changed was altered', async (_, part, number, from, to) => {
  const text = part === 'entry' ? await desk.statement() : await desk.changes();
  const file =
    part === 'event' && number > 1 ? lastChanged(text, from, to, number) : changed(text, from, to);
  expect(await desk.verdictOn(file)).toEqual(['altered-in-file', part, number]);
});

/** Changes the item of one event. */
function lastChanged(text: string, from: string, to: string, number: number): string {
  const { data, ...page } = JSON.parse(text) as { data: { number: number }[] };
  const items = data.map((item) =>
    item.number === number ? (JSON.parse(changed(JSON.stringify(item), from, to)) as object) : item,
  );
  return JSON.stringify({ ...page, data: items });
}

it('a chain that was made anew in the file is unsigned, also beside a checkpoint of another', async () => {
  const before = await desk.statement();
  await rewriteLedger();
  const forged = await desk.saved('statement?format=jsonl');
  await forgeEvents(
    desk.shop.db,
    `UPDATE ledger_entries SET note = 'fee' WHERE account_id = ${desk.account.id} AND note = 'another' AND sequence = 5`,
    `UPDATE ledger_entries SET note = 'no such player' WHERE account_id = ${desk.account.id} AND note = 'another'`,
    RECHAIN(desk.account.id),
  );
  const [checkpoint] = before.trim().split('\n').slice(-1);
  expect(await desk.verdictOn(before)).toEqual(['ours']);
  expect(await desk.verdictOn(forged)).toEqual(['unsigned', 'entry', 4]);
  expect(await desk.verdictOn(`${forged}${checkpoint}\n`)).toEqual(['unsigned', 'entry', 4]);
});

it('a database that has another entry than was signed was altered, whatever else is in the file', async () => {
  const file = await desk.statement();
  await rewriteLedger();
  expect(await desk.verdictOn(file)).toEqual(['altered-in-database', 'entry', 4]);
  const { says } = await desk.checked(file);
  expect(says).toContain('entry 4 is not what the shop has signed');
  const forged = changed(file, '"amount":"9.00000000"', '"amount":"8.00000000"');
  expect(await desk.verdictOn(forged)).toEqual(['altered-in-database', 'entry', 4]);
  // Neither another forged entry nor a wrong signature hides it.
  const second = file.split('\n').find((line) => line.includes('"sequence":2,'))!;
  const other = changed(second, '"entry_hash":"', '"entry_hash":"0').replace(
    /(?<="entry_hash":".{64})./,
    '',
  );
  const wrong = changed(file.trim().split('\n').at(-1)!, '"signature":"', '"signature":"AA');
  expect(await desk.verdictOn(`${other}\n${file}${wrong}\n`)).toEqual([
    'altered-in-database',
    'entry',
    4,
  ]);
  // A key that somebody else may have proves nothing.
  const replace = ['receipts', 'key', '--replace', '--reason', 'a leak', '--compromised'];
  expect((await souk(desk.shop, ...replace)).code).toBe(0);
  const after = await desk.checked(file);
  expect([after.verdict, after.number]).toEqual(['unsigned', 4]);
  expect(after.checkpoints).toMatchObject([{ signature: 'compromised' }]);
});

it('what a failover has lost is from before the break, once it is declared', async () => {
  const [file, events] = [await desk.statement(), await desk.changes()];
  await forgeEvents(
    desk.shop.db,
    `DELETE FROM account_events WHERE account_id = ${desk.account.id} AND number > 3`,
    `DELETE FROM ledger_entries WHERE account_id = ${desk.account.id} AND sequence > 4`,
  );
  await desk.changeLineage();
  expect(await desk.verdictOn(file)).toEqual(['of-unknown-history', 'entry', 5]);
  await desk.statement();
  expect(await desk.checked(`${file}${events}`)).toMatchObject({
    ...{ verdict: 'from-before-break', part: 'entry', number: 5 },
    ...{ entries: 5, entries_in_shop: 4, entries_differ_from: 5 },
    ...{ events: 4, events_in_shop: 3, events_differ_from: 4 },
    checkpoints: [{ history: 'left' }, { history: 'left' }],
  });
  // What was not lost is the own of the shop, whichever history it was signed in.
  expect(await desk.verdictOn(await desk.changes())).toEqual(['ours']);
});

it('a signature of a stranger, a wrong one and an unknown account are not ours', async () => {
  const file = await desk.statement();
  const lines = file.trim().split('\n');
  const { checkpoint } = JSON.parse(lines.at(-1)!) as { checkpoint: { signed: string } };
  const texts = JSON.parse(checkpoint.signed) as string[];
  const signedBy = (by: object) =>
    [...lines.slice(0, -1), JSON.stringify({ checkpoint: by })].join('\n');
  expect(await desk.checked(signedBy(signed(texts, signerOf(9))))).toMatchObject({
    ...{ verdict: 'not-ours', checkpoints: [{ signature: 'unknown-key' }] },
  });
  const later = JSON.stringify(texts.with(6, '2099-01-01T00:00:00.000000Z'));
  expect(await desk.checked(signedBy({ ...checkpoint, signed: later }))).toMatchObject({
    ...{ verdict: 'not-ours', checkpoints: [{ signature: 'wrong' }] },
  });
  const elsewhere = await desk.saved('statement?format=jsonl');
  const other = elsewhere.replaceAll(`"account_id":${desk.account.id}`, '"account_id":999999');
  expect((await desk.checked(other)).verdict).toBe('not-ours');
});

it('the console says the same of an upload, and keeps the page for a wrong one', async () => {
  const browser = await operatorBrowser(desk.shop, 'manager');
  const path = '/console/shop/upkeep/receipts';
  const upload = async (text: string) => {
    const body = multipart(text, { name: 'statement.jsonl' });
    return new ShownPage(path, await browser.ask(path, { method: 'POST', headers: FORM, body }));
  };
  expect((await browser.open('/console/shop/upkeep')).text).toContain('Receipts of a reseller');
  const file = await desk.statement();
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
