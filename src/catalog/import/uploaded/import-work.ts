import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { OperatorError } from '../../../common/app-error.js';
import { LOGGER, loggableError } from '../../../common/logger.js';
import { sentence } from '../../../common/sentence.js';

/** Works that wait behind the one that runs, in one instance. */
const MAX_WAITING = 3;

/** An instance has enough uploads to work on. */
export class ImportBusyError extends OperatorError {
  readonly retryAfterSeconds = 5;

  constructor() {
    super(...sentence('import.busy'));
  }
}

/** Reads, compares and applies uploaded catalogs after their request was answered, one at a time: each takes memory and a processor. */
@Injectable()
export class ImportWork implements BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private last: Promise<void> = Promise.resolve();
  private count = 0;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** True if so many wait that another one should be refused. */
  get isFull(): boolean {
    return this.count > MAX_WAITING;
  }

  /** @throws ImportBusyError if it is full */
  assertRoom(): void {
    if (this.isFull) throw new ImportBusyError();
  }

  /** @param work ends early when its signal is aborted, because the server stops. */
  begin(work: (signal: AbortSignal) => Promise<void>): void {
    this.count += 1;
    this.last = this.last
      .then(() => work(this.stop.signal))
      .catch((error: unknown) => {
        if (this.stop.signal.aborted) return;
        this.logger.error(
          { err: loggableError(error) },
          'the work on an uploaded catalog has failed',
        );
      })
      .finally(() => (this.count -= 1));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort(new Error('the server stops'));
    await this.last;
  }
}
