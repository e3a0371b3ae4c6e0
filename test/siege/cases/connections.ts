import { setTimeout as sleep } from 'node:timers/promises';
import { besieged, type Siege } from '../besieged.js';
import { inFigures, limitStatuses, mebibytes, stillHeld } from '../figures.js';
import { BOUNDS } from '../scenario.js';
import { apiRequest, unfinishedPost } from '../siege-shop.js';

/** As many as fit into 65 kB. */
const PIPELINED = 2_166;
const PIPELINE = 'GET /openapi.json HTTP/1.1\r\n\r\n'.repeat(PIPELINED);
const FIRST_SECONDS = 5;
/** A connection whose other end is gone is let go at once, in words of this machine. */
const GONE_SECONDS = 5;
/** Of a URL with the list of all products. */
const MAX_LIST = 32_000;
const { headersSeconds, requestSeconds, writeSeconds, toleranceSeconds } = BOUNDS;

/** Many questions in one write on connections that are not read. */
export const pipelining = besieged('pipelined questions that nobody reads', async (siege) => {
  const { target, amounts } = siege;
  const told: string[] = [];
  for (const connections of new Set([1, amounts.connections])) {
    const attacker = await target.attack('hold', { connections, first: [PIPELINE] });
    await attacker.heard(1);
    const begun = performance.now();
    const isLast = connections === amounts.connections;
    const closed = isLast
      ? await stillHeld(siege, writeSeconds + toleranceSeconds, begun)
      : await sleep(FIRST_SECONDS * 1000, 'not waited for');
    const resident = mebibytes(await target.server.peakBytes());
    await attacker.stop();
    told.push(`${connections} × ${PIPELINED} questions: ${resident}, ${closed}`);
  }
  return told.join('; ');
});

/** A POST that ends in the middle of its body, with the connection. */
export const halfPosts = besieged('half a POST, then gone', async (siege) => {
  const { target, amounts } = siege;
  const { shop } = target;
  const first = [`${unfinishedPost(shop, shop.honest)}1234567`];
  const attacker = await target.attack('hold', {
    connections: amounts.halves,
    first,
    hangsUp: true,
  });
  await attacker.heard(1);
  const held = await stillHeld(siege, GONE_SECONDS, performance.now());
  await attacker.stop();
  return `${amounts.halves} of them: ${held}`;
});

/** Headers and bodies of which a byte comes a second. */
export const trickle = besieged('headers and bodies that trickle', async (siege) => {
  const { target, amounts, faults } = siege;
  const common = { connections: amounts.trickles, reads: true };
  const unfinished = unfinishedPost(target.shop, target.shop.honest);
  const kinds = [
    {
      name: 'headers',
      seconds: headersSeconds,
      options: { ...common, first: ['GET / HTTP/1.1\r\n'], further: 'X-More: 1\r\n' },
    },
    {
      name: 'bodies',
      seconds: requestSeconds,
      options: { ...common, first: [unfinished], further: '1' },
    },
  ];
  const attackers = await Promise.all(
    kinds.map(async ({ name, seconds, options }) => {
      return { name, seconds, attacker: await target.attack('hold', options) };
    }),
  );
  await Promise.all(attackers.map(({ attacker }) => attacker.heard(1)));
  await target.closedAfter(1, requestSeconds + toleranceSeconds, performance.now());
  const told: string[] = [];
  for (const { name, seconds, attacker } of attackers) {
    const { opened, closed, lastClosedSeconds, statuses } = await attacker.stop();
    if (closed < opened) faults.add(`${name} are not ended`, `${opened - closed} of ${opened}`);
    if (closed > 0) {
      faults.limit(`the time of ${name}`, lastClosedSeconds, seconds + toleranceSeconds, 's');
    }
    limitStatuses(faults, name, statuses, ['408']);
    const last = closed > 0 ? `, the last after ${lastClosedSeconds.toFixed(1)} s` : '';
    told.push(`${name}: ${closed} of ${opened} closed${last} (${inFigures(statuses)})`);
  }
  return told.join('; ');
});

/** Readers of lists of ids, whose answers are made for each of them. */
export const stalledLists = besieged('lists of ids that nobody reads', (siege) => {
  let list = Array.from({ length: siege.amounts.products }, (_, index) => index + 1).join();
  if (list.length > MAX_LIST) list = list.slice(0, list.lastIndexOf(',', MAX_LIST));
  return stalled(siege, `products-wrapped?products_id=${list}`);
});

/** Readers of the largest answer there is. */
export const stalledLargest = besieged('the largest answer, and nobody reads it', (siege) =>
  stalled(siege, 'products-wrapped'),
);

async function stalled(siege: Siege, path: string): Promise<string> {
  const { target, amounts } = siege;
  const first = target.shop.crowd.map((token) => apiRequest(path, token));
  const attacker = await target.attack('hold', { connections: amounts.readers, first });
  await attacker.heard(1);
  const begun = performance.now();
  const held = await stillHeld(siege, writeSeconds + toleranceSeconds, begun);
  await attacker.stop();
  return `${amounts.readers} readers: ${held}`;
}
