import type { ShownPage, TestBrowser } from '../support/test-browser.js';

/** The first page, from this one on, that has the text. @throws Error when the last one has it not */
export async function pageWith(
  browser: TestBrowser,
  page: ShownPage,
  text: string,
): Promise<ShownPage> {
  let shown = page;
  while (!shown.text.includes(text)) shown = await browser.go(shown, 'Next page');
  return shown;
}
