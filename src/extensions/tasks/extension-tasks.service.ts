import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Lease, MINUTE_LEASE } from '../../common/lease.js';
import { LOGGER, loggableError } from '../../common/logger.js';
import { PeriodicTask } from '../../common/periodic-task.js';
import { PortFaults } from '../../common/port-faults.js';
import type { PortOf } from '../../common/port-shape.js';
import { storableText } from '../../common/text.js';
import { withinTime } from '../../common/time-limit.js';
import {
  ExtensionTasksRepository,
  type TakenTask,
} from '../../upkeep/extensions/extension-tasks.repository.js';
import { assertTasks, DEFAULT_TIMEOUT_SECONDS, type ExtensionTask } from './extension-task.js';

type TaskOf = PortOf<ExtensionTask>;
/** What a run has failed by; undefined if it has not. */
type Failure = { readonly cause: unknown } | undefined;

const POLL_INTERVAL_MS = 1_000;
/** How long runs may take to end when the server stops; their signals are aborted at once. */
const STOP_TIMEOUT_MS = 5_000;
const MAX_FAULT_CHARACTERS = 300;
const HOLDER = `${hostname()}, process ${process.pid}`;
const RETRY_MS = 10;

/** Runs the tasks of extensions, in a server, when they are due and no other server runs them. */
@Injectable()
export class ExtensionTasks {
  /** Tests set shorter ones. */
  lease = MINUTE_LEASE;
  private items: readonly TaskOf[] = [];
  private readonly stopping = new AbortController();
  private readonly running = new Map<TaskOf, Promise<Failure>>();
  private looking: Promise<unknown> = Promise.resolve();
  private isFailing = false;
  private readonly polling = new PeriodicTask(
    () => this.poll(),
    (error) => {
      // A database may be away for hours.
      if (!this.isFailing) this.warn(error, 'tasks of extensions could not be looked for');
      this.isFailing = true;
    },
  );

  constructor(
    private readonly leases: ExtensionTasksRepository,
    private readonly faults: PortFaults,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Called once. @throws OperatorError */
  use(items: readonly TaskOf[]): void {
    assertTasks(items);
    this.items = items;
  }

  /** After all extensions have started. Without tasks it does nothing. */
  async start(): Promise<void> {
    if (this.items.length === 0) return;
    await this.leases.declare(
      this.items.map((item) => ({ ...keyOf(item), everySeconds: item.port.everySeconds })),
    );
    this.polling.start(POLL_INTERVAL_MS);
    this.polling.runNow();
  }

  /** Aborts the runs, and waits for their end as long as may be. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the server stops'));
    await this.polling.stop();
    // A run that goes on is told of when its lease ends.
    const ended = Promise.all(this.running.values());
    await withinTime(ended, STOP_TIMEOUT_MS, 'tasks did not end').catch(() => undefined);
  }

  /** Runs a task at once, after a run that is under way; for tests. @throws what the run throws */
  async runNow(name: string): Promise<void> {
    const [item, other] = this.items.filter(({ port }) => port.name === name);
    if (!item || other) throw new Error(`${other ? 'two tasks are' : 'no task is'} called ${name}`);
    const run = await this.inTurn(async () => {
      await this.running.get(item);
      for (;;) {
        await this.leases.hurry(keyOf(item));
        await this.begin([item]);
        const begun = this.running.get(item);
        // Not to be awaited here, but by whoever asks for it.
        if (begun) return { end: begun };
        await wait(RETRY_MS);
      }
    });
    const failure = await run.end;
    if (failure) throw failure.cause;
  }

  /** Begins the tasks that are due. */
  poll(): Promise<void> {
    return this.inTurn(() => this.begin(this.items.filter((item) => !this.running.has(item))));
  }

  /** Looks for due tasks one after the other, so that each knows what has begun. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.looking.then(work);
    this.looking = result.catch(() => undefined);
    return result;
  }

  private async begin(items: readonly TaskOf[]): Promise<void> {
    if (items.length === 0) return;
    const askedAt = performance.now();
    const taken = await this.leases.take(items.map(keyOf), HOLDER, this.lease.leaseMs);
    this.isFailing = false;
    for (const run of taken) {
      const item = items.find((one) => isOf(one, run));
      if (!item) continue;
      const end = this.run(item, run, askedAt).finally(() => this.running.delete(item));
      this.running.set(item, end);
    }
  }

  private async run(item: TaskOf, run: TakenTask, askedAt: number): Promise<Failure> {
    const abort = new AbortController();
    const stop = AbortSignal.any([abort.signal, this.stopping.signal]);
    const lease = new Lease(
      this.lease,
      () => this.leases.extend(run, this.lease.leaseMs),
      (reason) => {
        abort.abort(reason);
      },
    );
    lease.keep(askedAt);
    const { extension, port } = item;
    const logger = this.logger.child({ extension, port: portOf(item) });
    const work = Promise.resolve().then(() => {
      stop.throwIfAborted();
      return port.run({ signal: stop, logger });
    });
    const failure = await this.failureOf(item, work, abort);
    const isBrokenOff = failure !== undefined && this.stopping.signal.aborted;
    if (failure && !isBrokenOff) await this.failed(item, run, failure.cause);
    // Until then the lease is kept, so that no run overlaps another one.
    await work.catch(() => undefined);
    lease.end();
    await this.ended(item, run, isBrokenOff ? 'broken off' : failure ? 'failed' : 'done');
    return failure;
  }

  private async failureOf(
    { port }: TaskOf,
    work: Promise<void>,
    abort: AbortController,
  ): Promise<Failure> {
    const { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = port;
    const late = `it did not end within ${timeoutSeconds} seconds`;
    try {
      await withinTime(work, timeoutSeconds * 1000, late, abort);
      return undefined;
    } catch (cause) {
      return { cause };
    }
  }

  private async failed(item: TaskOf, run: TakenTask, cause: unknown): Promise<void> {
    const { extension, port } = item;
    const err = loggableError(cause);
    const fault = 'a task failed; it runs again at its next time';
    this.faults.note({ extension, port: portOf(item), fault }, { err });
    const text = storableText(err.message.slice(0, MAX_FAULT_CHARACTERS));
    await this.leases.fail(run, text).catch((error: unknown) => {
      this.warn(error, `a fault of the task ${port.name} was not stored`);
    });
  }

  private async ended(
    { port }: TaskOf,
    run: TakenTask,
    outcome: 'done' | 'failed' | 'broken off',
  ): Promise<void> {
    const { everySeconds } = port;
    try {
      if (outcome === 'broken off') await this.leases.release(run);
      else await this.leases.end(run, { everySeconds, failed: outcome === 'failed' });
    } catch (error) {
      this.warn(
        error,
        `the end of the task ${port.name} was not stored; it runs again when its lease ends`,
      );
    }
  }

  private warn(error: unknown, words: string): void {
    this.logger.warn({ err: loggableError(error) }, words);
  }
}

function keyOf({ extension, port: { name } }: TaskOf) {
  return { extension, name };
}

function isOf({ extension, port }: TaskOf, run: TakenTask): boolean {
  return extension === run.extension && port.name === run.name;
}

function portOf({ port }: TaskOf): string {
  return `task "${port.name}"`;
}
