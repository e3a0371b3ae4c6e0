import { consolePageOf } from './sign-in-pages.js';

describe('the page of an address', () => {
  it.each([
    ['/console', ''],
    ['/console/', ''],
    ['/console/orders?status=wait&q=%D9%85', 'orders?status=wait&q=%D9%85'],
    ['/console/orders/ID_1', 'orders/ID_1'],
    ['', ''],
    ['/consoles', ''],
    ['/admin', ''],
    ['//evil.example/console', ''],
    ['/console//evil.example', ''],
    ['/console/../admin', ''],
    ['https://evil.example/console', ''],
    ['/console/a\\b', ''],
    ['/console/http:evil.example/x', ''],
    ['/console/https:evil.example', ''],
    ['/console?next=https://evil.example', ''],
    ['/console/a\nb', ''],
  ])('of %j is %j', (next, page) => {
    expect(consolePageOf(next)).toBe(page);
  });
});
