import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/console-operator.js';

export async function lookEverywhere(page: Page): Promise<void> {
  await page.getByRole('searchbox').first().fill('a');
  await page.locator('.everywhere .found').waitFor();
}

export async function openRow(page: Page): Promise<void> {
  await page.locator('tbody a').first().click();
  await page.locator('.timeline').waitFor();
}

export async function openPerson(page: Page): Promise<void> {
  await page.locator('button.person').click();
}

export async function openForms(page: Page): Promise<void> {
  for (const summary of await page.locator('summary').all()) await summary.click();
}

export async function upload(page: Page): Promise<void> {
  const lines = [
    'id,category,name,price',
    `1,${'LongNameOfACategory'.repeat(4)},<b> شدات,0.123456789`,
  ];
  const buffer = Buffer.from(lines.join('\n'));
  const file = page.locator('input[type=file]').first();
  await file.setInputFiles({ name: `${'prices'.repeat(12)}.csv`, mimeType: 'text/csv', buffer });
  await page.locator('form:has(input[type=file]) button').first().click();
  await page.waitForURL('**/catalog/imports/*');
  await page.locator('table').first().waitFor();
}

export async function send(
  page: Page,
  ending: string,
  typed: Readonly<Record<string, string>> = {},
  button = 'button',
): Promise<void> {
  const form = page.locator(`form[method=post][action$="${ending}"]`);
  const closed = page.locator('details:not([open])', { has: form });
  if ((await closed.count()) > 0) await closed.locator('summary').first().click();
  for (const [name, text] of Object.entries(typed)) await form.locator(`[name=${name}]`).fill(text);
  await form.locator(button).first().click();
  await page.waitForURL(`**/${ending}`);
}

export async function previewPrices(page: Page): Promise<void> {
  await page.locator('[name=target]').selectOption('all');
  await send(page, 'prices/preview', { percentage: '-10' });
}

export async function previewLargeChange(page: Page): Promise<void> {
  await page.locator('[name=target]').selectOption('all');
  await send(page, 'prices/preview', { percentage: '120' });
}

export async function signInWrongly(page: Page): Promise<void> {
  const form = page.locator('form:has([name=password])');
  await form.locator('[name=name]').fill('nobody');
  await form.locator('[name=password]').fill('wrong');
  await form.locator('button').click();
  await page.locator('[role=alert]').waitFor();
}

export async function adjust(page: Page): Promise<void> {
  await send(page, 'adjustments', { amount: '-12.5', reason: 'أُودع المبلغ مرتين <twice>' });
}

export async function askToRevoke(page: Page): Promise<void> {
  await openToken(page);
  await send(page, 'revoke');
}

export async function priceWrongly(page: Page): Promise<void> {
  await openForms(page);
  await send(page, 'settings', { price: '1,5' });
}

export async function askForKey(page: Page): Promise<void> {
  await send(page, 'backups/key', { present: PASSWORD });
}

export async function undoTooLate(page: Page): Promise<void> {
  await repriced(page, '1.25');
  const other = await page.context().newPage();
  await other.goto(page.url().split('?')[0] ?? '');
  await repriced(other, '1.5');
  await other.close();
  await send(page, 'undo');
}

async function repriced(page: Page, price: string): Promise<void> {
  const before = page.url();
  await page.locator('form[action$="settings"] [name=price]').fill(price);
  await page.locator('form[action$="settings"] button').first().click();
  await page.waitForURL((url) => url.href !== before);
}

export async function tryImport(page: Page): Promise<void> {
  await openForms(page);
  await send(page, 'import', {}, '[name=dry_run]');
}

export async function tryCosts(page: Page): Promise<void> {
  await openForms(page);
  await send(page, 'costs/import', { csv: 'id,cost\n1,0.5' }, '[name=dry_run]');
}

export async function openToken(page: Page): Promise<void> {
  await page.locator('tbody a').first().click();
  await page.waitForURL('**/tokens/*');
}

export async function askForNobodys(page: Page): Promise<void> {
  await page.locator('[name=token]').fill('x');
  await page.locator('form[action$="/tokens"] button').click();
  await page.locator('main .notice').waitFor();
}

export async function addAddress(page: Page): Promise<void> {
  await page.locator('[name=range]').fill('203.0.113.0/24');
  await page.locator('form[action$="allowed-ips/add"] button').click();
  await page.waitForURL('**/allowed-ips/add');
}

export async function openCategory(page: Page): Promise<void> {
  await page.locator('tbody a').first().click();
  await page.waitForURL('**/catalog?category_id=1');
  await page.locator('tbody a').first().click();
  await page.waitForURL('**/catalog?category_id=2');
}

export async function tryRelease(page: Page): Promise<void> {
  await page.locator('[name=dry_run]').click();
  await page.waitForURL('**/release');
}

export async function selectOrders(page: Page): Promise<void> {
  await select(page, 'accept');
}

export async function selectToReject(page: Page): Promise<void> {
  await select(page, 'reject');
}

async function select(page: Page, decision: 'accept' | 'reject'): Promise<void> {
  for (const box of (await page.locator('[name=order_ids]').all()).slice(0, 3)) await box.check();
  await send(page, 'waiting/confirm', {}, `[value=${decision}]`);
}
