import { setTimeout as wait } from 'node:timers/promises';
import { TemporarilyUnavailableError } from '../../src/common/app-error.js';
import { errorBody } from '../../src/common/http/error-body.js';
import { HttpClient, type Answer, type Ask } from '../support/http-client.js';
import { until } from '../support/until.js';
import { ActingInstance, OWN } from './acting-instance.js';
import { itWith } from './installed.js';
import { FRONT_NAMES, programOf, type FrontName } from './proxies.js';
import { ProxyProcess } from './proxy-process.js';

const UNAVAILABLE = errorBody(new TemporarilyUnavailableError());
/** More than any of the examples admits at once. */
const FLOOD = 600;
const AT_ONCE = 20;
/** Slower than the examples admit. */
const PACE_MS = 40;
const IN_A_ROW = 20;

interface Fronted {
  readonly instances: readonly [ActingInstance, ActingInstance];
  readonly client: HttpClient;
  /** Asks on a new connection: where others were answered on it, haproxy ends one on which Souk has not answered. */
  readonly askAnew: (path: string, ask?: Ask) => Promise<Answer>;
}

/** Half a minute for an answer is a second here, and the times for a request are not much more. */
function impatient(text: string): string {
  return text
    .replaceAll(/(read_header|read_body|write|idle) (\d+)s/g, (_, what, s) => `${what} ${s / 10}s`)
    .replace('timeout server 35s', 'timeout server 1s')
    .replaceAll(/(proxy_read_timeout|response_header_timeout) 30s/g, '$1 1s');
}

async function fronted(
  name: FrontName,
  program: string,
  work: (fronted: Fronted) => Promise<void>,
): Promise<void> {
  const instances = [await ActingInstance.start('one'), await ActingInstance.start('two')] as const;
  const ports = [instances[0].port, instances[1].port] as const;
  const proxy = await ProxyProcess.start(name, program, ports, impatient);
  const client = new HttpClient(proxy.baseUrl, { maxSockets: AT_ONCE });
  const askAnew = async (path: string, ask?: Ask): Promise<Answer> => {
    const other = new HttpClient(proxy.baseUrl);
    const answer = await other.send(path, ask);
    other.close();
    return answer;
  };
  try {
    await work({ instances, client, askAnew });
  } finally {
    client.close();
    await proxy.stop();
    for (const instance of instances) instance.stop();
  }
}

function expectUnavailable({ status, headers, json }: Answer, as = 503): void {
  expect([status, json]).toEqual([as, UNAVAILABLE]);
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '2',
  });
}

function expectPlain({ status, headers, json }: Answer, allowed: readonly number[]): void {
  expect(allowed).toContain(status);
  expect(json).toBeUndefined();
  expect(headers['content-type'] ?? '').not.toContain('json');
  expect(headers).not.toHaveProperty('retry-after');
}

/** Asks slowly until the last answers all came from it. @returns those that were no success */
async function untilOnly(client: HttpClient, instance: string): Promise<Answer[]> {
  const others: Answer[] = [];
  let row = 0;
  await until(async () => {
    const answer = await client.send('/client/api/whoami');
    if (answer.status !== 200) others.push(answer);
    row = JSON.stringify(answer.json) === JSON.stringify({ instance }) ? row + 1 : 0;
    await wait(PACE_MS);
    return row === IN_A_ROW;
  });
  return others;
}

describe.each(FRONT_NAMES)('what %s answers itself', (name) => {
  const front = (title: string, work: (fronted: Fronted) => Promise<void>): void => {
    itWith(programOf(name), title, (program) => fronted(name, program, work));
  };

  front('is 111 below /client/api, and a plain page elsewhere', async (fronted) => {
    const { client, instances, askAnew } = fronted;
    // The paths of an Ingress tell capitals apart.
    const odd = name === 'ingress' ? '/client//api/cut' : '/CLIENT/api//cut';
    for (const path of ['/client/api/cut', odd, '/client/api/hang']) {
      expectUnavailable(await askAnew(path));
    }
    expectUnavailable(await askAnew('/client/api/cut', { method: 'POST', body: 'a=b' }));
    const head = await askAnew('/client/api/cut', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([503, '']);
    for (const path of ['/docs/cut', '/docs/client/api/cut', '/docs/hang']) {
      expectPlain(await askAnew(path), [502, 504]);
    }
    for (const instance of instances) instance.stop();
    for (let round = 0; round < IN_A_ROW; round++) {
      expectUnavailable(await client.send('/client/api/newOrder/1/params?order_uuid=x'));
      expectPlain(await client.send('/docs'), [502, 503]);
    }
  });

  front('sends a change once, unless it is an order', async ({ instances, askAnew }) => {
    const path = '/images/cut';
    expectPlain(await askAnew(path, { method: 'POST', body: 'a=b' }), [502]);
    expect(instances.flatMap(({ cut }) => cut)).toEqual([`POST ${path}`]);
  });

  front('takes nothing from the answers of Souk', async ({ client }) => {
    for (const status of [400, 404, 429, 500, 502, 503, 504]) {
      for (const folder of ['/client/api', '/docs']) {
        const answer = await client.send(`${folder}/own/${status}`);
        expect([answer.status, answer.json]).toEqual([status, OWN]);
        expect(answer.headers['content-type']).toBe('application/json');
      }
    }
  });

  if (name !== 'caddy') {
    front('refuses too many requests with 429 and the body of 111', async ({ client }) => {
      const flood = (path: string): Promise<Answer[]> =>
        Promise.all(Array.from({ length: FLOOD }, () => client.send(path)));
      const refused = (await flood('/client/api/ping')).filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      for (const answer of refused) expectUnavailable(answer, 429);
      const elsewhere = (await flood('/docs')).filter(({ status }) => status !== 200);
      expect(elsewhere.length).toBeGreaterThan(0);
      for (const answer of elsewhere) expectPlain(answer, [429]);
    });

    front(
      'lets some requests of an address through that never stops to send too many',
      async ({ client }) => {
        const statuses = (): Promise<number[]> =>
          Promise.all(
            Array.from({ length: FLOOD }, async () => (await client.send('/docs')).status),
          );
        expect(await statuses()).toContain(429);
        await until(async () => (await statuses()).includes(200));
      },
    );
  }

  // Caddy writes 200 where its own time for a request is over.
  if (name === 'caddy') {
    front('is no empty success for half a request', async ({ client, askAnew }) => {
      const half = { method: 'POST', headers: { 'Content-Length': '10' }, body: 'abc' };
      const answer = await askAnew('/client/api/hang', half).catch(() => undefined);
      expect(answer?.status ?? 'cut').not.toBe(200);
      expect((await client.send('/client/api/whoami')).status).toBe(200);
    });
  }

  // nginx asks nobody for health, and in Kubernetes that is the cluster's part.
  if (name !== 'haproxy' && name !== 'caddy') return;

  front('comes after who is ready, and who serves', async ({ client, instances: [one, two] }) => {
    one.ready = false;
    expect(await untilOnly(client, 'two')).toEqual([]);
    two.ready = false;
    one.ready = true;
    expect(await untilOnly(client, 'one')).toEqual([]);
    one.ready = false;
    one.serving = false;
    expect(await untilOnly(client, 'two')).toEqual([]);
    two.serving = false;
    const others = [];
    await until(async () => {
      const answer = await client.send('/client/api/whoami');
      if (answer.status === 200) return false;
      others.push(answer);
      expectUnavailable(answer);
      await wait(PACE_MS);
      return others.length === IN_A_ROW;
    });
    one.serving = true;
    for (const answer of await untilOnly(client, 'one')) expectUnavailable(answer);
    two.ready = true;
    expect(await untilOnly(client, 'two')).toEqual([]);
  });
});
