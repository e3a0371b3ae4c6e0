import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../support/faults.js';
import type { AttackContext } from './attack.js';
import { Caller } from './caller.js';

/** Many callers, each of which asks one thing after the other. */
export interface AskOptions {
  readonly callers: number;
  /**
   * What is asked in turn; caller n takes list n modulo their number. In the bytes of a request `{n}` stands for a number
   * that no other request has, `{uuid}` for a UUID, `{token}` for a wrong token, `{hex}` for one
   * of the form that the shop's own have, and `{byte}` for 0 to 255.
   */
  readonly requests: readonly (readonly string[])[];
  /** Requests of all callers together. */
  readonly total: number;
  readonly seconds: number;
  /** Of a caller after each answer. */
  readonly pauseMs?: number;
}

export interface AskFigures {
  readonly answered: number;
  /** Without an answer. */
  readonly failed: number;
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly medianMs: number;
  readonly slowestMs: number;
}

/** After a request without an answer, or one that says that there is too much to do. */
const RETRY_DELAY_MS = 100;
const TOO_MUCH = [429, 503];
const PLACES: Readonly<Record<string, (number: number) => string>> = {
  '{n}': String,
  '{uuid}': () => randomUUID(),
  '{token}': () => randomBytes(32).toString('base64url'),
  '{hex}': () => randomBytes(32).toString('hex'),
  '{byte}': () => String(randomInt(256)),
};

/** Ends when all was asked, when the time is over, or when it is stopped. */
export async function ask(context: AttackContext, options: AskOptions): Promise<AskFigures> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(options.seconds * 1000)]);
  const begun = performance.now();
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const over = (): boolean => signal.aborted;
  let failed = 0;
  let next = 0;
  const answered = async (caller: Caller, request: string): Promise<boolean> => {
    const asked = performance.now();
    const status = await caller.ask(request);
    if (status === undefined) {
      if (!over()) failed += 1;
      return false;
    }
    times.push(performance.now() - asked);
    statuses[status] = (statuses[status] ?? 0) + 1;
    return !TOO_MUCH.includes(status);
  };
  const call = async (number: number): Promise<void> => {
    const caller = new Caller(context.port, signal);
    const list = options.requests[number % options.requests.length] ?? [];
    for (let turn = 0; next < options.total && !over(); turn++) {
      const request = filled(list[turn % list.length] ?? '', next++);
      // Repeated until it is answered, as an honest client does.
      while (!(await answered(caller, request)) && !over()) await pause(signal, options.pauseMs);
      if (options.pauseMs !== undefined) await pause(signal, options.pauseMs);
    }
    caller.hangUp();
  };
  await Promise.all(Array.from({ length: options.callers }, (_, number) => call(number)));
  return {
    answered: times.length,
    failed,
    statuses,
    seconds: (performance.now() - begun) / 1000,
    medianMs: percentile(times, 0.5),
    slowestMs: percentile(times, 1),
  };
}

function filled(request: string, number: number): string {
  return request.replaceAll(/\{\w+\}/g, (place) => PLACES[place]?.(number) ?? place);
}

async function pause(signal: AbortSignal, ms = RETRY_DELAY_MS): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
