import fc from 'fast-check';
import { backoffMs, exhaustedMs } from '../../client/src/backoff.js';
import { systemClock } from '../../client/src/clock.js';
import { decimalText } from '../../client/src/decimal-text.js';
import { withPriceTexts } from '../../client/src/price-texts.js';
import { memoryEtagCache } from '../../client/src/index.js';

describe('decimalText', () => {
  it.each([
    [0, '0'],
    [1, '1'],
    [-1.5, '-1.5'],
    [1e-7, '0.0000001'],
    [-1.25e-8, '-0.0000000125'],
    [1e21, '1000000000000000000000'],
    [1.234e22, '12340000000000000000000'],
    [0.00772255027173913, '0.00772255027173913'],
  ])('%p is %p', (number, text) => {
    expect(decimalText(number)).toBe(text);
    expect(Number(text)).toBe(number);
  });
});

describe('prices as text', () => {
  it.each([
    ['{"price":0.00772255027173913}', { price: '0.00772255027173913' }],
    [
      '{ "price" : 123456789012345678.123456789012345678 }',
      { price: '123456789012345678.123456789012345678' },
    ],
    ['{"price":-1e-7,"qty":2}', { price: '-1e-7', qty: 2 }],
    ['[{"id":1,"price":1},{"price":2}]', [{ id: 1, price: '1' }, { price: '2' }]],
    ['{"price":"1.50"}', { price: '1.50' }],
    ['{"name":"\\"price\\":1","price":3}', { name: '"price":1', price: '3' }],
    ['{"a":"price","b":1,"c\\\\":"x","price":null}', { a: 'price', b: 1, 'c\\': 'x', price: null }],
    ['{"unit_price":1,"Price":2}', { unit_price: 1, Price: 2 }],
  ])('of %s', (json, value) => {
    expect(JSON.parse(withPriceTexts(json))).toEqual(value);
  });

  it('leave all other JSON as it is', () => {
    const names = fc.constantFrom('price', 'a"b', '\\', '"price":1', 'x');
    const value = fc.object({ key: names, values: [fc.string(), fc.integer(), fc.boolean()] });
    const texts = (one: unknown): unknown =>
      JSON.parse(JSON.stringify(one), (name, inner: unknown) =>
        name === 'price' && typeof inner === 'number' ? String(inner) : inner,
      );
    fc.assert(
      fc.property(value, (one) => {
        for (const indent of [0, 2]) {
          const json = withPriceTexts(JSON.stringify(one, null, indent));
          expect(JSON.parse(json)).toEqual(texts(one));
        }
      }),
    );
  });
});

describe('a pause', () => {
  const broken = { kind: 'no-answer', reason: '' } as const;
  const refusal = (code: number) =>
    ({ kind: 'refusal', code, message: '', status: 503, requestId: null }) as const;

  it('grows from try to try, up to half a minute, and is spread', () => {
    expect([0, 1, 2, 3, 10, 1000].map((tries) => backoffMs(broken, tries, 1))).toEqual([
      500, 1000, 2000, 4000, 30_000, 30_000,
    ]);
    expect(backoffMs(broken, 0, 0)).toBe(250);
  });

  it('is what the shop says, or a minute where it is closed', () => {
    expect(backoffMs({ ...refusal(500), retryAfterSeconds: 0 }, 9, 0)).toBe(0);
    expect(backoffMs({ ...broken, retryAfterSeconds: 7 }, 0, 1)).toBe(8000);
    expect([130, 111, 500].map((code) => backoffMs(refusal(code), 0, 0))).toEqual([
      60_000, 60_000, 250,
    ]);
  });

  it.each([
    ['"requests";r=0;t=60', '"requests";q=600;w=60', 100],
    ['"requests";r=0;t=60', '"requests";q=7;w=60', 8572],
    ['"requests";r=1;t=60', '"requests";q=600;w=60', 0],
    ['"requests";r=0;t=60', '"requests";q=0;w=60', 0],
    ['"requests";r=0;t=60', '"requests";q=1;w=999999999', 3_600_000],
    ['nonsense', 'nonsense', 0],
    ['"requests";r=0', '', 0],
  ])('after RateLimit %p and policy %p is %p ms', (limit, policy, pauseMs) => {
    const headers = new Headers({ RateLimit: limit, 'RateLimit-Policy': policy });
    expect(exhaustedMs(headers)).toBe(pauseMs);
    expect(exhaustedMs(new Headers())).toBe(0);
  });

  it('ends with its signal', async () => {
    await systemClock.sleep(1);
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(systemClock.sleep(100_000_000, stopped)).rejects.toThrow('stopped');
    const controller = new AbortController();
    const pause = systemClock.sleep(100_000_000, controller.signal);
    controller.abort(new Error('stopped later'));
    await expect(pause).rejects.toThrow('stopped later');
  });
});

describe('the memory for catalog answers', () => {
  const entry = (text: string) => ({ etag: `"${text}"`, text });

  it('drops what was not used for longest', async () => {
    const cache = memoryEtagCache(10);
    await cache.set('a', entry('aaaa'));
    await cache.set('b', entry('bbbb'));
    expect(await cache.get('a')).toEqual(entry('aaaa'));
    await cache.set('c', entry('cccc'));
    expect(await cache.get('b')).toBeUndefined();
    expect([await cache.get('a'), await cache.get('c')]).toEqual([entry('aaaa'), entry('cccc')]);
  });

  it('counts an entry once, and keeps none that is too large', async () => {
    const cache = memoryEtagCache(10);
    for (const text of ['aaaa', 'aaaaa', 'aaaaaa']) await cache.set('a', entry(text));
    await cache.set('b', entry('bbbb'));
    expect(await cache.get('a')).toEqual(entry('aaaaaa'));
    await cache.set('a', entry('a'.repeat(11)));
    expect(await cache.get('a')).toBeUndefined();
    expect(await cache.get('b')).toEqual(entry('bbbb'));
  });
});
