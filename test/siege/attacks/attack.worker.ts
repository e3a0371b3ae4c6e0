import { parentPort, workerData } from 'node:worker_threads';
import type { Attack } from './attack.js';
import { ATTACKS, type AttackName } from './table.js';

/** Runs one attack until it is over or a message comes; sends what it tells, and at last its figures. */
interface Work {
  readonly name: AttackName;
  readonly port: number;
  readonly options: unknown;
}

const { name, port, options } = workerData as Work;
const over = new AbortController();
parentPort?.once('message', () => {
  over.abort();
});
const tell = (news: unknown): void => parentPort?.postMessage({ news });
const attack = ATTACKS[name] as Attack<unknown, unknown>;
const figures = await attack({ port, signal: over.signal, tell }, options);
parentPort?.postMessage({ figures });
