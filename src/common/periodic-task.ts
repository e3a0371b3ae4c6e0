/** Repeats work at an interval, one run at a time: a run that is due while another one is under way is left out. */
export class PeriodicTask {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;

  /** @param onError called with what a run throws; the next run takes place all the same. */
  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** The timer does not keep the process alive. */
  start(intervalMs: number): void {
    this.timer = setInterval(() => {
      this.runNow();
    }, intervalMs).unref();
  }

  /** Begins a run before its time. */
  runNow(): void {
    this.running ??= this.work()
      .catch(this.onError)
      .finally(() => (this.running = undefined));
  }

  /** Resolves when the run that is under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
