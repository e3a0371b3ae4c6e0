import {
  Inject,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from './logger.js';
import { PeriodicTask } from './periodic-task.js';
import { isFirstWorker } from './server-worker.js';

/** In an outage the same error comes at each interval. */
const SAME_ERROR_MS = 60_000;

/** A service that repeats its work from the start of the server to its end, and logs what fails. */
export abstract class PeriodicService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Nest sets it, so that no subclass has to pass it on. */
  @Inject(LOGGER) readonly logger: Logger;
  protected isStopping = false;
  private logged = { message: '', atMs: -Infinity };
  /** Its work is on what each process has in memory; all other work is done by one worker of a server. */
  protected readonly inEachWorker: boolean = false;
  protected readonly task = new PeriodicTask(
    () => this.run(),
    (error) => {
      this.failed(error);
    },
  );

  /** @param failure what is logged of a run that fails. @param isOn false where it is not repeated */
  constructor(
    private readonly intervalMs: number,
    private readonly failure: string,
    private readonly isOn = true,
  ) {}

  /** Does the work once. */
  abstract run(): Promise<unknown>;

  onApplicationBootstrap(): void {
    if (this.isOn && (isFirstWorker || this.inEachWorker)) this.task.start(this.intervalMs);
  }

  /** Resolves when the run that is under way has ended. */
  beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.task.stop();
  }

  protected failed(error: unknown): void {
    const err = loggableError(error);
    const [{ message, atMs }, now] = [this.logged, performance.now()];
    if (err.message === message && now - atMs < SAME_ERROR_MS) return;
    this.logged = { message: err.message, atMs: now };
    this.logger.warn({ err }, this.failure);
  }
}
