import { Links } from './links.js';

const ORIGIN = 'https://shop.example';

describe.each(['', '/below/a/proxy'])('below %j', (prefix) => {
  it.each(['/console', '/console/', '/console/orders', '/console/orders/ID_1', '/console/a/b/c'])(
    'links of %s lead to their pages',
    (path) => {
      const links = new Links('/console', path);
      const resolved = (link: string): string => new URL(link, ORIGIN + prefix + path).href;
      expect(resolved(links.home)).toBe(`${ORIGIN}${prefix}/console`);
      expect(resolved(links.to(''))).toBe(`${ORIGIN}${prefix}/console`);
      expect(resolved(links.to('orders'))).toBe(`${ORIGIN}${prefix}/console/orders`);
      expect(new URL(resolved(links.to('http:evil.example'))).host).toBe('shop.example');
      expect(resolved(links.to('orders/ID_1', { done: 'a b', from: '', to: undefined }))).toBe(
        `${ORIGIN}${prefix}/console/orders/ID_1?done=a+b`,
      );
    },
  );
});
