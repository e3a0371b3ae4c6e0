import { setTimeout as sleep } from 'node:timers/promises';
import { getRequest } from '../../../bench/raw-client.js';
import { percentile } from '../../support/faults.js';
import type { AttackContext } from './attack.js';
import { Caller } from './caller.js';

const PING_INTERVAL_MS = 50;
/** Every so many pings one comes on a new connection, as that of a caller who has just come. */
const FRESH = 10;
const PING = getRequest('/client/api/ping', {});

/** What an honest caller saw. */
export interface ProbeFigures {
  readonly answered: number;
  /** Pings without an answer: the connection was refused or cut. */
  readonly failed: number;
  readonly medianMs: number;
  /** The longest time from one answer to the next, the pause of 50 ms between two pings included. */
  readonly longestGapMs: number;
  /** The longest ping on a connection that was open already; the others include the time of opening one. */
  readonly longestKeptMs: number;
}

/** Asks for `ping` all the time. No attack, but it runs beside them. */
export async function probe({ port, signal }: AttackContext): Promise<ProbeFigures> {
  const caller = new Caller(port, signal);
  const times: number[] = [];
  const over = (): boolean => signal.aborted;
  let failed = 0;
  let [longestGapMs, longestKeptMs] = [0, 0];
  let last = performance.now();
  const answer = (): void => {
    longestGapMs = Math.max(longestGapMs, performance.now() - last);
    last = performance.now();
  };
  for (let count = 0; !over(); count++) {
    const isFresh = count % FRESH === 0;
    if (isFresh) caller.hangUp();
    const begun = performance.now();
    const status = await caller.ask(PING);
    if (status === 200) {
      answer();
      times.push(performance.now() - begun);
      if (!isFresh) longestKeptMs = Math.max(longestKeptMs, performance.now() - begun);
    } else if (!over()) failed += 1;
    await sleep(PING_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
  answer();
  const medianMs = percentile(times, 0.5);
  return { answered: times.length, failed, medianMs, longestGapMs, longestKeptMs };
}
