import { setTimeout as sleep } from 'node:timers/promises';
import { getRequest } from '../../../bench/raw-client.js';
import type { Attacker } from '../attacker.js';
import { besieged, type Siege } from '../besieged.js';
import { answersInWords, inFigures, limitStatuses, stillHeld } from '../figures.js';
import { BOUNDS } from '../scenario.js';
import { moneyRace } from '../money-race.js';
import { apiRequest, unfinishedPost } from '../siege-shop.js';
import { WRONG_TOKEN } from './floods.js';

const ENCODED = { 'Accept-Encoding': 'gzip' };
const ROUTES = ['products-wrapped', 'tree', 'catalog'];
const URL_CALLERS = 16;
/** Callers of an honest account order so long beside all of it. */
const ORDERING_SECONDS = 20;
const { requestSeconds, writeSeconds, toleranceSeconds } = BOUNDS;

/** Everything at once. */
export const together = besieged('all of it at the same time', async (siege) => {
  const { faults } = siege;
  const begun = performance.now();
  const slow = await slowConnections(siege);
  const stalled = await stalledReaders(siege);
  const readers = await audienceReaders(siege);
  const tokens = await wrongTokens(siege);
  const urls = await distinctUrls(siege);
  const orders = await moneyRace(siege, ORDERING_SECONDS);
  await sleep(Math.max(0, begun + lastCut() - performance.now()));
  const { closed, opened, statuses, lastClosedSeconds } = await slow.stop();
  if (closed > 0) {
    faults.limit('time of slow connections', lastClosedSeconds, requestSeconds + tolerance(), 's');
  }
  // Those that come when all connections to the database are taken hear so at once.
  limitStatuses(faults, 'slow connections', statuses, ['408', '503']);
  if (closed < opened) faults.add('slow connections are not ended', `${opened - closed}`);
  const floods = { readers, tokens, urls };
  const told = [
    `slow: ${closed} of ${opened} closed by ${lastClosedSeconds.toFixed(1)} s (${inFigures(statuses)})`,
    `honest orders: ${orders}`,
  ];
  for (const [name, attacker] of Object.entries(floods)) {
    const figures = await attacker.figures;
    await attacker.stop();
    limitStatuses(faults, name, figures.statuses, ['200', '401', '429', '503']);
    told.push(`${name}: ${answersInWords(figures)}`);
  }
  told.push(`stalled readers: ${await stillHeld(siege, 0, performance.now())}`);
  await stalled.stop();
  return told.join('; ');
});

/** When the last of the connections that stall has to be gone, in milliseconds after the beginning. */
function lastCut(): number {
  return (writeSeconds + tolerance()) * 1000;
}

/** Twice as much as when nothing else goes on: the attackers take the processors from one another, too. */
function tolerance(): number {
  return 2 * toleranceSeconds;
}

async function slowConnections({ target, amounts }: Siege): Promise<Attacker<'hold'>> {
  const bodies = target.shop.crowd.map((token) => unfinishedPost(target.shop, token));
  const attacker = await target.attack('hold', {
    connections: amounts.slow,
    first: bodies.flatMap((body) => ['GET / HTTP/1.1\r\nHost: slow\r\nX: 1', body]),
    further: '1',
    reads: true,
  });
  await attacker.heard(1);
  return attacker;
}

async function stalledReaders({ target, amounts }: Siege): Promise<Attacker<'hold'>> {
  const first = target.shop.crowd.map((token) => apiRequest('products-wrapped', token));
  const attacker = await target.attack('hold', { connections: amounts.readers, first });
  await attacker.heard(1);
  return attacker;
}

function audienceReaders({ target, amounts }: Siege): Promise<Attacker<'ask'>> {
  const requests = target.shop.audiences.map((token) =>
    ROUTES.map((route) => getRequest(`/client/api/${route}`, { 'api-token': token, ...ENCODED })),
  );
  return target.attack('ask', {
    callers: amounts.audiences,
    requests,
    total: ROUTES.length * amounts.audiences,
    seconds: amounts.seconds,
  });
}

function wrongTokens({ target, amounts }: Siege): Promise<Attacker<'ask'>> {
  const { callers, tokens: total, seconds } = amounts;
  return target.attack('ask', { callers, requests: [[WRONG_TOKEN]], total, seconds });
}

function distinctUrls({ target, amounts }: Siege): Promise<Attacker<'ask'>> {
  const { crowd } = target.shop;
  const requests = crowd.map((token) => [
    apiRequest('products?products_id=1,2,3&base=1&only={n}', token),
  ]);
  const { urls: total, seconds } = amounts;
  return target.attack('ask', { callers: URL_CALLERS, requests, total, seconds });
}
