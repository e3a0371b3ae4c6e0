import type { Browser } from 'playwright-core';
import { startChromium } from './chromium.js';
import { describeInBrowser } from './describe-in-browser.js';

/** Pictures of single letters. Without a font for them the browser draws the same box for all. */
const PICTURES = `(letters) => letters.map((letter) => {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  pen.font = '40px sans-serif';
  pen.fillText(letter, 50, 60);
  return canvas.toDataURL();
})`;

describeInBrowser('fonts in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  it.each([
    ['Latin', 'a', 'b'],
    ['Turkish', 'ğ', 'İ'],
    ['Arabic', 'ج', 'م'],
  ])('draw %s letters', async (_script, ...letters) => {
    const page = await browser.newPage();
    const pictures: string[] = await page.evaluate(`(${PICTURES})(${JSON.stringify(letters)})`);
    expect(pictures[0]).not.toBe(pictures[1]);
  });
});
