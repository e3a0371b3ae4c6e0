import type { TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { WebhookReceiver, type Received } from '../support/webhook-receiver.js';
import { commands } from './releases.js';
import type { BuiltVersion } from '../../bench/git-version.js';

/** So long before a kill a message may have arrived of which the killed instance noted nothing. */
const UNNOTED_MS = 10_000;

const DECIDED = `
  SELECT order_id AS id, 'order.' || status || 'ed' AS type FROM orders WHERE status <> 'wait'`;

/** The receiver of the webhooks of all accounts. */
export class OrderMessages {
  private constructor(private readonly receiver: WebhookReceiver) {}

  static async start(
    db: TestDatabase,
    version: BuiltVersion,
    accounts: readonly { readonly id: number }[],
  ): Promise<OrderMessages> {
    const receiver = await WebhookReceiver.start();
    const url = receiver.url('/');
    const words = accounts.map(({ id }) => ['webhook', 'set', String(id), url]);
    await commands(db, version, ...words);
    return new OrderMessages(receiver);
  }

  /** Waits until each decided order was told, and then says which were told otherwise than once. */
  async faults(db: TestDatabase, killedAt: readonly number[]): Promise<string[]> {
    const decided = await db.query<{ id: string; type: string }>(DECIDED);
    const told = await until(() => {
      const messages = Map.groupBy(this.receiver.received, aboutOf);
      return decided.every((order) => messages.has(`${order.type} ${order.id}`)) && messages;
    });
    const known = new Set(decided.map(({ id, type }) => `${type} ${id}`));
    const faults = [...told.keys()]
      .filter((about) => !known.has(about))
      .map((about) => `a message told ${about}, which did not happen`);
    for (const [about, messages] of told) {
      const ids = new Set(messages.map(({ headers }) => headers['webhook-id']));
      if (ids.size > 1) faults.push(`${about} was told by ${ids.size} messages`);
      const [first = 0] = messages.map(({ at }) => at);
      const isOfKill = killedAt.some((at) => at >= first && at - first < UNNOTED_MS);
      if (messages.length > 1 && !isOfKill) {
        faults.push(`${about} was told ${messages.length} times, although nothing was killed`);
      }
    }
    return faults;
  }

  /** How many messages came, and how many of them once more. */
  get count(): { readonly messages: number; readonly again: number } {
    const { received } = this.receiver;
    const messages = new Set(received.map(({ headers }) => headers['webhook-id'])).size;
    return { messages, again: received.length - messages };
  }

  close(): Promise<void> {
    return this.receiver.close();
  }
}

function aboutOf({ event }: Received): string {
  return `${event.type} ${String(event.data.order_id)}`;
}
