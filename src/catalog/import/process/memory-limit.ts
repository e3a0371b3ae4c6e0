import { getHeapStatistics } from 'node:v8';

/** V8 itself ends a process with this signal when its heap is full. */
const FULL_SIGNAL = 'SIGABRT';
/** The exit code of a process that ends itself before. */
const FULL_CODE = 86;
/** Of the limit; beyond it the process ends. */
const MOST = 0.9;
const INTERVAL_MS = 10;
const BYTES_PER_MB = 2 ** 20;

/** Whether a process has ended because its heap was full. */
export function isOutOfMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return code === FULL_CODE || signal === FULL_SIGNAL;
}

/**
 * Ends this process when its heap is nearly full, as nearly always happens before V8 ends it: that would leave a core dump on
 * machines that keep them. Needs `--expose-gc`.
 * @param heapMb the limit in megabytes
 */
export function endBeyond(heapMb: number): void {
  const isFull = (): boolean => getHeapStatistics().used_heap_size > heapMb * BYTES_PER_MB * MOST;
  const look = (): void => {
    if (!isFull()) return;
    global.gc?.();
    if (isFull()) process.exit(FULL_CODE);
  };
  setInterval(look, INTERVAL_MS).unref();
}
