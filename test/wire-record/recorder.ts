import { RevisionWatch } from '../../src/database/revision/revision-watch.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { HttpClient } from '../support/http-client.js';
import { RawConnection } from '../support/raw-connection.js';
import { until } from '../support/until.js';
import type { Asked, Deed, Group, RawAsked } from './asked.js';
import { blockOf, type Block } from './record-text.js';
import type { RecordedShop } from './shop/recorded-shop.js';
import { stableAnswer, StableNames, valueOf, type WireAnswer } from './stable-answer.js';
import { answersIn, wireAnswer } from './wire-answers.js';
import { reversalsOf } from '../support/reversals.js';

const ORDER_ID = /"order_id":"(ID_[0-9a-f]{16})"/;

/** Sends the requests of one group in their order, and makes the changes between them. */
export class Recorder {
  private readonly names = new StableNames();
  private readonly kept = new Map<string, string>();
  private readonly bodies = new Map<string, string>();

  constructor(
    private readonly recorded: RecordedShop,
    /** The headers that are recorded once for all answers. */
    private readonly usualHeaders: readonly string[],
  ) {
    for (const [name, { token }] of Object.entries(recorded.accounts)) {
      this.kept.set(`token:${name}`, token);
    }
  }

  async blocksOf({ rows }: Group): Promise<Block[]> {
    const blocks: Block[] = [];
    await this.look();
    for (const row of rows) {
      if ('name' in row) blocks.push(await this.block(row));
      else await this.do(row);
    }
    return blocks;
  }

  /** Every request is sent twice: cached answers and replayed orders must be equal to the first. */
  private async block(asked: Asked | RawAsked): Promise<Block> {
    const block = await this.blockOnce(asked);
    if ('once' in asked) return block;
    const again = await this.blockOnce(asked);
    if (again.text === block.text) return block;
    throw new Error(`"${asked.name}" is answered otherwise the second time:\n${again.text}`);
  }

  private async blockOnce(asked: Asked | RawAsked): Promise<Block> {
    const answers = 'raw' in asked ? await this.askRaw(asked) : [await this.ask(asked)];
    const [answer] = answers;
    if (answer && 'keep' in asked) this.keep(asked.keep, answer);
    return blockOf(
      asked,
      answers.map((each) => stableAnswer(each, this.names)),
      { headers: this.usualHeaders, bodies: this.bodies },
    );
  }

  private keep(name: string, answer: WireAnswer): void {
    const text = ORDER_ID.exec(answer.body.toString())?.[1] ?? valueOf(answer, 'etag');
    if (text === undefined) throw new Error(`nothing to keep as ${name}: ${String(answer.body)}`);
    this.kept.set(name, text);
  }

  /** Over a connection of its own: whether the server keeps it open is part of the record. */
  private async ask({ as, method, path, headers = {}, body }: Asked): Promise<WireAnswer> {
    const filled = Object.entries(headers).map(([name, values]) => [
      name,
      typeof values === 'string' ? this.filled(values) : values.map((each) => this.filled(each)),
    ]);
    const client = new HttpClient(this.recorded.shop.baseUrl);
    const answer = await client
      .fetch(this.filled(path), {
        ...(method !== undefined && { method }),
        ...(as !== undefined && { token: this.recorded.accounts[as].token }),
        ...(body !== undefined && { body: this.filled(body) }),
        headers: Object.fromEntries(filled) as typeof headers,
      })
      .finally(() => {
        client.close();
      });
    return wireAnswer(answer);
  }

  /** Sends bytes as they are, and reads every answer until the server ends the connection. */
  private async askRaw({ raw }: RawAsked): Promise<WireAnswer[]> {
    const connection = await RawConnection.open(this.recorded.shop.baseUrl);
    connection.write(this.filled(raw));
    return answersIn(await connection.untilClosed());
  }

  private filled(text: string): string {
    return text.replace(/«([^»]+)»/g, (_, name: string) => {
      const value = this.kept.get(name);
      if (value === undefined) throw new Error(`nothing was kept as ${name}`);
      return value;
    });
  }

  private async do(deed: Deed): Promise<void> {
    const { shop } = this.recorded;
    if ('sql' in deed) await shop.db.query(deed.sql);
    else if ('until' in deed) await this.until(deed.until, deed.of);
    else {
      const orders = shop.service(OrderCloseService);
      const actor = 'operator:recorder';
      if ('accept' in deed) {
        await orders.accept(this.filled(deed.accept), { codes: deed.codes ?? [], actor });
      } else if ('reverse' in deed) {
        const { amount } = deed;
        const reversal = { amount, reason: 'recorded', reference: deed.reverse, actor };
        await reversalsOf(shop).reverse(this.filled(deed.reverse), reversal);
      } else await orders.reject(this.filled(deed.reject), { reason: 'recorded', actor });
    }
    await this.look();
  }

  private async until(text: string, asked: Asked): Promise<void> {
    await until(async () => {
      const { headers, body } = await this.ask(asked);
      return [String(headers), String(body)].some((part) => part.includes(text));
    });
  }

  /** The server learns of changes in the database some milliseconds later; here it reads the revisions at once. */
  private async look(): Promise<void> {
    await this.recorded.shop.service(RevisionWatch).refresh();
  }
}
