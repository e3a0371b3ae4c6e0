import { vi } from 'vitest';
import { KeptDocuments } from '../../src/pages/kept-documents.js';
import { TestBrowser, type ShownPage } from '../support/test-browser.js';
import type { TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

let shop: TestShop;

beforeAll(async () => {
  shop = await workerShop();
});
afterEach(() => vi.restoreAllMocks());

const browser = (headers: Record<string, string> = {}): TestBrowser =>
  new TestBrowser(shop.baseUrl, headers);

const fieldOf = (page: ShownPage, form: string, name: string): string | undefined =>
  page.form(form).querySelector(`input[name=${name}]`)?.getAttribute('value');

/** How often pages are asked for, and rendered, from now on. */
function watched() {
  const bytesOf = Reflect.get<KeptDocuments, 'bytesOf'>(KeptDocuments.prototype, 'bytesOf');
  const cost = { rendered: 0, asked: 0 };
  vi.spyOn(KeptDocuments.prototype, 'bytesOf').mockImplementation(function (
    this: KeptDocuments,
    key,
    texts,
    render,
  ) {
    const counted = (): string => {
      cost.rendered += 1;
      return render();
    };
    cost.asked += 1;
    return bytesOf.call(this, key, texts, counted);
  });
  return cost;
}

describe('a page for everybody', () => {
  it('is rendered once, and shows each visitor its own', async () => {
    const paths = (mark: string): string[] => [
      `/console/sign-in?next=%2Fconsole%2F${mark}`,
      `/console/link/${mark}`,
      `/console/${mark}`,
      `/console/${mark}/b/c/d/e`,
    ];
    for (const path of paths('first')) await browser().open(path);
    const cost = watched();
    const marks = ['one', 'two', 'three'];
    for (const mark of marks) {
      for (const path of paths(mark)) {
        const page = await browser().open(path);
        expect(fieldOf(page, 'preferences', 'page')).toBe(path);
        expect(page.answer.text).not.toMatch(/[\ue000\ue001]|first/);
        const { pathname } = new URL(
          page.form('preferences').getAttribute('action')!,
          shop.baseUrl + path,
        );
        expect(pathname).toBe('/console/preferences');
      }
    }
    expect(cost).toEqual({ rendered: 0, asked: marks.length * paths('').length });
  });

  it('has its language, its colors, and what it was asked for with', async () => {
    const arabic = await browser({ 'Accept-Language': 'ar' }).open(
      '/console/sign-in?next=%2Fconsole%2F%22',
    );
    expect(arabic.root.querySelector('html')?.getAttribute('dir')).toBe('rtl');
    expect(fieldOf(arabic, 'sign-in', 'next')).toBe('/console/"');
    const dark = browser();
    dark.cookies.set('souk_theme', 'dark');
    const themed = await dark.open('/console/sign-in?done=signed-out');
    expect(themed.root.querySelector('html')?.getAttribute('data-theme')).toBe('dark');
    expect(themed.text).toContain('You are signed out');
    const plain = await browser().open('/console/sign-in');
    expect(plain.text).not.toContain('You are signed out');
  });

  it('after a refused sign-in has the name that was typed, and no other', async () => {
    for (const name of ['nobody-1', 'nobody-"2']) {
      const page = await browser().post(
        '/console/sign-in',
        new URLSearchParams({ name, password: 'a wrong passphrase', next: '/console/orders' }),
      );
      expect([
        page.status,
        fieldOf(page, 'sign-in', 'name'),
        fieldOf(page, 'sign-in', 'next'),
      ]).toEqual([401, name, '/console/orders']);
      expect(page.answer.text).not.toContain('a wrong passphrase');
    }
  });

  it('that tells of an error has the id of its request', async () => {
    for (const id of ['mine-1', 'mine-2']) {
      const { text, status } = await browser({ 'X-Request-Id': id }).ask('/console/nothing');
      expect([status, text.includes(id)]).toEqual([404, true]);
    }
  });
});
