import type { FoundToken, TokenSource } from '../../src/account/access/source/token-source.js';

/** A token source that answers as the test says, and notes each call. */
export class TokenProvider implements TokenSource {
  readonly asked: string[] = [];
  running = 0;
  mostRunning = 0;
  readonly accounts = new Map<string, unknown>();
  /** Called before each answer. */
  before: (signal: AbortSignal) => Promise<void> = () => Promise.resolve();

  async find(token: string, { signal }: { signal: AbortSignal }): Promise<FoundToken | undefined> {
    this.asked.push(token);
    this.running++;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      await this.before(signal);
      return this.accounts.get(token) as FoundToken | undefined;
    } finally {
      this.running--;
    }
  }

  calls(token: string): number {
    return this.asked.filter((one) => one === token).length;
  }
}
