import { logSafeUrl } from './log-safe-url.js';

const TOKEN = 'a3f1'.repeat(16);
const UUID = '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';

describe('logSafeUrl', () => {
  it.each([
    ['/client/api/profile', '/client/api/profile'],
    ['/client/api/products?products_id=1,2&base=1', '/client/api/products?products_id=1,2&base=1'],
    [
      '/client/api/newOrder/7/params?qty=2&order_uuid=7f3c&playerId=5123',
      '/client/api/newOrder/7/params?qty=2&order_uuid=7f3c&playerId=***',
    ],
    [
      '/client/api/check?orders=[ID_9fffb0d849a45215,+%22ID_0000b0d849a45215%22]&uuid=1',
      '/client/api/check?orders=[ID_9fffb0d849a45215,+%22ID_0000b0d849a45215%22]&uuid=1',
    ],
    [
      `/client/api/check?orders=%5B${UUID}%2C${UUID}%5D`,
      `/client/api/check?orders=%5B${UUID}%2C${UUID}%5D`,
    ],
    [`/client/api/newOrder/7?order_uuid=${UUID}`, `/client/api/newOrder/7?order_uuid=${UUID}`],
    ['/client//API/neworder/7/', '/client//API/neworder/7/'],
    ['/images/coins.svg', '/images/coins.svg'],
    ['/docs/swagger-ui-bundle.js', '/docs/swagger-ui-bundle.js'],
    [
      '/client/api/check?orders=ID_1,ID_9fffb0d849a45215',
      '/client/api/check?orders=***,ID_9fffb0d849a45215',
    ],
    ['/client/api/check?orders=player5123&seal=1', '/client/api/check?orders=***&seal=1'],
    [
      '/client/api/products?products_id=1,a@b.example,2',
      '/client/api/products?products_id=1,***,2',
    ],
    [
      '/client/api/products?products_id=020006&base=x',
      '/client/api/products?products_id=***&base=***',
    ],
    ['/client/api/newOrder/a@b.example/params', '/client/api/newOrder/***/params'],
    ['/client/api/newOrder/020006/params', '/client/api/newOrder/***/params'],
    ['/client/api/content/ahmed', '/client/api/content/***'],
    ['/client/api/hunter2', '/client/api/***'],
    ['http://shop.example/client/api/ping', '***//***/client/api/ping'],
    ['/?Qty=secret', '/?Qty=***'],
    ['/?qty=1=secret', '/?qty=***'],
    ['/?qty=', '/?qty='],
    ['/?uuid=hunter2&seal=hunter2', '/?uuid=***&seal=***'],
    ['/?=secret', '/?=***'],
    ['/?', '/?***'],
  ])('shows %s as %s', (url, safe) => {
    expect(logSafeUrl(url)).toBe(safe);
  });

  it.each([
    ...['api-token', 'api_token', 'token', 'access_token', 'x-api-key', 'Authorization'].map(
      (name) => `/client/api/profile?${name}=${TOKEN}`,
    ),
    `/client/api/profile?${TOKEN}`,
    `/client/api/profile?${TOKEN}=1`,
    `/client/api/${TOKEN}/profile`,
    `/client/api/profile?a=1&&${TOKEN}`,
    `/client/api/profile?%61pi-token=${TOKEN}`,
    ...['products_id', 'base', 'qty', 'max_price', 'order_uuid', 'orders', 'uuid', 'seal'].flatMap(
      (name) => [`/client/api/check?${name}=${TOKEN}`, `/client/api/check?${name}=[1,${TOKEN}]`],
    ),
  ])('never shows the token in %s', (url) => {
    expect(logSafeUrl(url)).not.toContain(TOKEN);
  });

  it('stays short, however long the URL', () => {
    const longest = `/${'a/'.repeat(9_000)}?${'qty=1&'.repeat(9_000)}qty=${'1'.repeat(9_000)}`;

    expect(logSafeUrl(longest).length).toBeLessThan(10_000);
    expect(logSafeUrl(`/?${'orders=x,&'.repeat(9_000)}`).length).toBeLessThan(1_000);
    expect(logSafeUrl(`/?${`orders=${'x,'.repeat(500)}&`.repeat(99)}`).length).toBeLessThan(20_000);
  });

  it('shows where it was cut off', () => {
    expect(logSafeUrl(`/?products_id=${'1,'.repeat(150)}23`)).toBe(
      `/?products_id=${'1,'.repeat(150)}…`,
    );
    expect(logSafeUrl(`/?orders=${'ID_9fffb0d849a45215,'.repeat(20)}`)).toMatch(/,…$/);
  });
});
