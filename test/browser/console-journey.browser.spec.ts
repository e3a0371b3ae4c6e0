import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { FIRST_ORDER } from '../../src/operator/demo-shop.service.js';
import { moneyText } from '../../src/pages/formats.js';
import { startFirst, type FirstStart } from '../support/first-start.js';
import { HttpClient } from '../support/http-client.js';
import { startChromium, TIMEOUT_MS } from './chromium.js';
import { describeInBrowser } from './describe-in-browser.js';

const PASSWORD = 'seven lemons on a blue table';

describeInBrowser('the console of a new shop', () => {
  let server: FirstStart;
  let client: HttpClient;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startFirst(), startChromium()]);
    client = new HttpClient(server.baseUrl);
    page = await browser.newPage({ locale: 'en-US' });
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('pageerror', ({ message }) => faults.push(message));
  });
  afterAll(async () => {
    await browser.close();
    client.close();
    await server.stop();
  });

  async function ordered(): Promise<string> {
    const path = `/client/api/newOrder/${FIRST_ORDER.productId}/params?order_uuid=${randomUUID()}`;
    const { json } = await client.send(path, { token: server.token });
    return (json as { data: { order_id: string } }).data.order_id;
  }

  async function balance(): Promise<number> {
    const { json } = await client.send('/client/api/profile', { token: server.token });
    return Number((json as { balance: string }).balance);
  }

  it('is opened by the printed link, takes a deposit, delivers the first order, and reports it', async () => {
    await page.goto(server.link);
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.waitForURL('**/console/sign-in*');
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/console');

    const before = await balance();
    await page.getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('link', { name: 'Demo reseller' }).click();
    await page.getByRole('link', { name: 'Balance and statement' }).click();
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

    const answer = await client.send(`/client/api/check?orders=[${order}]`, {
      token: server.token,
    });
    expect((answer.json as { data: unknown[] }).data).toMatchObject([
      { status: 'accept', replay_api: ['STEAM-1'] },
    ]);
    await page.getByRole('link', { name: 'Reports' }).click();
    const total = Math.round((before + 50 - (await balance())) * 1e8) / 1e8;
    await page
      .locator('dl')
      .getByText(`${moneyText(String(total))} USD`)
      .first()
      .waitFor();
    expect(faults).toEqual([]);
  });

  it('has no other use for the link', async () => {
    const stranger = await browser.newPage();
    expect((await stranger.goto(server.link))?.status()).toBe(404);
    await stranger.close();
  });
});
