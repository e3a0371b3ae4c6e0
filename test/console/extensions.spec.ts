import { operatorBrowser } from '../support/console-operator.js';
import type { ShownPage, TestBrowser } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';
import { changesBy } from './changes-by.js';

const HOSTILE = '<script>alert(1)</script>';

let shop: TestShop;
let ada: TestBrowser;
let adasName: string;
let managersName: string;
let manager: TestBrowser;
let viewer: TestBrowser;

beforeAll(async () => {
  shop = await workerShop();
  adasName = fresh('ada');
  ada = await operatorBrowser(shop, 'owner', adasName);
  managersName = fresh('manager');
  manager = await operatorBrowser(shop, 'manager', managersName);
  viewer = await operatorBrowser(shop, 'viewer', fresh('viewer'));
});

const sent = async (browser: TestBrowser, path: string, fields: Record<string, string> = {}) =>
  (await browser.post(`/console/shop/${path}`, new URLSearchParams(fields))).status;

describe('the page of the shop', () => {
  it('leads to its parts, as far as they may be read', async () => {
    const links = ({ root }: ShownPage) =>
      root.querySelectorAll('.parts a').map(({ text }) => text);
    const page = await manager.open('/console/shop');
    expect(links(page)).toEqual(['Shop', 'Extensions', 'Notifications', 'Mail server', 'Upkeep']);
    for (const text of links(page)) expect((await manager.go(page, text)).status).toBe(200);
    expect(links(await viewer.open('/console/shop'))).toEqual([]);
  });
});

describe('extensions', () => {
  it('are forgotten by owners', async () => {
    const gone = fresh('gone');
    await shop.db.query(
      `INSERT INTO extensions (name, version, ports) VALUES ($1, '1.2', '{"checks":["a"]}')`,
      [gone],
    );
    const page = await ada.open('/console/shop/extensions');
    expect(page.text).toMatch(new RegExp(`${gone} ?1\\.2.*checks`));
    const seen = await manager.open('/console/shop/extensions');
    expect(seen.text).toContain(gone);
    expect(seen.root.querySelectorAll('form[action$="forget"]')).toEqual([]);
    expect(await sent(manager, `extensions/${gone}/forget`)).toBe(403);
    expect((await ada.send(page, `${gone}/forget`)).text).toContain(
      'The extension is removed from the list.',
    );
    expect(await sent(ada, `extensions/${gone}/forget`)).toBe(404);
    const changes = await changesBy(shop, adasName, 'extension forget');
    expect(changes.at(-1)).toMatchObject({ before: { name: gone } });
  });

  it('say what they may do in the shop, and are bounded in what they add to balances', async () => {
    const name = fresh('pay');
    const uses = '{balance.deposit,orders.reject}';
    await shop.db.query(
      `INSERT INTO extensions (name, version, ports, uses) VALUES ($1, '1.2', '{}', $2)`,
      [name, uses],
    );
    await shop.db.query(
      `INSERT INTO extension_calls (extension, key, method, input_hash, added)
       VALUES ($1, 'one', 'balance.deposit', '', 2.5)`,
      [name],
    );
    const bound = async () =>
      (
        await shop.db.query(
          `SELECT deposits_a_day::float AS most FROM extensions WHERE name = $1`,
          [name],
        )
      )[0];
    const page = await ada.open('/console/shop/extensions');
    expect(page.text).toContain('add money to accounts');
    expect(page.text).toContain('reject waiting orders');
    expect(page.text).toContain('2.50 USD');
    const seen = await manager.open('/console/shop/extensions');
    expect(seen.text).toContain('add money to accounts');
    expect(seen.root.querySelectorAll('form[action$="settings"]')).toEqual([]);
    expect(await sent(manager, `extensions/${name}/settings`, { deposits_a_day: '9' })).toBe(403);

    const wrong = await ada.send(page, `${name}/settings`, { deposits_a_day: 'x' });
    expect(wrong.status).toBe(422);
    const done = await ada.send(wrong, `${name}/settings`, { deposits_a_day: '40.5' });
    expect(done.text).toContain('The settings are saved.');
    expect(await bound()).toEqual({ most: 40.5 });
    expect((await ada.send(done, 'undo')).text).toContain('It is as it was before.');
    expect(await bound()).toEqual({ most: null });
    await ada.send(await ada.open('/console/shop/extensions'), `${name}/settings`, {
      deposits_a_day: '0',
    });
    expect(await bound()).toEqual({ most: 0 });
    // Somebody else has changed it since the page was read.
    const late = await ada.send(page, `${name}/settings`, { deposits_a_day: '' });
    expect([late.status, await bound()]).toEqual([412, { most: 0 }]);
    await ada.send(late, `${name}/settings`, { deposits_a_day: '' });
    expect(await bound()).toEqual({ most: null });
    const changes = await changesBy(shop, adasName, 'extension set');
    expect(changes[0]).toMatchObject({
      ...{ before: { deposits_a_day: null }, after: { deposits_a_day: '40.5' } },
    });
    await shop.db.query('DELETE FROM extensions WHERE name = $1', [name]);
  });

  it('are not forgotten while nobody else would deliver a product, unless it is switched off', async () => {
    const far = fresh('far');
    const ports = JSON.stringify({ handlers: [far] });
    await shop.db.query(`INSERT INTO extensions (name, version, ports) VALUES ($1, '1', $2)`, [
      far,
      ports,
    ]);
    const fulfillment = [{ handler: far, settings: {} }];
    const product = await shop.product({ name: '<b>Far', fulfillment });
    const page = await ada.open('/console/shop/extensions');
    const refused = await ada.send(page, `${far}/forget`);
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining(`some products any more (1): <b>Far (${product})`),
    ]);
    expect(refused.answer.text).not.toContain('<b>');
    expect(refused.root.querySelectorAll('input[name="switch_off"]')).toHaveLength(1);
    const forgotten = await ada.send(refused, `${far}/forget`, { switch_off: 'on' });
    expect(forgotten.text).toContain('The extension is removed from the list.');
    expect((await ada.open(`/console/catalog/products/${product}`)).text).toContain('switched off');
  });

  it('get failed events again', async () => {
    // Those of other specs are not waited for any more.
    await shop.db.query('DELETE FROM failed_events');
    const [row] = await shop.db.query<{ id: string }>(
      `INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason)
         VALUES ('acme', 'sink', gen_random_uuid(), 'order.placed', '{}', 3, $1) RETURNING id`,
      [HOSTILE],
    );
    const page = await manager.open('/console/shop/extensions');
    expect(page.text).toContain(HOSTILE);
    expect(page.answer.text).not.toContain(HOSTILE);
    const resent = await manager.send(page, `${row?.id}/resend`);
    expect(resent.text).toContain('It is sent again.');
    expect(await changesBy(shop, managersName, 'extension resend')).toMatchObject([
      { after: { sent: true } },
    ]);
    expect(await sent(manager, 'extensions/failed-events/999999/resend')).toBe(404);
    const released = await manager.send(resent, 'release', { drop: undefined });
    expect(released.text).toContain('Events and jobs sent: 0.');
    const dropped = await manager.send(resent, 'release', { drop: '1' });
    expect(dropped.text).toContain('Events and jobs deleted: 0.');
    for (const path of ['release', `${row?.id}/resend`]) {
      expect(await sent(viewer, `extensions/failed-events/${path}`)).toBe(403);
    }
    expect((await viewer.open('/console/shop/extensions')).status).toBe(403);
  });

  it('leave an event in order out, for which its account waits', async () => {
    await shop.db.query('DELETE FROM failed_events');
    const [row] = await shop.db.query<{ id: string }>(
      `INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason, account_id)
         VALUES ('acme', 'sink', 'evt_7_e1_0', 'order.placed', '{"cursor": "7-0--0-"}', 3, $1, 7) RETURNING id`,
      [HOSTILE],
    );
    const page = await manager.open('/console/shop/extensions');
    const skipped = await manager.send(page, `${row?.id}/skip`);
    expect(skipped.text).toContain('The event is skipped, and its account goes on.');
    expect(await changesBy(shop, managersName, 'extension skip')).toMatchObject([
      { before: { event_id: 'evt_7_e1_0', account_id: 7 }, after: null },
    ]);
  });
});
