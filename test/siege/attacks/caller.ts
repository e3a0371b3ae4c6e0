import { RawConnection } from '../../../bench/raw-client.js';

/** A caller that asks one thing after the other and comes again when it was cut off. */
export class Caller {
  private connection: RawConnection | undefined;
  private readonly over: Promise<undefined>;

  constructor(
    private readonly port: number,
    private readonly signal: AbortSignal,
  ) {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.over = promise;
    signal.addEventListener('abort', () => {
      this.hangUp();
      resolve(undefined);
    });
  }

  /** @returns the status; undefined when there was no answer, or the attack is over. */
  async ask(request: string): Promise<number | undefined> {
    if (this.signal.aborted) return undefined;
    const answer = this.asked(request).catch(() => {
      this.hangUp();
      return undefined;
    });
    return Promise.race([this.over, answer]);
  }

  hangUp(): void {
    this.connection?.close();
    this.connection = undefined;
  }

  private async asked(request: string): Promise<number> {
    this.connection ??= await RawConnection.open(this.port);
    const { status, headers } = await this.connection.ask(request);
    if (headers.connection === 'close') this.hangUp();
    return status;
  }
}
