import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountEvent } from '../../src/events/ordered/account-event.js';
import { souk } from '../support/command-line.js';
import { Happenings } from '../support/ordered-hearing.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

const folder = temporaryFolder('events');
let shop: TestShop;
let happenings: Happenings;
let account: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  happenings = new Happenings(shop);
  account = await shop.account({ balance: '100' });
  await happenings.ordered(account, await shop.product({ price: '1' }));
  await happenings.adjust(account, '-2', 'counted twice');
});

const printed = async (...words: string[]): Promise<AccountEvent[]> => {
  const { code, out, err } = await souk(shop, 'events', ...words);
  expect([code, err]).toEqual([0, '']);
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as AccountEvent);
};
const ofAccount = (...words: string[]) => printed('--account', String(account.id), ...words);
const types = (events: readonly AccountEvent[]) => events.map(({ type }) => type);
const ALL = ['balance.deposited', 'order.placed', 'balance.adjusted'];

describe('souk events', () => {
  it('prints what has happened to an account, in its order', async () => {
    const events = await ofAccount();
    expect(types(events)).toEqual(ALL);
    expect(Object.keys(events[0] ?? {}).sort()).toEqual([
      ...['accountId', 'cursor', 'data', 'id', 'time', 'type'],
    ]);
    expect(await ofAccount('--types', 'order.placed,balance.adjusted')).toEqual(events.slice(1));
    expect(await ofAccount('--max', '2')).toEqual(events.slice(0, 2));
    expect(await ofAccount('--follow', '--max', '3')).toEqual(events);
  });

  it('goes on behind each cursor', async () => {
    const events = await ofAccount();
    for (const [index, { cursor }] of events.entries()) {
      expect(await printed('--since', cursor)).toEqual(events.slice(index + 1));
    }
  });

  it('prints all accounts, and goes on behind the lines of a file', async () => {
    const file = join(folder(), 'events.jsonl');
    const own = async () => {
      const all = await printed('--after', file);
      return all.filter(({ accountId }) => accountId === account.id);
    };
    const events = await own();
    expect(types(events)).toEqual(ALL);
    const [first = {}, second = {}] = events;
    await writeFile(file, `${JSON.stringify(first)}\n${JSON.stringify(second)}`);
    expect(await own()).toEqual(events.slice(1));
    await appendFile(file, '\n');
    expect(await own()).toEqual(events.slice(2));
    await appendFile(file, await readFile(file));
    expect(await own()).toEqual(events.slice(2));
  });

  it('says that history restarted behind a cursor of another one', async () => {
    const events = await ofAccount();
    const known = `${account.id}-7-${'0'.repeat(16)}-0-`;
    const [restarted, ...others] = await printed('--since', known);
    expect(restarted).toMatchObject({ type: 'history.restarted', data: { known } });
    expect(others).toEqual(events);
  });

  it.each([
    [['--since', 'x'], 'It must be the cursor of an event.'],
    [['--account', '1', '--since', '2-0--0-'], 'The cursor is one of another account.'],
    [['--account', '999999'], /no account 999999/],
    [['--types', 'order.late'], 'It must be some of order.placed'],
    [['--max', '0'], 'It must be a number from 1'],
    [['--after', 'package.json'], 'Line 1 of package.json is no line of "souk events".'],
  ])('refuses %j', async (words, reason) => {
    const { code, err } = await souk(shop, 'events', ...words);
    expect(code).not.toBe(0);
    expect(err).toMatch(reason);
  });
});
