/** Runs work for accounts, a few at a time, each account once at a time, and those that want more after the others. */
export class AccountQueue {
  /** In the order in which their turn comes; those that run stand in it, too. */
  private readonly known = new Set<number>();
  private readonly running = new Map<number, Promise<void>>();
  private isStopped = false;

  /** @param work never rejects; true if the account wants to come again */
  constructor(
    private readonly concurrent: number,
    private readonly work: (accountId: number) => Promise<boolean>,
  ) {}

  add(accountId: number): void {
    this.known.add(accountId);
    this.next();
  }

  /** Begins no other account. Resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.running.values());
  }

  private next(): void {
    for (const accountId of this.known) {
      if (this.isStopped || this.running.size >= this.concurrent) return;
      if (!this.running.has(accountId)) this.running.set(accountId, this.run(accountId));
    }
  }

  private async run(accountId: number): Promise<void> {
    const wantsMore = await this.work(accountId);
    this.running.delete(accountId);
    this.known.delete(accountId);
    if (wantsMore) this.known.add(accountId);
    this.next();
  }
}
