import type { Browser } from 'playwright-core';
import { startFirst, type FirstStart } from '../support/first-start.js';
import { HttpClient } from '../support/http-client.js';
import { startChromium, TIMEOUT_MS } from './chromium.js';
import { describeInBrowser } from './describe-in-browser.js';

const PASSWORD = 'seven lemons on a blue table';

describeInBrowser('what the first start prints', () => {
  let server: FirstStart;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startFirst(), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  it('opens the console with the demo reseller, whose token works', async () => {
    const page = await browser.newPage({ locale: 'en-US' });
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(server.link);
    await page.getByLabel('Name').fill('ada');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.waitForURL('**/console');
    await page.getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('link', { name: 'Demo reseller' }).waitFor();

    const client = new HttpClient(server.baseUrl);
    const profile = await client.send('/client/api/profile', { token: server.token });
    client.close();
    expect(profile.status).toBe(200);
  });
});
