import { actionText } from '../../src/console/audit/entry-text.js';
import { WALKED_COMMANDS } from '../operations/walked-doors.js';
import { changingCommands } from '../upkeep/changing-commands.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

let shop: TestShop;
let owner: TestBrowser;
let old: string;

beforeAll(async () => {
  shop = await workerShop();
  owner = await operatorBrowser(shop, 'owner', fresh('ada'));
  old = fresh('old');
  await shop.db.query(
    `INSERT INTO audit_entries (at, actor, action, details, outcome, finished_at, role, address, request_id, before, after)
     SELECT timestamptz '2026-01-01 00:00Z' + n * interval '1 minute', 'operator:' || $1, 'account set',
            json_build_object('name', '=<b>' || n), CASE WHEN n > 1 THEN 'done' END, CASE WHEN n > 1 THEN now() END,
            'owner', '203.0.113.7', 'request-' || n, '{"limit": 1, "same": true}', '{"limit": 2, "same": true}'
     FROM generate_series(1, 70) n`,
    [old],
  );
});

describe('the audit', () => {
  it('is searched, and shows who changed what from where', async () => {
    const all = await owner.go(await owner.open('/console'), 'Audit');
    const found = await owner.send(all, 'audit', { actor: old, action: 'account set' });
    const rows = found.root.querySelectorAll('tbody tr');
    expect(rows).toHaveLength(50);
    const first = rows[0]?.structuredText.replaceAll(/\s+/g, ' ');
    expect(first).toContain(`${old} owner 203.0.113.7 request-70`);
    expect(first).toMatch(/Account changed name: =<b>70 .?limit.?: 1 then 2 done/);
    expect(first).not.toContain('same');
    expect(found.answer.text).not.toContain('<b>');
    const next = await owner.go(found, 'Next page');
    expect(next.root.querySelectorAll('tbody tr')).toHaveLength(20);
    expect(next.text).toContain('not finished');
    expect(() => next.link('Next page')).toThrow();
    const none = await owner.send(all, 'audit', { actor: fresh('nobody') });
    expect(none.text).toContain('No entries match.');
    const earlier = await owner.send(all, 'audit', { actor: old, to: '2026-01-01T00:03:00Z' });
    expect(earlier.root.querySelectorAll('tbody tr')).toHaveLength(2);
    // As the field of a browser sends it.
    const later = await owner.send(all, 'audit', { actor: old, to: '2026-01-01T00:04' });
    expect(later.root.querySelectorAll('tbody tr')).toHaveLength(3);
  });

  it('is refused for what is no time, with what was typed', async () => {
    const page = await owner.open('/console/audit?from=yesterday&actor=%3Ci%3E');
    expect([page.status, page.root.querySelectorAll('.fault').length]).toEqual([422, 1]);
    expect(page.answer.text).toContain('value="yesterday"');
    expect(page.answer.text).not.toContain('<i>');
  });

  it('tells a change in words of the language, without needless digits', async () => {
    await shop.db.query(
      `INSERT INTO audit_entries (at, actor, action, details, outcome, finished_at, before, after) VALUES
         ('2025-01-01 04:07Z', 'operator:eve', 'price base', '{"percent": "+5", "reference": "request ${'0a'.repeat(16)}"}', 'done', now(),
          '{"prices": {"7": "0.800000000000000000"}, "available": true, "since": null, "image": null, "role": "viewer", "note": "wait"}',
          '{"prices": {"7": "0.840000000000000000"}, "available": false, "since": "2025-01-01T00:00:00.000Z", "image": "", "role": "support", "note": "role"}'),
         ('2025-01-01 04:08Z', 'token:9', 'acme sync', '{}', 'done', now(), NULL, '{"dailyCap": "5.50", "fields": [{"name": "id", "required": true}]}')`,
    );
    // Nobody else has entries of these minutes.
    const time = 'from=2025-01-01T04:07:00Z&to=2025-01-01T04:09:00Z';
    const shown = await owner.open(`/console/audit?${time}`);
    const [extension, prices] = shown.root
      .querySelectorAll('tbody tr')
      .map(({ structuredText }) =>
        structuredText.replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s+/g, ' '),
      );
    expect(prices).toContain('Base prices changed percentage: +5');
    expect(prices).toContain('prices › 7: 0.8 then 0.84 +5 % available: yes then no');
    expect(prices).toContain('since: nothing then 1 Jan 2025, 00:00:00');
    expect(prices).not.toMatch(/image|request 0a/);
    expect(extension).toMatch(/a reseller, with token 9 acme sync/);
    expect(extension).toMatch(/fields › 1 › name: id fields › 1 › required: yes/);
    await owner.post('/console/preferences', new URLSearchParams({ language: 'tr', page: '' }));
    const turkish = await owner.open(`/console/audit?${time}`);
    expect(turkish.text).toContain('Temel fiyatlar değiştirildi yüzde: +5');
    expect(turkish.text).toContain('fiyatlar › 7: 0.8 sonra 0.84 +5 % satışta: evet sonra hayır');
    expect(turkish.text).toMatch(/not: wait sonra role rol: izleyici sonra destek/);
    const { text } = await owner.ask(`/console/audit?${time}&format=csv`);
    expect(text).toContain('"Temel fiyatlar değiştirildi"');
    expect(text.replaceAll(/[\u2068\u2069]/g, '')).toContain('1 Oca 2025 00:00:00 UTC');
    await owner.post('/console/preferences', new URLSearchParams({ language: 'en', page: '' }));
  });

  it('names accounts and products, tells deliveries in words, and each value once', async () => {
    const { id } = await shop.account({ name: 'Named <b>' });
    await shop.db.query(
      `INSERT INTO audit_entries (at, actor, action, details, outcome, finished_at, before, after) VALUES
         ('2024-01-01 04:10Z', 'operator:eve', 'delivery set', '{"product": 999999999999}', 'done', now(),
          '{"steps": []}', '{"steps": [{"handler": "codes", "settings": {"stock": "uc"}}, {"handler": "manual", "settings": {}}]}'),
         ('2024-01-01 04:11Z', 'operator:eve', 'account set', '{"account": ${id}, "name": "twice"}', 'done', now(),
          '{"name": "once"}', '{"name": "twice"}'),
         ('2024-01-01 04:12Z', 'operator:eve', 'maintenance on', '{"closed": "orders"}', 'done', now(),
          '{"closed": "nothing"}', '{"closed": "orders"}')`,
    );
    const time = 'from=2024-01-01T04:10:00Z&to=2024-01-01T04:13:00Z';
    const shown = await owner.open(`/console/audit?${time}`);
    const [closed, account, delivery] = shown.root
      .querySelectorAll('tbody tr')
      .map(({ structuredText }) =>
        structuredText.replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s+/g, ' '),
      );
    expect(delivery).toContain('delivered by: by hand then codes from the stock uc, by hand');
    expect(account).toMatch(/Account changed account: Named <b> \(\d+\) name: once then twice/);
    expect(account).toContain(`Named <b> (${id})`);
    expect(closed).toMatch(/Shop closed closed: nothing then new orders done/);
    expect(shown.answer.text).not.toContain('<b>');
    await owner.post('/console/preferences', new URLSearchParams({ language: 'ar', page: '' }));
    const arabic = await owner.open(`/console/audit?${time}`);
    expect(arabic.text).toMatch(/إغلاق المتجر.*لا شيء ثم الطلبات الجديدة/);
    await owner.post('/console/preferences', new URLSearchParams({ language: 'en', page: '' }));
  });

  it('has words for each command that changes something', () => {
    const commands = changingCommands(() => {
      throw new Error('no command is run');
    });
    const names = [...Object.keys(commands), ...WALKED_COMMANDS];
    const without = names.filter((name) => !actionText('en', name));
    expect(without).toEqual([]);
  });

  it('is kept as one file', async () => {
    const page = await owner.open(`/console/audit?actor=operator:${old}`);
    const file = await owner.go(page, 'Save as CSV');
    expect(file.answer.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
    const lines = file.answer.text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(71);
    expect(lines[1]).toContain('"{""name"":""=<b>70""}"');
  });

  it('is closed to those without the permission', async () => {
    const finance = await operatorBrowser(shop, 'finance', fresh('finance'));
    expect((await finance.open('/console/audit?format=csv')).status).toBe(403);
    const home = await finance.open('/console');
    expect(() => home.link('Audit')).toThrow();
  });
});
