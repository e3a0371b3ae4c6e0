/** A process that serves: one of the workers of a server, or the only one of a server without WORKERS. */
export interface ServerWorker {
  /** From 1. */
  readonly number: number;
  /** How many workers the server has. */
  readonly workers: number;
  /** True of one that takes the place of a worker that has ended. */
  readonly isReplacement: boolean;
}

const WORD = /^--worker=(\d+)\/(\d+)(-again)?$/;

/** The word on the command line by which the primary process tells a worker who it is. */
export function wordOf({ number, workers, isReplacement }: ServerWorker): string {
  return `--worker=${number}/${workers}${isReplacement ? '-again' : ''}`;
}

/** @param words of a command line */
export function workerOf(words: readonly string[]): ServerWorker {
  const [, number = 1, workers = 1, again] =
    words.map((word) => WORD.exec(word)).find(Boolean) ?? [];
  return { number: Number(number), workers: Number(workers), isReplacement: again !== undefined };
}

/** What this process is. */
export const thisWorker = workerOf(process.argv);

/** True in the one worker that does what a server does once: periodic work, jobs, and the work of extensions. */
export const isFirstWorker = thisWorker.number === 1;

/** The part of a limit of a server that is this worker's, rounded up. */
export function shareOf(limit: number): number {
  return Math.ceil(limit / thisWorker.workers);
}
