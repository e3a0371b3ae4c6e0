/** What a run has made and has to take away again, also when it fails or is stopped by a signal. */
export class Cleanup {
  private readonly undoings: (() => Promise<unknown>)[] = [];
  private running: Promise<void> | undefined;

  /** Ends the process by itself when a signal comes; a second signal does not make it faster. */
  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        console.error(`${signal}: cleaning up …`);
        void this.run().finally(() => process.exit(1));
      });
    }
  }

  /** True from the beginning of {@link run} on. */
  get begun(): boolean {
    return this.running !== undefined;
  }

  /**
   * Makes something, and has it undone at the end. Noted before it is made: a signal may come meanwhile.
   * @throws Error when the end has begun.
   */
  async having<T>(make: () => Promise<T>, undo: (made: T) => Promise<unknown>): Promise<T> {
    if (this.begun) throw new Error('the bench was stopped');
    const making = make();
    this.undoings.push(async () => {
      const made = await making.then(
        (value) => ({ value }),
        () => undefined,
      );
      if (made) await undo(made.value);
    });
    return making;
  }

  /** Undoes everything, the last first; what cannot be undone keeps nothing else from it. */
  run(): Promise<void> {
    this.running ??= this.undoAll();
    return this.running;
  }

  private async undoAll(): Promise<void> {
    for (const undo of this.undoings.toReversed()) {
      await undo().catch((error: unknown) => {
        console.error(error);
      });
    }
  }
}
