import type { HandlingOptions, Listener, ShopEvent } from 'souk';

/** Posts what happens to orders and balances to a program of ours. */
export class Sink implements Listener {
  readonly name = 'sink';
  readonly events = [
    'order.placed',
    'order.accepted',
    'order.rejected',
    'balance.deposited',
  ] as const;

  constructor(private readonly url: string) {}

  concerns({ data }: ShopEvent): boolean {
    return !('rehearsal' in data && data.rehearsal);
  }

  /** An event may come again, so its id is sent along, by which the program knows it. */
  async handle(event: ShopEvent, { signal }: HandlingOptions): Promise<void> {
    const answer = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': event.id },
      body: JSON.stringify(event),
      signal,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the sink answered ${answer.status}`);
  }
}
