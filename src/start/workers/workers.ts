import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { wordOf } from '../../common/server-worker.js';
import { EndsOfWorkers } from './ends-of-workers.js';
import { killIfHung } from './heartbeat.js';

/** What a worker tells once it listens. */
export interface WorkerListens {
  /** What is to be printed for a newcomer. */
  readonly listens: readonly string[];
}

export const TOO_MANY_ENDS =
  'Five workers have ended within a minute, so the server ends; its log tells how each has ended.';

const endedInStart = (signal: string): string =>
  `The first worker was ended by ${signal} before it served, so the server ends; the operating system does so where memory is short.`;

/**
 * V8 lets the room for young objects of a busy process grow to 128 MiB, and keeps it. With this limit, in MiB, a worker takes
 * some 100 MiB less (docs/performance.md).
 */
const YOUNG_OBJECTS = '--max-semi-space-size=8';
const SEMI_SPACE = /--max[-_]semi[-_]space[-_]size/;

interface Settings {
  readonly workers: number;
  /** The arguments of the program. */
  readonly words: readonly string[];
  /** The variable NODE_OPTIONS. */
  readonly nodeOptions: string | undefined;
  /** Workers that have not stopped after this time are killed. */
  readonly killAfterMs: number;
  /** The port on which all listen. */
  readonly port: number;
}

/** The workers of a server. Each one that ends is replaced by one of the same number, until too many have. */
export class Workers {
  readonly running = new Map<number, Worker>();
  /** Called with each worker that has ended while the server goes on. */
  onEnd: (worker: Worker) => void = () => undefined;
  private readonly ends = new EndsOfWorkers();
  private readonly firstStart = Promise.withResolvers<readonly string[]>();
  private readonly end = Promise.withResolvers<number>();
  private stopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  /** Resolves to the exit code of the server once it has ended. */
  get ended(): Promise<number> {
    return this.end.promise;
  }

  /**
   * Starts the first worker, which prepares the database, and then all others.
   * @returns what is to be printed, once all have listened; it never resolves in a server that ends before.
   */
  async start(): Promise<readonly string[]> {
    void this.keep(1, this.firstStart);
    const lines = await this.firstStart.promise;
    const others = Array.from({ length: this.settings.workers - 1 }, (_, index) => {
      const started = Promise.withResolvers<readonly string[]>();
      void this.keep(index + 2, started);
      return started.promise;
    });
    await Promise.all(others);
    return lines;
  }

  /** Stops all workers, in order and at the same time. */
  async stop(code = 0): Promise<void> {
    if (this.stopping) return;
    this.stopping = true;
    const all = [...this.running.values()];
    const ends = all.map(endOf);
    const signalAll = (signal: NodeJS.Signals): void => {
      for (const worker of all) worker.process.kill(signal);
    };
    signalAll('SIGTERM');
    const late = setTimeout(signalAll, this.settings.killAfterMs, 'SIGKILL');
    const codes = (await Promise.all(ends)).map(({ code: ownCode, signal }) =>
      // One that was starting has no handler yet.
      signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : (ownCode ?? 1),
    );
    clearTimeout(late);
    this.end.resolve(Math.max(code, ...codes));
  }

  /** Has a worker of this number run, again and again. */
  private async keep(number: number, started: PromiseWithResolvers<readonly string[]>) {
    for (let isReplacement = false; !this.isStopping(); isReplacement = true) {
      const worker = this.fork(number, isReplacement);
      killIfHung(worker, () => {
        this.logger.error(
          { hung: number },
          'a worker that has told nothing for a minute is killed',
        );
      });
      const has = { listened: false };
      worker.on('message', (message: Partial<WorkerListens>) => {
        if (!message.listens) return;
        has.listened = true;
        started.resolve(message.listens);
      });
      const end = await endOf(worker);
      this.running.delete(number);
      if (this.isStopping()) return;
      if (number === 1 && !isReplacement && !has.listened) {
        // Else it has printed what is wrong.
        if (end.signal !== null) process.stderr.write(`${endedInStart(end.signal)}\n`);
        return void this.stop(1);
      }
      this.logger.error({ ended: number, ...end }, 'a worker has ended, and is replaced');
      this.onEnd(worker);
      const pauseMs = this.ends.add(has.listened, performance.now());
      if (pauseMs === undefined) {
        process.stderr.write(`${TOO_MANY_ENDS}\n`);
        return void this.stop(1);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  private isStopping(): boolean {
    return this.stopping;
  }

  private fork(number: number, isReplacement: boolean): Worker {
    const { workers, words, port, nodeOptions = '' } = this.settings;
    const { execArgv } = process;
    const isLimited = [...execArgv, nodeOptions].some((one) => SEMI_SPACE.test(one));
    cluster.setupPrimary({
      args: [...words, wordOf({ number, workers, isReplacement })],
      execArgv: isLimited ? execArgv : [...execArgv, YOUNG_OBJECTS],
      // As JSON, numbers such as NaN would be lost.
      serialization: 'advanced',
    });
    const worker = cluster.fork({ PORT: port });
    this.running.set(number, worker);
    return worker;
  }
}

interface End {
  /** Null when a signal has ended it. */
  readonly code: number | null;
  readonly signal: string | null;
}

/** Resolves when the worker has ended, or could not be started. */
function endOf(worker: Worker): Promise<End> {
  return new Promise((resolve) => {
    worker.on('exit', (code: number | null, signal: string | null) => {
      resolve({ code, signal });
    });
    // One that runs tells by this only that it could not be told something.
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve({ code: 1, signal: null });
    });
  });
}
