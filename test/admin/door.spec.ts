import { createHash } from 'node:crypto';
import { OperatorManagement } from '../../src/people/management/operator-management.service.js';
import { OPERATOR_TOKEN_PREFIX } from '../../src/people/tokens/operator-tokens.service.js';
import { SCOPES } from '../../src/account/access/scopes.js';
import { newToken } from '../../src/account/access/token-secret.js';
import { StrangerTurns } from '../../src/admin/access/stranger-turns.js';
import { TokenLookups } from '../../src/admin/access/token-lookups.js';
import { Lanes } from '../../src/common/lanes.js';
import { OperatorTokens } from '../../src/people/tokens/operator-tokens.service.js';
import type { Answer, Ask } from '../support/http-client.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { adminRoutes, neededPermissions, pathOf } from './admin-routes.js';
import { fresh, workerShop } from '../support/worker-shop.js';

const ME = '/admin/api/v1/me';
const BY = { actor: 'operator:test' };

let shop: TestShop;
let owner: TestOperator;
let account: TestAccount;
let reseller: string;

beforeAll(async () => {
  shop = await workerShop();
  owner = await TestOperator.of(shop, 'owner', { name: fresh('owner') });
  account = await shop.account({ balance: '100' });
  reseller = await shop.token(account.id, { scopes: SCOPES });
});

const bearer = (token: string): Ask => ({ headers: { Authorization: `Bearer ${token}` } });
const problemOf = ({ status, headers, json }: Answer) => ({
  status,
  type: (json as { type?: string } | undefined)?.type,
  form: headers['content-type'],
  caching: headers['cache-control'],
});
const problem = (status: number, name: string) => ({
  status,
  type: `urn:souk:problem:${name}`,
  form: 'application/problem+json; charset=utf-8',
  caching: 'no-store',
});
const NOT_SIGNED_IN = problem(401, 'not-signed-in');

describe('every route of the admin API', () => {
  it('has a permission, in the code and in its description', async () => {
    const needed = await neededPermissions(shop);
    const routes = adminRoutes(shop);

    expect(routes.length).toBeGreaterThan(20);
    expect([...needed.keys()].sort()).toEqual([...routes].sort());
    expect([...needed.values()]).not.toContain(undefined);
  });

  it.each<[string, () => Ask & { query?: string }]>([
    ['nothing', () => ({})],
    ['the token of a reseller', () => bearer(reseller)],
    ['the token of a reseller as api-token', () => ({ token: reseller })],
    ['the token of an operator as api-token', () => ({ token: owner.token })],
    ['the token of an operator in the URL', () => ({ query: `?token=${owner.token}` })],
    ['the same under another name', () => ({ query: `?access_token=${owner.token}` })],
    [
      'the token of an operator in a cookie',
      () => ({ headers: { Cookie: `token=${owner.token}; __Host-souk=${owner.token}` } }),
    ],
    ['an unknown token', () => bearer(OPERATOR_TOKEN_PREFIX + newToken())],
    ['a token of another form', () => bearer(`${owner.token}0`)],
    ['basic authentication', () => ({ headers: { Authorization: `Basic ${owner.token}` } })],
  ])('is closed to %s', async (_, ask) => {
    for (const route of adminRoutes(shop)) {
      const [method = '', path = ''] = pathOf(route).split(' ');
      const { query = '', ...sent } = ask();
      const answer = await shop.requestPage(`/admin/api/v1/${path}${query}`, { ...sent, method });

      expect([route, problemOf(answer)]).toEqual([route, NOT_SIGNED_IN]);
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="souk admin"');
    }
  });

  it('may not be kept by caches, and names its request', async () => {
    const { headers } = await owner.ask('GET me', { headers: { 'X-Request-Id': 'mine' } });

    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-request-id']).toBe('mine');
  });
});

describe('the token of an operator', () => {
  it('opens no route of resellers', async () => {
    for (const ask of [bearer(owner.token), { token: owner.token }]) {
      const { status, json } = await shop.requestPage('/client/api/profile', ask);
      expect([status, json]).toEqual([401, expect.objectContaining({ code: 121 })]);
    }
  });

  it('is refused from its end on, and from that of its operator', async () => {
    const [revoked, disabled] = await Promise.all([
      TestOperator.of(shop, 'viewer', { name: fresh('revoked') }),
      TestOperator.of(shop, 'viewer', { name: fresh('disabled') }),
    ]);
    const both = [revoked, disabled];
    for (const one of both) expect((await one.ask('GET me')).status).toBe(200);

    await shop.service(OperatorTokens).revoke(revoked.tokenId, BY);
    await shop.service(OperatorManagement).disable(disabled.name, BY);

    for (const one of both) expect(problemOf(await one.ask('GET me'))).toEqual(NOT_SIGNED_IN);
  });

  it('is looked up only if it has the form of one, and a few at a time', async () => {
    let [running, most, asked] = [0, 0, 0];
    const held = Promise.withResolvers<undefined>();
    const tokens = {
      find: async () => {
        asked += 1;
        most = Math.max(most, ++running);
        await held.promise;
        running -= 1;
        return undefined;
      },
    };
    const strangers = new StrangerTurns(new Lanes());
    const lookups = new TokenLookups(tokens as unknown as OperatorTokens, strangers);
    const token = (): string => OPERATOR_TOKEN_PREFIX + newToken();

    expect(await lookups.find('souk_op_x', '203.0.113.7')).toBeUndefined();
    expect(asked).toBe(0);
    const waiting = Array.from({ length: 1_003 }, (_, index) =>
      lookups.find(token(), `203.0.${index % 200}.7`),
    );
    // The newest of the network with the most is refused when more wait than may, and never the only one of another.
    const other = lookups.find(token(), '198.51.100.1');
    held.resolve(undefined);
    const outcomes = await Promise.allSettled(waiting);
    expect(await other).toBeUndefined();

    const refused = { problem: 'unavailable', parts: { retryAfterSeconds: 1 } };
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual(
      Array(2).fill({ status: 'rejected', reason: expect.objectContaining(refused) as unknown }),
    );

    expect(most).toBe(2);
    expect(asked).toBe(1_002);
  });
});

describe('a request below /admin that no route takes', () => {
  const ask = async (path: string, sent: Ask = {}) => shop.requestPage(path, sent);

  it.each(['/admin', '/admin/', '/admin/api/v1', '/admin/api/v1/nothing', '/ADMIN/x', '//admin/x'])(
    '%s is an unknown route',
    async (path) => {
      expect(problemOf(await ask(path))).toEqual(problem(404, 'no-such-route'));
      expect(problemOf(await ask(path, { token: reseller }))).toEqual(
        problem(404, 'no-such-route'),
      );
    },
  );

  it('has another method', async () => {
    const answer = await ask(ME, { method: 'DELETE' });

    expect(problemOf(answer)).toEqual(problem(405, 'method-not-allowed'));
    expect(answer.headers.allow).toBe('GET');
  });

  it('cannot be decoded', async () => {
    expect(problemOf(await ask('/admin/api/v1/operators/%zz'))).toEqual(
      problem(400, 'malformed-request'),
    );
    expect(problemOf(await ask(`${ME}?a=%00`, bearer(owner.token)))).toEqual(
      problem(400, 'malformed-request'),
    );
  });

  it('has no body for HEAD', async () => {
    const answer = await ask('/admin/nothing', { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([404, '']);
  });

  it('is none of those whose names only begin so', async () => {
    for (const path of ['/administrator', '/adminx/api', '/client/api/admin']) {
      expect((await ask(path)).json).toMatchObject({ status: 'ERROR', code: 404 });
    }
  });
});

describe('a body', () => {
  const create = (body: unknown, headers: Record<string, string> = {}) =>
    owner.ask('POST accounts', { body, headers });

  it.each<[string, unknown, number, string]>([
    ['no JSON', '{"name":', 400, 'malformed-request'],
    ['a list', '[1]', 400, 'malformed-request'],
    ['null', 'null', 400, 'malformed-request'],
    [
      'nested too deeply',
      `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      400,
      'malformed-request',
    ],
    ['too large', JSON.stringify({ name: 'x'.repeat(600_000) }), 413, 'too-large'],
    ['empty', {}, 422, 'invalid'],
    ['with an unknown field', { name: 'Acme', balance: '5' }, 422, 'invalid'],
    ['with a field of every object', '{"name":"Acme","__proto__":{"a":1}}', 422, 'invalid'],
    ['with another type', { name: 5 }, 422, 'invalid'],
    ['with a text that cannot be stored', '{"name":"a\\u0000"}', 422, 'invalid'],
    ['with half a character', '{"name":"\\ud800"}', 422, 'invalid'],
    ['with a name of spaces', { name: '  ' }, 422, 'invalid'],
  ])('%s is refused', async (_, body, status, name) => {
    expect(problemOf(await create(body))).toEqual(problem(status, name));
  });

  it('of another type is refused', async () => {
    const answer = await create('name=Acme', {
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect(problemOf(answer)).toEqual(problem(415, 'not-json'));
  });

  it('has an entry for each wrong field', async () => {
    const { json } = await create({ name: '', email: 5, more: true });

    expect((json as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual([
      'more',
      'name',
      'email',
    ]);
  });

  it('is not read before the caller is admitted', async () => {
    const answer = await shop.requestPage('/admin/api/v1/accounts', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{',
    });
    expect(problemOf(answer)).toEqual(NOT_SIGNED_IN);
  });
});

describe('the database', () => {
  it('that is lost for a moment is 503, and an unforeseen error 500 without a word of its cause', async () => {
    const lookups = shop.service(TokenLookups) as unknown as {
      tokens: Pick<OperatorTokens, 'find'>;
    };
    const { tokens } = lookups;
    const broken = async (error: Error) => {
      lookups.tokens = { find: () => Promise.reject(error) };
      try {
        return await owner.ask('GET me');
      } finally {
        lookups.tokens = tokens;
      }
    };

    const lost = await broken(new Error('Connection terminated unexpectedly'));
    expect(problemOf(lost)).toEqual(problem(503, 'unavailable'));
    expect(lost.headers['retry-after']).toBe('2');
    const failed = await broken(new Error('column "secret" does not exist'));
    expect(problemOf(failed)).toEqual(problem(500, 'internal'));
    expect(failed.text).not.toContain('secret');
    await until(() =>
      Promise.resolve(shop.logs().some((line) => line.includes('unforeseen error'))),
    );
  });
});

describe('the descriptions', () => {
  it('of resellers and of operators have nothing of one another', async () => {
    const [client, admin] = await Promise.all(
      ['/openapi.json', '/admin/openapi.json'].map((path) => shop.requestPage(path)),
    );
    const pathsIn = ({ json }: Answer) => Object.keys((json as { paths: object }).paths);

    expect(pathsIn(client!).filter((path) => path.includes('admin'))).toEqual([]);
    expect(pathsIn(admin!).every((path) => path.startsWith('/admin/api/v1/'))).toBe(true);
    expect(client!.text).not.toContain('ProblemDto');
    expect(admin!.text).not.toContain('ErrorBody');
    expect(admin!.json).toMatchObject({ openapi: '3.1.0', security: [{ bearer: [] }] });
    expect(admin!.headers['cache-control']).toBe('no-store');
  });
});

describe('with CONSOLE=off', () => {
  let off: TestShop;

  beforeAll(async () => {
    // A shop of its own: its setting CONSOLE is off.
    off = await startTestShop({ CONSOLE: 'off' });
  });
  afterAll(() => off.close());

  it('every path below /admin is as unknown as any other', async () => {
    const { token } = await TestOperator.of(off, 'owner');
    const unknown = (await off.requestPage('/nothing')).text;
    for (const path of ['/admin', ME, '/admin/openapi.json']) {
      const { status, text } = await off.requestPage(path, bearer(token));
      expect([path, status, text]).toEqual([path, 404, unknown]);
    }
  });

  it('the description of resellers is the same, and so is integration', async () => {
    for (const path of ['/openapi.json', '/client/api/integration']) {
      const [with_, without] = await Promise.all([shop.requestPage(path), off.requestPage(path)]);
      expect(digest(with_.text)).toBe(digest(without.text));
    }
  });

  /** Each shop has a key of its own, or none yet. */
  const digest = (text: string): string =>
    createHash('sha256')
      .update(text.replace(/,"receipt_keys":\[[^\]]*\]/, ''))
      .digest('hex');
});
