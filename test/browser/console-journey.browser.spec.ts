import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { newSecretKey } from '../../src/common/secret-box.js';
import { DemoShopService, FIRST_ORDER } from '../../src/upkeep/demo-shop.service.js';
import { Formats } from '../../src/pages/formats.js';
import { ownerLink } from '../../src/start/owner-link.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { startChromium, TIMEOUT_MS } from './chromium.js';
import { describeInBrowser } from './describe-in-browser.js';

const PASSWORD = 'seven lemons on a blue table';

describeInBrowser('the console of a new shop', () => {
  let shop: TestShop;
  let token: string;
  let link: string;
  let initial: number;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    // As on a machine of one's own, it is opened over plain HTTP.
    const settings = { BASE_URL: 'http://localhost', SECRET_KEYS: newSecretKey() };
    // A shop of its own: it has no operator before the link is opened.
    const starting = startTestShop(settings);
    [shop, browser] = await Promise.all([starting, startChromium()]);
    token = await shop.service(DemoShopService).create();
    const made = await ownerLink(shop.app, { CONSOLE: 'on', HOST: '127.0.0.1' });
    link = shop.baseUrl + new URL(made!).pathname;
    page = await browser.newPage({ locale: 'en-US' });
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('pageerror', ({ message }) => faults.push(message));
    await openByLink();
    initial = await balance();
  });
  // Wide enough for the menu beside the page.
  beforeEach(() => page.setViewportSize({ width: 1280, height: 720 }));
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  async function openByLink(): Promise<void> {
    await page.goto(link);
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.waitForURL('**/console');
  }

  async function ordered(): Promise<string> {
    const path = `/client/api/newOrder/${FIRST_ORDER.productId}/params?order_uuid=${randomUUID()}`;
    const { json } = await shop.request(path, { token });
    return (json as { data: { order_id: string } }).data.order_id;
  }

  async function balance(): Promise<number> {
    const { json } = await shop.request('/client/api/profile', { token });
    return Number((json as { balance: string }).balance);
  }

  /** Waits for the scripts of the page as well. */
  async function openPart(name: string, path: string): Promise<void> {
    await page.getByRole('link', { name }).click();
    await page.waitForURL(`**/console/${path}`);
  }

  async function openStatement(): Promise<void> {
    await openPart('Accounts', 'accounts');
    await page.getByRole('link', { name: 'Demo reseller' }).click();
    await page.getByRole('link', { name: 'Balance and statement' }).click();
    await page.waitForURL('**/statement');
  }

  it('is opened by the printed link, takes a deposit, delivers the first order, and reports it', async () => {
    const before = await balance();
    await openStatement();
    await page.locator('summary', { hasText: 'Deposit' }).click();
    const deposit = page.getByRole('form', { name: 'Deposit' });
    await deposit.getByLabel('USD').fill('50');
    await deposit.getByRole('button', { name: 'Deposit' }).click();
    await page.getByText('The deposit is booked.').waitFor();
    expect(await balance()).toBe(before + 50);

    const order = await ordered();
    await page.getByRole('link', { name: 'Waiting' }).click();
    await page.getByRole('link', { name: order }).click();
    await page.getByLabel('Codes').fill('STEAM-1');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('The order is accepted.').waitFor();

    const answer = await shop.request(`/client/api/check?orders=[${order}]`, { token });
    expect((answer.json as { data: unknown[] }).data).toMatchObject([
      { status: 'accept', replay_api: ['STEAM-1'] },
    ]);
    await page.getByRole('link', { name: 'Reports' }).click();
    const total = Math.round((initial + 50 - (await balance())) * 1e8) / 1e8;
    await page
      .locator('dl')
      .getByText(`${Formats.of('en').money(String(total)).text} USD`)
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  });

  it('is used by keys: the rows of a list, its filter, and the list of the keys', async () => {
    const orders = [await ordered(), await ordered()];
    const focus = page.locator(':focus');
    // Told before the list is opened, so that it is not shown again meanwhile.
    await page.locator('[data-waiting]').getByText('2', { exact: true }).waitFor();
    await openPart('Waiting', 'waiting');
    await page.keyboard.press('j');
    const first = await focus.getAttribute('value');
    await page.keyboard.press('j');
    expect([first, await focus.getAttribute('value')].toSorted()).toEqual(orders.toSorted());
    await page.keyboard.press('k');
    expect(await focus.getAttribute('value')).toBe(first);

    await page.keyboard.press('f');
    expect(await focus.getAttribute('name')).toBe('product_id');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('?');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });

    await openPart('Orders', 'orders');
    await page.keyboard.press('f');
    expect(await focus.getAttribute('name')).toBe('text');
    await page.keyboard.type('jk/?1');
    expect(await focus.inputValue()).toBe('jk/?1');
    await page.keyboard.press('Escape');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/orders/ID_*');
    await page.keyboard.press('Escape');
    await page.waitForURL('**/console/orders');

    // The row of a deposit has nothing to open.
    await openStatement();
    const rows = page.locator('tbody tr');
    const count = await rows.count();
    for (let row = 0; row < count; row++) await page.keyboard.press('j');
    expect(await rows.last().evaluate((row) => row.matches(':focus'))).toBe(true);
    expect(faults).toEqual([]);
  });

  it('finds accounts and operations by one search, opens a row over its list, and shows its menu on a phone, too', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('demo');
    await page.locator('.found').getByRole('link', { name: 'Demo reseller' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/accounts/1');
    await page.keyboard.press('/');
    await page.keyboard.type('new op');
    await page.locator('.found').getByRole('link', { name: 'New operator' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/operators');

    // A row opens over its list, at its own address.
    await openPart('Audit', 'audit');
    await page.locator('tbody a').first().click();
    const sheet = page.locator('dialog.sheet');
    await sheet.getByRole('heading', { level: 1 }).waitFor();
    expect(page.url()).toMatch(/\/console\/audit\/\d+$/);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await page.waitForURL('**/console/audit');
    await page.locator('tbody a').first().click();
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 320, height: 700 });
    const link = page.getByRole('link', { name: 'Suppliers' });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await page.waitForURL('**/console/suppliers');
    expect(faults).toEqual([]);
  });

  it('has no other use for the link', async () => {
    const stranger = await browser.newPage();
    expect((await stranger.goto(link))?.status()).toBe(404);
    await stranger.close();
  });
});
