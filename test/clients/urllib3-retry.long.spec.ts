import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { soukJson } from '../support/command-line.js';
import { describeWhere } from '../support/describe-where.js';
import { startTestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { AnotherServer, redirectTo } from './another-server.js';

const SCRIPT = fileURLToPath(new URL('../../examples/clients/urllib3-retry.py', import.meta.url));
const isInstalled = spawnSync('python3', ['-c', 'import urllib3']).status === 0;
const missing = isInstalled ? undefined : 'python3 has no urllib3';

interface Ended {
  readonly code: number;
  readonly out: string;
}

function runScript(baseUrl: string, token: string): Promise<Ended> {
  const env = { PATH: process.env.PATH, BASE_URL: baseUrl, TOKEN: token };
  return new Promise((resolve) => {
    const child = execFile('python3', [SCRIPT], { env }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? NaN, out: out + err });
    });
  });
}

describeWhere(missing, 'a client with the retries of urllib3', () => {
  it.each([[[]], [['--orders']]])(
    'gets its maintenance error without sleeping: souk maintenance on %p',
    async (words) => {
      const shop = await startTestShop();
      const { token, api } = await shop.account({ balance: '1' });
      await soukJson(shop.db.url, 'maintenance', 'on', ...words);
      const order = '/client/api/newOrder/1/params?order_uuid=0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11';
      await until(async () => (await api(order)).status === 503);
      const ended = await runScript(shop.baseUrl, token);
      await shop.close();

      expect(ended.out).toContain('slept 0 seconds in 0 pauses');
      expect(ended.out.match(/too many 503 error responses.*; code 130/g)?.length).toBe(
        words.length === 0 ? 6 : 1,
      );
      expect(ended.code).toBe(0);
    },
  );

  it('sleeps two seconds at most beyond a limit, and knows when to come back', async () => {
    const shop = await startTestShop({ MAX_ACCOUNT_REQUESTS_PER_MINUTE: '1' });
    const { token, api } = await shop.account({ balance: '1' });
    expect((await api('/client/api/profile')).status).toBe(200);
    const ended = await runScript(shop.baseUrl, token);
    await shop.close();

    expect(
      ended.out.match(/429 error responses.*; code 111: .*; admitted again in \d+ s/g),
    ).toHaveLength(5);
    // Three retries of each call, and of the same call that gets the last answer.
    expect(ended.out).toContain('slept 60 seconds in 30 pauses');
    expect(ended.code).toBe(0);
  });

  it('follows no redirect with its token', async () => {
    const another = await AnotherServer.start();
    const moved = await AnotherServer.start(redirectTo(another.url));
    const ended = await runScript(moved.url, 'x');
    moved.close();
    another.close();

    expect([ended.code, moved.tokens, another.tokens]).toEqual([1, ['x'], []]);
    expect(ended.out).toContain('redirect, which is not followed: set BASE_URL');
  });

  it('is noticed to sleep where an answer says Retry-After', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(503, { 'Retry-After': '60' }).end('{"code":130,"message":"x"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ended = await runScript(`http://127.0.0.1:${port}`, 'x');
    server.close();

    // Three retries of each call, and of the same call that gets the last answer.
    expect(ended.out).toContain('slept 2160 seconds in 36 pauses');
    expect(ended.code).toBe(1);
  });
});
