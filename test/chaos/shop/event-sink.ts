import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ShopEvent } from '../../../src/events/shop-event.js';
import type { TestDatabase } from '../../support/test-database.js';

/** Takes the events of `chaos.extension.js`. */
export class EventSink {
  /** How often each event came, by its id. */
  readonly times = new Map<string, number>();
  /** Type and order id of all events. */
  private readonly known = new Set<string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<EventSink> {
    const server = createServer();
    const sink = new EventSink(server);
    server.on('request', (request, response) => {
      void text(request).then(
        (body) => {
          sink.take(JSON.parse(body) as ShopEvent);
          response.writeHead(204).end();
        },
        // The sender was killed while it sent.
        () => response.destroy(),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return sink;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Compares all events with the orders in the database. */
  async faults(db: TestDatabase): Promise<string[]> {
    const rows = await db.query<{ event: string }>(EXPECTED);
    const expected = new Set(rows.map(({ event }) => event));
    const lost = [...expected].filter((event) => !this.known.has(event));
    const invented = [...this.known].filter((event) => !expected.has(event));
    return [...named('were lost', lost), ...named('were invented', invented)];
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take(event: ShopEvent): void {
    this.times.set(event.id, (this.times.get(event.id) ?? 0) + 1);
    const orderId = 'orderId' in event.data ? event.data.orderId : '';
    this.known.add(`${event.type} ${orderId}`);
  }
}

const EXPECTED = `
  SELECT 'order.placed ' || order_id AS event FROM orders
  UNION ALL
  SELECT CASE status WHEN 'accept' THEN 'order.accepted ' ELSE 'order.rejected ' END || order_id
  FROM orders WHERE status <> 'wait'`;

function named(fault: string, events: readonly string[]): string[] {
  if (events.length === 0) return [];
  return [`${events.length} events ${fault}: ${events.slice(0, 3).join(', ')}`];
}
