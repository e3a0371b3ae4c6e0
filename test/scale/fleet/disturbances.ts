import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../reader.js';
import { AccessRounds, WITHDRAWALS } from './access-rounds.js';
import type { Fleet, Part } from './fleet.js';
import { underWork, withdrawals } from './work.js';

/** What the project promises, in milliseconds after a commit. */
const FRESH_MS = 100;
const FRESH_UNHEARD_MS = 1_500;
export const FRESH_NOT_FINISHED_MS = 5_000;
/** And after the database is back. */
export const RECOVERY_MS = 5_000;
/** Reads a second of all bots. */
const CALM_RATE = 200;
export const RATE = 60;
const INSTANCE = 1;

/** Without a disturbance: every change is soon in the answers of both instances. */
export const calm: Part = async (fleet) => {
  const seconds = fleet.amounts.reads / CALM_RATE;
  // The promise is for 99 % of the changes; the others may be as late as without a notification.
  const bounds = { visible: FRESH_UNHEARD_MS, mayDecline: false };
  const work = { name: 'undisturbed', rate: CALM_RATE, wanted: FRESH_MS, bounds };
  return underWork(fleet, work, () => withdrawals(fleet, work, seconds));
};

/** The instances cannot listen; new connections are refused. */
export const cutListeners: Part = (fleet) =>
  unheard(fleet, 'listeners cut', () => {
    for (const line of fleet.listening) line.break();
  });

/** The connections on which they listen stay open, but nothing comes through. */
export const heldListeners: Part = (fleet) =>
  unheard(fleet, 'listeners held', () => {
    for (const line of fleet.listening) line.hold();
  });

/** The second instance cannot reach the database, and its connections stay open; the shop goes on changing. */
export const cutOff: Part = (fleet) => {
  const bounds = { visible: FRESH_NOT_FINISHED_MS, mayDecline: true };
  const work = { name: 'one cut off', rate: RATE, wanted: Infinity, bounds };
  return underWork(fleet, work, async () => {
    const lines = [fleet.pooled, ...fleet.listening.slice(INSTANCE)];
    const access = new AccessRounds(
      fleet.db,
      fleet.recorded.slice(INSTANCE),
      fleet.market.recorder,
    );
    const tokens = await Promise.all(WITHDRAWALS.map(() => access.warmed()));
    for (const line of lines) line.hold();
    for (const [index, token] of tokens.entries()) {
      await access.withdraw(token, WITHDRAWALS[index] ?? WITHDRAWALS[0]);
    }
    await sleep(FRESH_NOT_FINISHED_MS + fleet.amounts.disturbance * 1000);
    await nobodyIsLetIn(fleet, tokens);
    for (const line of lines) line.restore();
    const { market } = fleet;
    return `back after ${(await recovery(fleet, market.marker, performance.now())).toFixed(0)} ms`;
  });
};

/** Waits until all instances have shown a change. @returns milliseconds since the given time. */
export async function recovery(fleet: Fleet, marker: number, since: number): Promise<number> {
  const { clients, observer } = fleet;
  const isBehind = (instance: number): boolean => !observer.hasShown(instance, marker);
  while ([...clients.keys()].some(isBehind) && performance.now() - since < 4 * RECOVERY_MS) {
    await sleep(10);
  }
  const time = performance.now() - since;
  observer.faults.limit('the recovery', time, RECOVERY_MS, 'ms');
  return time;
}

async function nobodyIsLetIn(fleet: Fleet, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) {
    const answer = await fleet.recorded[INSTANCE]?.send('/client/api/profile', { token });
    if (errorCode(answer?.text ?? '') !== undefined) continue;
    fleet.observer.faults.add('access that was withdrawn is granted after 5 s');
  }
}

function unheard(fleet: Fleet, name: string, disturb: () => void): Promise<string> {
  const bounds = { visible: FRESH_UNHEARD_MS, mayDecline: false };
  const work = { name, rate: RATE, wanted: FRESH_UNHEARD_MS, bounds };
  return underWork(fleet, work, async () => {
    disturb();
    const told = await withdrawals(fleet, work, fleet.amounts.disturbance);
    for (const line of fleet.listening) line.restore();
    return told;
  });
}
