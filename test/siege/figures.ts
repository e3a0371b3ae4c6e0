import type { Faults } from '../support/faults.js';
import type { AskFigures } from './attacks/ask.js';
import type { Siege } from './besieged.js';

const MEBIBYTE = 2 ** 20;
/** The honest caller's own. */
const OWN_CONNECTIONS = 1;

/** `200 × 3, 503 × 1` */
export function inFigures(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} × ${count}`)
    .join(', ');
}

export function mebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
}

/** Adds a fault when answers have other statuses than these. */
export function limitStatuses(
  faults: Faults,
  what: string,
  statuses: Readonly<Record<string, number>>,
  right: readonly string[],
): void {
  const others = Object.entries(statuses).filter(([status]) => !right.includes(status));
  if (others.length === 0) return;
  faults.add(`${what}: not answered ${right.join(' or ')}`, inFigures(Object.fromEntries(others)));
}

/** How many were answered, and how. */
export function answersInWords(figures: AskFigures): string {
  const { answered, failed, statuses, seconds, medianMs, slowestMs } = figures;
  const without = failed > 0 ? `, ${failed} without an answer` : '';
  if (answered === 0) return `no answer in ${seconds.toFixed(0)} s${without}`;
  const times = `median ${medianMs.toFixed(0)} ms, slowest ${slowestMs.toFixed(0)} ms`;
  return `${answered} answers in ${seconds.toFixed(0)} s (${inFigures(statuses)}${without}; ${times})`;
}

/**
 * Waits until the server has let go of all connections but the honest caller's.
 * @returns in words after how long; it is a fault when it took longer than `seconds` from `begun` on.
 */
export async function stillHeld(siege: Siege, seconds: number, begun: number): Promise<string> {
  const { target, faults } = siege;
  const after = await target.closedAfter(OWN_CONNECTIONS, seconds, begun);
  if (after !== undefined) return `all let go after ${after.toFixed(1)} s`;
  const left = (await target.connections()) - OWN_CONNECTIONS;
  faults.add(`connections are held for more than ${seconds} s`, `${left} of them`);
  return `${left} still held after ${seconds} s`;
}
