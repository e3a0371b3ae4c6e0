import { setTimeout as sleep } from 'node:timers/promises';
import { judgedFaults, scenarioRecorder } from '../../judge/judged-faults.js';
import { recording } from '../../judge/recorder.js';
import { percentile } from '../../support/faults.js';
import { AccessRounds, WITHDRAWALS } from './access-rounds.js';
import { Bots } from './bots.js';
import type { Fleet } from './fleet.js';
import type { Bounds } from './observer.js';

/** Bots and changes go on for a moment before anything is measured, in milliseconds. */
const WARM_UP_MS = 3_000;
/** Changes that could not be made are made up for within so much time, in milliseconds; the others are left out. */
const ARREARS_MS = 100;

/** What goes on while something happens to the fleet. */
export interface Work {
  readonly name: string;
  /** Reads a second. */
  readonly rate: number;
  /** Milliseconds within which 99 % of the changes and of the withdrawals have to be effective. */
  readonly wanted: number;
  readonly bounds: Bounds;
}

/** Has bots read and the catalog change while something happens, and tells what was measured. */
export async function underWork(
  fleet: Fleet,
  work: Work,
  happening: () => Promise<string>,
): Promise<string> {
  const { market, clients, recorded, observer, random, amounts } = fleet;
  const recorder = scenarioRecorder();
  for (const [index, client] of recorded.entries()) {
    recording(client, recorder, { client: 'bots', instance: `instance ${index}` });
  }
  await market.recordBy(recorder);
  const bots = new Bots(market, clients, recorded, observer);
  const day = { over: false };
  observer.bounds = { visible: Infinity, mayDecline: true };
  bots.start(random.fork(), work.rate);
  const changing = changes(fleet, amounts.changes, day);
  await sleep(WARM_UP_MS);
  observer.restart();
  observer.bounds = work.bounds;
  const [reads, marker] = [bots.reads, market.marker];
  const told = await happening();
  const made = `${bots.reads - reads} reads, ${market.marker - marker} changes`;
  const measured = observer.restart();
  day.over = true;
  await Promise.all([changing, bots.stop()]);
  const judged = judgedFaults(recorder, { readsOnly: true, stalenessMs: work.bounds.visible });
  for (const fault of judged.faults) observer.faults.add(`${work.name}: ${fault}`);
  const { missing, stalest, half, p99, declined } = measured;
  observer.faults.limit(`${work.name}: a change unseen, 99 %,`, missing, work.wanted, 'ms');
  const [absence, arrival] = [
    [missing, stalest],
    [half, p99],
  ].map(shown);
  return `${work.name}: ${made}, unseen for ${absence} ms (99 % / all), first answer after ${arrival} ms (half / 99 %), ${declined} × 111; ${told}; ${judged.told}`;
}

function shown(times: readonly number[]): string {
  return times.map((time) => time.toFixed(0)).join(' / ');
}

async function changes(
  { market }: Fleet,
  rate: number,
  day: { readonly over: boolean },
): Promise<void> {
  for (let next = performance.now(); !day.over;) {
    await sleep(Math.max(0, next - performance.now()));
    await market.change();
    next = Math.max(next + 1000 / rate, performance.now() - ARREARS_MS);
  }
}

/** Withdraws tokens and accounts in turn for some time. */
export async function withdrawals(
  { db, recorded, market, observer }: Fleet,
  { name, wanted }: Work,
  seconds: number,
): Promise<string> {
  const access = new AccessRounds(db, recorded, market.recorder);
  const grants: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    for (const withdrawal of WITHDRAWALS) grants.push(...(await access.round(withdrawal)));
    await sleep(100);
  }
  const [p99, worst] = [percentile(grants, 0.99), percentile(grants, 1)];
  observer.faults.limit(`${name}: access that was withdrawn, 99 %,`, p99, wanted, 'ms');
  return `${grants.length / recorded.length} withdrawals of access, granted for ${shown([p99, worst])} ms more (99 % / all)`;
}
