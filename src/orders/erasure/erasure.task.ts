import { Injectable } from '@nestjs/common';
import { PeriodicService } from '../../common/periodic-service.js';
import { ServerTasks } from '../../database/server-tasks.js';
import { AgedOrders, type AgeProgress } from './aged-orders.js';
import { ErasureSteps } from './erasure-steps.js';

const INTERVAL_MS = 2_000;
/** Orders become old enough all the time. */
const AGE_INTERVAL_MS = 600_000;
/** Of one run, whose place is kept at its end only. */
const AGE_RUN_MS = 30_000;

/** Erases orders in the background, on one server at a time. */
@Injectable()
export class ErasureTask extends PeriodicService {
  private readonly stopping = new AbortController();

  constructor(
    private readonly steps: ErasureSteps,
    private readonly aged: AgedOrders,
    private readonly tasks: ServerTasks,
  ) {
    super(INTERVAL_MS, 'orders could not be erased; it is tried again');
  }

  /** Erases by age also where what was asked for cannot be done, as without its secret key. @throws the first error */
  async run(): Promise<void> {
    const errors: unknown[] = [];
    for (const work of [() => this.runAskedFor(), () => this.runByAge()]) {
      await work().catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  private async runAskedFor(): Promise<void> {
    if (!(await this.steps.isOpen())) return;
    const run = async (_: unknown, signal: AbortSignal) => {
      await this.steps.run(signal);
      return { result: {}, pauseMs: 0 };
    };
    await this.tasks.run('erasures', run, this.stopping.signal);
  }

  private async runByAge(): Promise<void> {
    if (!this.aged.isOn) return;
    await this.tasks.run<AgeProgress>(
      'erasure by age',
      async (last, signal) => {
        const end = performance.now() + AGE_RUN_MS;
        const { progress, isCut } = await this.aged.run(
          last,
          () => performance.now() > end,
          signal,
        );
        return { result: progress, pauseMs: isCut ? 0 : AGE_INTERVAL_MS };
      },
      this.stopping.signal,
    );
  }

  /** Ends between two steps. */
  override beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    return super.beforeApplicationShutdown();
  }

  /** What was aborted goes on elsewhere. */
  protected override failed(error: unknown): void {
    if (!this.stopping.signal.aborted) super.failed(error);
  }
}
