import type { Worker } from 'node:cluster';

const INTERVAL_MS = 10_000;
/** As many as probes of a server without workers fail before it is restarted. */
const MOST_MISSED = 6;

/** What a worker tells in each interval. */
interface Beat {
  readonly beats: true;
}

/** Tells the primary process again and again that this worker runs, from now on. */
export function beat(): void {
  setInterval(() => process.send?.({ beats: true } satisfies Beat), INTERVAL_MS).unref();
}

/**
 * Kills a worker that has told nothing for a minute: its clients would wait, and probes of the server reach others, too. It
 * is watched from its first beat on. Intervals are counted, since those of a primary process that slept are over at once.
 * @param onHung called before
 */
export function killIfHung(worker: Worker, onHung: () => void): void {
  let missed = 0;
  let timer: NodeJS.Timeout | undefined;
  worker.on('message', (message: Partial<Beat>) => {
    missed = 0;
    if (!message.beats) return;
    timer ??= setInterval(() => {
      if (++missed < MOST_MISSED) return;
      clearInterval(timer);
      onHung();
      worker.process.kill('SIGKILL');
    }, INTERVAL_MS).unref();
  });
  worker.once('exit', () => {
    clearInterval(timer);
  });
}
