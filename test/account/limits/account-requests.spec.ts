import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { vi } from 'vitest';
import { AccessService } from '../../../src/account/access/access.service.js';
import { AccountLanes } from '../../../src/account/access/lanes/account-lanes.js';
import { HttpClient } from '../../support/http-client.js';
import { RawConnection } from '../../support/raw-connection.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

/** The answer to the next request that begins, whether it was sent or not. */
function nextAnswer({ app }: TestShop): Promise<ServerResponse> {
  const server: Server = app.getHttpServer();
  return new Promise((resolve) => {
    server.once('request', (_request: IncomingMessage, response: ServerResponse) => {
      resolve(response);
    });
  });
}

/** Sends a request, and reads nothing. */
async function sent(shop: TestShop, path: string, token: string): Promise<RawConnection> {
  const connection = await RawConnection.open(shop.baseUrl);
  connection.write(`GET /client/api/${path} HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\n\r\n`);
  return connection;
}

const MOST = 2;

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: an account may have few requests at a time, which is a setting.
  shop = await startTestShop({ MAX_ACCOUNT_REQUESTS: String(MOST) });
});
afterAll(() => shop.close());

describe('the requests of one account', () => {
  it('wait for their turn beyond its limit, then hear 111, and hold up nobody else', async () => {
    const [busy, other] = [await shop.account({ balance: '100' }), await shop.account()];
    // The first use of a token takes longer than later ones.
    await Promise.all([busy, other].map(({ api }) => api('/client/api/profile')));
    const held = shop.service(AccountLanes).of('answers').tryAcquire(busy.id);
    const alsoHeld = shop.service(AccountLanes).of('answers').tryAcquire(busy.id);

    const paths = Array.from({ length: 21 }, (_, index) =>
      index % 2 === 0 ? 'products' : 'profile',
    );
    const client = new HttpClient(shop.baseUrl);
    const { token } = busy;
    const asked = paths.map((path) => client.send(`/client/api/${path}`, { token }));
    const refused = await Promise.race(asked);
    expect([refused.status, refused.json]).toEqual([429, expect.objectContaining({ code: 111 })]);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await other.api('/client/api/profile')).status).toBe(200);

    held?.();
    alsoHeld?.();
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array<number>(20).fill(200), 429]);
    client.close();
  });
});

describe('the turn of a request', () => {
  let account: TestAccount;

  beforeEach(async () => {
    account = await shop.account();
    // Only one of its requests can begin now.
    for (let taken = 1; taken < MOST; taken++) {
      expect(shop.service(AccountLanes).of('answers').tryAcquire(account.id)).toBeDefined();
    }
  });

  /** A client that closes its connection while its token is read. @returns the answer that it does not get. */
  async function goneCaller(path: string): Promise<ServerResponse> {
    const access = shop.service(AccessService);
    const reading = Promise.withResolvers<undefined>();
    const found = access.accessOf.bind(access);
    const accessOf = vi.spyOn(access, 'accessOf').mockImplementation(async (...asked) => {
      const opened = await found(...asked);
      await reading.promise;
      return opened;
    });
    const answer = nextAnswer(shop);
    const connection = await sent(shop, path, account.token);
    const response = await answer;
    await until(() => accessOf.mock.calls.length === 1);
    connection.destroy();
    await until(() => response.closed);
    accessOf.mockRestore();
    reading.resolve(undefined);
    return response;
  }

  it('ends when its caller had gone before it began, and it is then refused', async () => {
    // A cursor that is none, which is refused only after its turn has begun.
    const response = await goneCaller('changes?since=none');
    await until(() => response.statusCode === 400);

    expect((await account.api('/client/api/profile')).status).toBe(200);
  });

  it('is not waited for when the caller had gone before', async () => {
    const running = shop.service(AccountLanes).of('answers');
    const end = running.tryAcquire(account.id);
    const acquire = vi.spyOn(running, 'acquire');
    await goneCaller('profile');
    await until(() => acquire.mock.calls.length === 1);
    const outcomes = acquire.mock.results.map(({ type }) => type);
    acquire.mockRestore();
    end?.();

    expect(outcomes).toEqual(['throw']);
  });

  it('ends when its answer is made, however slowly that is read', async () => {
    await account.api('/client/api/profile');
    // However large the buffers of the operating system are, it takes nothing of this answer.
    const answer = nextAnswer(shop).then((response) => {
      const takeNothing = (): void => undefined;
      Object.assign(response.socket!, { _write: takeNothing, _writev: takeNothing });
      return response;
    });
    const connection = await sent(shop, 'products', account.token);
    const response = await answer;
    await until(() => response.headersSent);

    expect((await account.api('/client/api/profile')).status).toBe(200);
    expect(response.closed).toBe(false);
    connection.destroy();
  });
});
