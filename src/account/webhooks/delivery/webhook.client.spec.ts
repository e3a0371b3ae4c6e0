import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { SsrfGuard, type Resolve } from '../../../outgoing/ssrf-guard.js';
import { WebhookUnansweredError, WebhookClient } from './webhook.client.js';

/** Node publishes here when a client has received the head of a response. */
const RESPONSE_RECEIVED = 'http.client.response.finish';
const LOCAL = [{ address: '127.0.0.1', family: 4 }];
/** Passes the SSRF guard, but is not routed. */
const UNROUTED = { address: '3ffe::1', family: 6 };

let server: Server | undefined;
let requests: { host: string | undefined; body: string }[];

beforeEach(() => {
  requests = [];
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  if (server) await once(server, 'close');
  server = undefined;
});

/** Starts a receiver. @returns its port. */
async function receiver(answer: RequestListener): Promise<number> {
  server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      requests.push({ host: request.headers.host, body });
      answer(request, response);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Options {
  readonly allowPrivate?: boolean;
  readonly timeoutMs?: number;
  readonly resolve?: Resolve;
}

function post(
  url: string,
  { allowPrivate = true, timeoutMs, resolve }: Options = {},
): Promise<number> {
  const guard = new SsrfGuard(() => Promise.resolve(allowPrivate), resolve);
  return new WebhookClient(guard, timeoutMs).post(url, {}, '{"a":"ü"}');
}

describe('a post to a receiver', () => {
  it('goes to the resolved address, with the name as its host', async () => {
    const port = await receiver((_request, response) => response.writeHead(204).end());
    let asked = 0;
    const resolve = (host: string) => {
      asked += 1;
      return Promise.resolve(host === 'receiver.example' ? LOCAL : []);
    };

    expect(await post(`http://receiver.example:${port}/x`, { resolve })).toBe(204);

    expect(requests).toEqual([{ host: `receiver.example:${port}`, body: '{"a":"ü"}' }]);
    // A second lookup could return an address that was not checked.
    expect(asked).toBe(1);
  });

  it('follows no redirect', async () => {
    const port = await receiver((_request, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    );
    expect(await post(`http://127.0.0.1:${port}/`)).toBe(302);
    expect(requests).toHaveLength(1);
  });

  it('waits for an answer no longer than its timeout', async () => {
    const port = await receiver(() => undefined);
    await expect(post(`http://127.0.0.1:${port}/`, { timeoutMs: 100 })).rejects.toThrow(
      'no answer within 0.1 seconds',
    );
  });

  it('waits for a lookup no longer than its timeout', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    await expect(post('http://slow.example/', { timeoutMs: 100, resolve })).rejects.toThrow(
      'no answer within 0.1 seconds',
    );
  });

  it('returns the status when the connection breaks in the body', async () => {
    const port = await receiver((request, response) => {
      response.writeHead(200).write('half of ', () => request.socket.destroy());
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toBe(200);
  });

  it('returns the status when the body does not end in time', async () => {
    const port = await receiver((_request, response) => {
      response.writeHead(200).write('half of ');
    });
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    const abort = (): void =>
      void setImmediate(() => {
        late.abort();
      });
    subscribe(RESPONSE_RECEIVED, abort);
    try {
      expect(await post(`http://127.0.0.1:${port}/`)).toBe(200);
    } finally {
      unsubscribe(RESPONSE_RECEIVED, abort);
      timeout.mockRestore();
    }
  });

  it('reads an endless answer only up to a limit', async () => {
    const port = await receiver((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
        response.once('drain', more);
      };
      more();
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toBe(200);
  });

  it('fails with the reason when there is no answer', async () => {
    const port = await receiver((request) => request.socket.destroy());
    await expect(post(`http://127.0.0.1:${port}/`)).rejects.toThrow('socket hang up');
    server?.close();
    await expect(post(`http://127.0.0.1:1/`)).rejects.toThrow('ECONNREFUSED');
    await expect(post('http://nobody.invalid/')).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
  });
});

describe('a target that is not on the public internet', () => {
  it.each([
    ['an address', '127.0.0.1'],
    ['an address in another notation', '0x7f.1'],
    ['an address as one number', '2130706433'],
    ['an IPv6 address', '[::1]'],
    ['a mapped address', '[::ffff:127.0.0.1]'],
    ['a name of this machine', 'localhost'],
  ])('is not connected to: %s', async (_kind, host) => {
    const port = await receiver((_request, response) => response.end());
    await expect(post(`http://${host}:${port}/`, { allowPrivate: false })).rejects.toThrow(
      'is not on the public internet',
    );
    expect(requests).toEqual([]);
  });

  it.each(['10.0.0.5', '169.254.169.254', '100.64.0.1', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    'is found behind a name: %s',
    async (address) => {
      const resolve = () => Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]);
      await expect(
        post('https://receiver.example/', { allowPrivate: false, resolve }),
      ).rejects.toThrow(`receiver.example is not on the public internet (${address})`);
    },
  );

  it.each([
    ['before', [...LOCAL, UNROUTED]],
    ['behind', [UNROUTED, ...LOCAL]],
  ])('is not connected to %s a public address of the same name', async (_, addresses) => {
    const port = await receiver((_request, response) => response.end());
    const target = `http://receiver.example:${port}/`;
    const options = {
      allowPrivate: false,
      timeoutMs: 500,
      resolve: () => Promise.resolve(addresses),
    };
    await expect(post(target, options)).rejects.toThrow(WebhookUnansweredError);
    expect(requests).toEqual([]);
    expect(await post(target, { ...options, allowPrivate: true, timeoutMs: 60_000 })).toBe(200);
  });
});
