import 'reflect-metadata';
import type { Server } from 'node:http';
import { Controller, Get, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import { vi } from 'vitest';
import { SCOPES } from '../../src/account/access/scopes.js';
import { newToken } from '../../src/account/access/token-secret.js';
import { AppModule } from '../../src/app.module.js';
import { runningRoutes, type RunningRoute } from '../../src/common/http/routes.js';
import { MetricsServer } from '../../src/health/metrics-server.service.js';
import { OPERATOR_TOKEN_PREFIX } from '../../src/people/tokens/operator-tokens.service.js';
import { operatorBrowser } from '../support/console-operator.js';
import { HttpClient, type Ask } from '../support/http-client.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { LANE_OF_ROUTE } from './lane-of-route.js';
import { WalkedLanes } from './walked-lanes.js';

/** As an extension may write it, which says nothing about lanes. */
@Controller('acme')
class AcmeController {
  @Get('report')
  report(): object {
    return {};
  }
}

@Module({ controllers: [AcmeController] })
class AcmeModule {}

/** Statements that all callers share, or that are sent once for a token in use, so that no number of requests has more. */
const SHARED = [
  // Nothing by themselves; what they limit is listed.
  /^\s*(?:START TRANSACTION|SET|COMMIT|ROLLBACK)\b/,
  // The present revisions, and the snapshot of the catalog.
  /\bcatalog_revision\b/,
  /\btesting_only AS "testingOnly" FROM categories\b/,
  /\bFROM products WHERE deleted_at IS NULL AND id = ANY\b/,
  // The access of a token that exists, read once for a revision, and its last use, noted once a minute.
  /\bFROM access_tokens token\b/,
  /^UPDATE access_tokens SET last_used_at\b/,
  // The branding, once in two seconds.
  /\bFROM shop_branding\b/,
  // Keys, breaks and witnesses, each once a second.
  /\bFROM (?:signing_keys ORDER|history_breaks|witnesses) /,
  // The readiness, once a second.
  /\btransaction_read_only\b/,
  // The key of proofs, once in five seconds.
  /\bsign_in_state\b/,
  // All tokens that exist, read in the background, once a second at most.
  /\bFROM access_tokens\s+WHERE token_hash > \$1/,
  // What open pages are told of the waiting orders, one at a time for all of them.
  /\bFROM orders WHERE status = 'wait'\s+ORDER BY created_at DESC LIMIT\b/,
];
const TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' };
/** Further lanes, of a route or of all routes of a lane. */
const BESIDES: Readonly<Record<string, readonly string[]>> = {
  // A password that an operator changes is compared in its turn, too.
  operators: ['sign-ins'],
  // Whether there is anything new is asked in one lane, and events are read in the other.
  'GET /client/api/orders/changes': ['reads'],
};
/** Routes that end the session, which are asked last. */
const LAST = [
  'POST /console/shop/upkeep/settle',
  'POST /console/sign-out',
  'POST /admin/api/v1/maintenance/settle',
];
/** Its answer lasts. */
const LIVE = '/console/live';

let shop: TestShop;
let walked: WalkedLanes;
let routes: RunningRoute[];
/** A caller that every door admits. */
let known: Ask;
/** One that guesses. */
let stranger: () => Ask;

beforeAll(async () => {
  Reflect.defineMetadata('imports', [AcmeModule], AppModule);
  try {
    // A shop of its own: its queues are watched, and it has the route of an extension.
    shop = await startTestShop({ METRICS_PORT: '0' });
  } finally {
    Reflect.deleteMetadata('imports', AppModule);
  }
  walked = new WalkedLanes(shop);
  routes = runningRoutes(shop.app.getHttpAdapter().getInstance());
  const account = await shop.account({ balance: '100' });
  const token = await shop.token(account.id, { scopes: SCOPES });
  const program = await TestOperator.of(shop, 'owner', { name: 'program' });
  const { cookies } = await operatorBrowser(shop, 'owner', 'ada');
  const [session = ''] = cookies.keys();
  const callerOf = (apiToken: string, bearer: string, secret: string): Ask => ({
    token: apiToken,
    headers: { Authorization: `Bearer ${bearer}`, cookie: `${session}=${secret}` },
  });
  known = callerOf(token, program.token, cookies.get(session) ?? '');
  stranger = () => callerOf(newToken(), OPERATOR_TOKEN_PREFIX + newToken(), newToken());
});
afterAll(async () => {
  walked.end();
  await shop.close();
});

const nameOf = ({ method, path }: RunningRoute): string => `${method} ${path}`;

/** What is asked in the lane of operators: all of theirs that the table does not name. */
function laneOf(route: RunningRoute): string | undefined {
  const isOfOperators = /^\/(?:admin\/api\/v1|console)(?:\/|$)/.test(route.path);
  return LANE_OF_ROUTE[nameOf(route)] ?? (isOfOperators ? 'operators' : undefined);
}

/** Nothing has the ids that it names, and no field the name. */
async function send({ method, path }: RunningRoute, { headers, token }: Ask): Promise<void> {
  const isPage = path.startsWith('/console');
  const page = path
    .replace(/:order/, 'ID_ffffffffffffffff')
    .replace(/:(?:import|uuid)/, '00000000-0000-4000-8000-000000000000')
    .replace(/:(?:name|recipient|supplier|stock|extension)/, 'nobody')
    .replaceAll(/:\w+/g, '999999');
  const type = path.endsWith('/catalog-imports') ? 'text/csv' : isPage ? TYPES.form : TYPES.json;
  const sent = {
    method,
    headers: {
      ...headers,
      ...(token !== undefined && { 'api-token': token }),
      'Sec-Fetch-Site': 'same-origin',
      ...(method !== 'GET' && { 'Content-Type': type }),
    },
    ...(method !== 'GET' && { body: type === TYPES.json ? '{"no_such_field":true}' : '' }),
  };
  if (path !== LIVE) await shop.requestPage(page, sent);
  else await (await fetch(shop.baseUrl + page, sent)).body?.cancel();
}

it('has a decision about its lane', () => {
  expect(routes.filter((route) => laneOf(route) === undefined)).toEqual([]);
  const names = routes.map(nameOf);
  expect(Object.keys(LANE_OF_ROUTE).filter((name) => !names.includes(name))).toEqual([]);
});

it('has its turn in this lane, whoever asks, and asks the database for nothing outside of a lane', async () => {
  const place = (route: RunningRoute): number => LAST.indexOf(nameOf(route));
  for (const route of routes.toSorted((one, other) => place(one) - place(other))) {
    const lane = laneOf(route);
    const isOpen = lane === 'none' || lane === 'sign-ins';
    for (const [caller, ask] of [
      ['known', known],
      ['stranger', stranger()],
    ] as const) {
      const { lanes, outside } = await walked.of(() => send(route, ask));
      const besides = ['strangers', ...(BESIDES[nameOf(route)] ?? BESIDES[String(lane)] ?? [])];
      const others = [...lanes].filter((one) => !besides.includes(one));
      const isAdmitted = lane !== 'strangers' && lane !== 'none' && (caller === 'known' || isOpen);
      const of = `${nameOf(route)} by a ${caller} caller`;
      expect([of, others]).toEqual([of, isAdmitted ? [lane] : []]);
      const mayBeStrange = !isOpen || route.path.startsWith('/console');
      expect([of, mayBeStrange || !lanes.has('strangers')]).toEqual([of, true]);
      const alone = outside.filter((sql) => !SHARED.some((shared) => shared.test(sql)));
      expect([of, alone]).toEqual([of, []]);
    }
  }
});

it('of the metrics asks the database once, however many scrape at once, and shows the lanes', async () => {
  const scrapers = 30;
  const metrics = shop.service(MetricsServer);
  const registry = shop.service(Registry);
  const text = await registry.metrics();
  for (const lane of ['orders', 'reads', 'operators', 'strangers', 'links', 'sign-ins']) {
    expect(text).toContain(`souk_lane_requests_waiting{lane="${lane}"} 0`);
    expect(text).toContain(`souk_lane_requests_refused_total{lane="${lane}"} 0`);
  }
  const read = Promise.withResolvers<string>();
  const collect = vi.spyOn(registry, 'metrics').mockReturnValue(read.promise);
  let arrived = 0;
  (Reflect.get(metrics, 'server') as Server).on('request', () => {
    if (++arrived === scrapers) read.resolve(text);
  });
  const client = new HttpClient(`http://127.0.0.1:${metrics.address!.port}`);
  const answers = Array.from({ length: scrapers }, () => client.send('/metrics'));
  expect(new Set((await Promise.all(answers)).map((answer) => answer.text))).toEqual(
    new Set([text]),
  );
  expect(collect).toHaveBeenCalledTimes(1);
  client.close();
});
