import { TestBrowser } from '../support/test-browser.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;
let berlin: TestBrowser;
let actor: string;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ balance: '1.23456' });
  const name = fresh('berta');
  berlin = await operatorBrowser(shop, 'owner', name);
  await shop.db.query(
    `UPDATE operators SET time_zone = 'Europe/Berlin', week_start = 7 WHERE name = $1`,
    [`operator:${name}`],
  );
  actor = fresh('old');
  await shop.db.query(
    `INSERT INTO audit_entries (at, actor, action, details, outcome, finished_at, before, after)
     SELECT at, 'operator:' || $1, 'account set', '{}', 'done', at, '{"since": null}',
            json_build_object('since', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
     FROM unnest(ARRAY['2026-03-29 00:30Z', '2026-03-29 01:30Z', '2026-10-25 00:30Z',
                       '2026-10-25 01:30Z']::timestamptz[]) at`,
    [actor],
  );
});

const rows = (from: string, to: string): Promise<string[]> =>
  berlin
    .open(`/console/audit?actor=${actor}&from=${from}&to=${to}`)
    .then(({ root }) => root.querySelectorAll('tbody tr time').map(({ text }) => text));

describe('times of an operator with a zone', () => {
  it('are shown in it, and the page names it once', async () => {
    const page = await berlin.open(`/console/audit?actor=${actor}`);
    const footer = page.root.querySelector('footer')?.structuredText ?? '';
    expect(footer.replaceAll(/[\u2068\u2069]/g, '')).toMatch(/Times: Europe\/Berlin/);
    expect(page.answer.text.split('Europe/Berlin')).toHaveLength(2);
    const times = page.root.querySelectorAll('tbody tr time');
    expect(times.map(({ text }) => text)).toEqual([
      ...['25 Oct 2026, 02:30:00', '25 Oct 2026, 02:30:00'],
      ...['29 Mar 2026, 03:30:00', '29 Mar 2026, 01:30:00'],
    ]);
    expect(times[2]?.getAttribute('datetime')).toMatch(/^2026-03-29T01:30:00.*Z$/);
    expect(page.text).toContain('since: nothing then 29 Mar 2026, 03:30:00');
    expect(page.text).not.toContain('UTC');
  });

  it('are typed in it, also where clocks are set', async () => {
    const [winter, summer] = ['29 Mar 2026, 01:30:00', '29 Mar 2026, 03:30:00'];
    expect(await rows('2026-03-29T01:30', '2026-03-29T03:31')).toEqual([summer, winter]);
    // 02:30 is never shown, and is read as 03:30.
    expect(await rows('2026-03-29T02:30', '2026-03-29T03:31')).toEqual([summer]);
    expect(await rows('2026-03-29T01:30', '2026-03-29T02:30')).toEqual([winter]);
    // 02:30 is shown twice; the earlier one is read.
    expect(await rows('2026-10-25T02:30', '2026-10-25T03:00')).toHaveLength(2);
    expect(await rows('2026-10-25T02:31', '2026-10-25T03:00')).toHaveLength(1);
  });

  it('are UTC in files', async () => {
    const { text } = await berlin.ask(`/console/audit?actor=${actor}&format=csv`);
    expect(text).toContain('2026-03-29T01:30:00');
    expect(text.replaceAll(/[\u2068\u2069]/g, '')).toContain('29 Mar 2026, 01:30:00 UTC');
    const report = await berlin.open('/console/reports?from=2026-03-29&to=2026-03-29');
    expect(report.link('Save as CSV')).toContain('from=2026-03-29&to=2026-03-29');
    expect(report.text).toContain('The days of the file are those of UTC.');
  });

  it('are asked for by forms', async () => {
    const page = await berlin.open(`/console/accounts/${account.id}/tokens`);
    const issued = await berlin.send(page, 'tokens', { expires_at: '2099-07-31T18:00' });
    const list = await berlin.go(issued, 'Back to the tokens');
    expect(list.text).toContain('31 Jul 2099, 18:00:00');
    const [row] = await shop.db.query<{ time: Date }>(
      'SELECT expires_at AS time FROM access_tokens WHERE account_id = $1 AND expires_at IS NOT NULL',
      [account.id],
    );
    expect(row?.time.toISOString()).toBe('2099-07-31T16:00:00.000Z');
  });

  it('have the weeks of the operator', async () => {
    const page = await berlin.open(`/console/accounts/${account.id}/statement`);
    const [, from = ''] = /from=([\d-]+)T00%3A00&/.exec(page.link('This week')) ?? [];
    expect(new Date(from).getUTCDay()).toBe(0);
  });

  it('amounts are cut, with all digits where the pointer rests and in the file', async () => {
    const page = await berlin.open(`/console/accounts/${account.id}/statement`);
    const money = page.root.querySelector('td .money');
    expect([money?.text, money?.getAttribute('title')]).toEqual(['1.2345… USD', '1.23456 USD']);
    const more = { amount: '1', reference: fresh('more'), note: '' };
    const table = (await berlin.send(page, 'deposits', more)).root.querySelectorAll('tbody tr');
    // Point below point: what the first has less takes its place unseen.
    expect(
      table.map((row) => {
        const amount = row.querySelector('td.number .money');
        return [amount?.text, amount?.getAttribute('data-pad')];
      }),
    ).toEqual([
      ['1.00 USD', '45…'],
      ['1.2345… USD', undefined],
    ]);
    const { text } = await berlin.ask(`/console/accounts/${account.id}/statement?format=csv`);
    expect(text).toContain('1.23456');
  });
});

it('pages for everybody name no zone', async () => {
  const page = await new TestBrowser(shop.baseUrl).open('/console/sign-in');
  expect(page.answer.text).not.toContain('Times:');
});
