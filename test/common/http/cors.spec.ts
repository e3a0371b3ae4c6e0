import type { IncomingHttpHeaders } from 'node:http';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

const PROFILE = '/client/api/profile';
const ORDER = '/client/api/newOrder/7/params?order_uuid=0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';
const ORIGIN = 'https://bot.example';

const preflight = (origin: string): Record<string, string> => ({
  Origin: origin,
  'Access-Control-Request-Method': 'GET',
  'Access-Control-Request-Headers': 'api-token',
});

function corsHeaders(headers: IncomingHttpHeaders): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}

describe('without CORS_ORIGINS', () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await workerShop();
  });

  it('no browser program of another site may read an answer', async () => {
    const { api } = await shop.account();

    const { status, headers } = await api(PROFILE, { headers: { Origin: ORIGIN } });

    expect(status).toBe(200);
    expect(corsHeaders(headers)).toEqual([]);
  });

  it.each([PROFILE, ORDER])('a preflight of %s is 405', async (path) => {
    const { status, headers } = await shop.request(path, {
      method: 'OPTIONS',
      headers: preflight(ORIGIN),
    });

    expect(status).toBe(405);
    expect(corsHeaders(headers)).toEqual([]);
  });
});

describe('with CORS_ORIGINS', () => {
  let shop: TestShop;

  beforeAll(async () => {
    // A shop of its own: the origins are a setting.
    shop = await startTestShop({ CORS_ORIGINS: `https://other.example,${ORIGIN}` });
    await shop.product({ id: 7 });
  });

  afterAll(() => shop.close());

  it.each([PROFILE, ORDER])('a preflight of %s from a listed origin is 204', async (path) => {
    const { status, headers, text } = await shop.request(path, {
      method: 'OPTIONS',
      headers: preflight(ORIGIN),
    });

    expect(status).toBe(204);
    expect(text).toBe('');
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    const allowed = headers['access-control-allow-headers']?.toLowerCase().split(/, */);
    expect(allowed).toEqual(expect.arrayContaining(['api-token', 'authorization']));
    expect(headers['access-control-allow-methods']?.split(/, */)).toContain('GET');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it.each([
    ['from another origin', preflight('https://evil.example')],
    ['from a lookalike origin', preflight(`${ORIGIN}.evil.example`)],
    ['from no origin', { 'Access-Control-Request-Method': 'GET' }],
    ['from the origin null', preflight('null')],
    ['that is no preflight', { Origin: ORIGIN }],
    ['without any header', {}],
  ])('OPTIONS %s is 405', async (_, headers) => {
    for (const path of [PROFILE, ORDER]) {
      const answer = await shop.request(path, { method: 'OPTIONS', headers });

      expect(answer.status).toBe(405);
      expect(answer.headers).not.toHaveProperty('access-control-allow-methods');
    }
  });

  it('a listed origin may read answers and errors, and the headers that matter', async () => {
    const { api } = await shop.account();
    const headers = { Origin: ORIGIN };
    const answers = [await api(PROFILE, { headers }), await shop.request(PROFILE, { headers })];

    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    for (const answer of answers) {
      expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(answer.headers['access-control-expose-headers']).toBe(
        'X-Request-Id,Retry-After,ETag,RateLimit,RateLimit-Policy,RateLimit-Reset',
      );
      expect(answer.headers.vary).toContain('Origin');
    }
  });

  it('another origin is answered without leave to read', async () => {
    const { api } = await shop.account();

    const { status, headers } = await api(PROFILE, { headers: { Origin: 'https://evil.example' } });

    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('catalog answers still vary with the token', async () => {
    const { api } = await shop.account();

    const { headers } = await api('/client/api/products', { headers: { Origin: ORIGIN } });

    expect(headers.vary?.split(/, */)).toEqual(
      expect.arrayContaining(['Origin', 'api-token', 'Authorization', 'Accept-Encoding']),
    );
  });

  it('no OPTIONS has ordered anything', async () => {
    expect(await shop.db.query('SELECT * FROM order_keys')).toEqual([]);
  });
});
