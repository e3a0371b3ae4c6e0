import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;
let owner: TestBrowser;

beforeAll(async () => {
  shop = await startTestShop();
  owner = await operatorBrowser(shop, 'owner', 'ada');
  await shop.db.query(
    `INSERT INTO audit_entries (at, actor, action, details, outcome, finished_at, role, address, request_id, before, after)
     SELECT timestamptz '2026-01-01 00:00Z' + n * interval '1 minute', 'operator:old', 'account set',
            json_build_object('name', '=<b>' || n), CASE WHEN n > 1 THEN 'done' END, CASE WHEN n > 1 THEN now() END,
            'owner', '203.0.113.7', 'request-' || n, '{"limit": 1, "same": true}', '{"limit": 2, "same": true}'
     FROM generate_series(1, 70) n`,
  );
});
afterAll(() => shop.close());

describe('the audit', () => {
  it('is searched, and shows who changed what from where', async () => {
    const all = await owner.go(await owner.open('/console'), 'Audit');
    const old = await owner.send(all, 'audit', { actor: 'operator:old', action: 'account set' });
    const rows = old.root.querySelectorAll('tbody tr');
    expect(rows).toHaveLength(50);
    const first = rows[0]?.structuredText.replaceAll(/\s+/g, ' ');
    expect(first).toContain('operator:old owner 203.0.113.7 request-70');
    expect(first).toContain('account set name: =<b>70 limit: 1 then 2 done');
    expect(first).not.toContain('same');
    expect(old.answer.text).not.toContain('<b>');
    const next = await owner.go(old, 'Next page');
    expect(next.root.querySelectorAll('tbody tr')).toHaveLength(20);
    expect(next.text).toContain('not finished');
    expect(() => next.link('Next page')).toThrow();
    const none = await owner.send(all, 'audit', { actor: 'nobody' });
    expect(none.text).toContain('No entry fits.');
    const earlier = await owner.send(all, 'audit', { to: '2026-01-01T00:03:00Z' });
    expect(earlier.root.querySelectorAll('tbody tr')).toHaveLength(2);
    // As the field of a browser sends it.
    const later = await owner.send(all, 'audit', { to: '2026-01-01T00:04' });
    expect(later.root.querySelectorAll('tbody tr')).toHaveLength(3);
  });

  it('is refused for what is no time, with what was typed', async () => {
    const page = await owner.open('/console/audit?from=yesterday&actor=%3Ci%3E');
    expect([page.status, page.root.querySelectorAll('.fault').length]).toEqual([422, 1]);
    expect(page.answer.text).toContain('value="yesterday"');
    expect(page.answer.text).not.toContain('<i>');
  });

  it('is kept as one file', async () => {
    const page = await owner.open('/console/audit?actor=operator:old');
    const file = await owner.go(page, 'Save as CSV');
    expect(file.answer.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
    const lines = file.answer.text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(71);
    expect(lines[1]).toContain('"{""name"":""=<b>70""}"');
  });

  it('is closed to those without the permission', async () => {
    const finance = await operatorBrowser(shop, 'finance');
    expect((await finance.open('/console/audit?format=csv')).status).toBe(403);
    const home = await finance.open('/console');
    expect(() => home.link('Audit')).toThrow();
  });
});
