import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

const MEBIBYTE = 1024 ** 2;
const HEAP_OPTION = /--max[-_]old[-_]space[-_]size[= ](\d+)/g;

/**
 * What Node's heap of objects may grow to, in bytes. Where an option sets it, V8's own figure is too high: it includes
 * room for young objects, which grows with the machine.
 * @param options of Node's command line and of NODE_OPTIONS
 */
export function heapLimitBytes(options: string): number {
  const given = [...options.matchAll(HEAP_OPTION)].at(-1)?.[1];
  return given === undefined ? getHeapStatistics().heap_size_limit : Number(given) * MEBIBYTE;
}

/** What this process may take: the limit of its container (cgroup), or else the memory of the machine, in bytes. */
export function memoryLimitBytes(): number {
  // Zero, or more than any machine has, when there is no limit.
  return Math.min(process.constrainedMemory() || Infinity, totalmem());
}
