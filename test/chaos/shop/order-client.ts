import { setTimeout as sleep } from 'node:timers/promises';
import { recording } from '../../judge/recorder.js';
import { HttpClient, type Answer, type Ask } from '../../support/http-client.js';
import type { ChaosShop } from './chaos-shop.js';
import type { BookedOrder, Outcome } from './order-book.js';

/** No answer may take longer: the server gives up on a hanging database after ten seconds. */
const TIMEOUT_MS = 60_000;
const RETRY_DELAY_MS = 100;
/** Entries, or orders, of a page. */
const PAGE = 500;

let clients = 0;

/** Sends orders to a server that may be down, and records the answers. */
export class OrderClient {
  private http: HttpClient | undefined;
  /** Orders that were sent and are not yet answered. */
  readonly running = new Set<BookedOrder>();
  /** Sendings that were neither answered nor cut within a minute. */
  hanging = 0;

  private readonly name = `client-${++clients}`;

  constructor(private readonly shop: ChaosShop) {}

  /** Sends to this server from now on. */
  connect(baseUrl: string): void {
    this.disconnect();
    const sender = { client: this.name, instance: baseUrl };
    this.http = recording(new HttpClient(baseUrl), this.shop.recorder, sender);
  }

  /** Sends nothing until `connect`. */
  disconnect(): void {
    this.http?.close();
    this.http = undefined;
  }

  /** Waits until there is a server. */
  async present(): Promise<void> {
    while (!this.http) await sleep(RETRY_DELAY_MS);
  }

  /** Sends an order once, if there is a server. @param sent how it is written; as its path says when left out */
  async send(order: BookedOrder, sent = requestFor(order)): Promise<Outcome> {
    this.running.add(order);
    const outcome = await this.outcomeOf(sent, order.account);
    this.running.delete(order);
    order.heard.push(outcome);
    return outcome;
  }

  /** Sends an order until its answer is final, as a careful client does. */
  async settle(order: BookedOrder): Promise<void> {
    for (;;) {
      const outcome = await this.send(order);
      if (outcome.kind === 'order') return;
      if (outcome.kind === 'error' && outcome.code !== 111) return;
      await sleep(RETRY_DELAY_MS);
    }
  }

  /** Which of some orders of one account `check` knows; it asks until there is an answer. */
  async known(account: number, uuids: readonly string[]): Promise<string[]> {
    for (;;) {
      const path = `/client/api/check?uuid=1&orders=${uuids.join()}`;
      const answer = await this.ask({ path }, account);
      const { status, data } = (answer?.json ?? {}) as { status?: string; data?: CheckedOrder[] };
      if (status === 'OK' && data) return data.map(({ order_id: id }) => id);
      await sleep(RETRY_DELAY_MS);
    }
  }

  /** Reads the whole books of all accounts, with which the judge compares all other answers. */
  async readBooks(): Promise<void> {
    for (const account of this.shop.accounts.keys()) {
      await this.answered('profile', account);
      for (const list of ['orders', 'statement']) {
        const first = `${list}?limit=${PAGE}`;
        let { next } = await this.answered<Page>(first, account);
        while (typeof next === 'string') {
          const page: Page = await this.answered(
            `${first}&cursor=${encodeURIComponent(next)}`,
            account,
          );
          next = page.next;
        }
      }
    }
  }

  /** Asks until there is an answer that is no error. */
  private async answered<Body>(route: string, account: number): Promise<Body> {
    for (;;) {
      const answer = await this.ask({ path: `/client/api/${route}` }, account);
      if (answer?.status === 200) return answer.json as Body;
      await sleep(RETRY_DELAY_MS);
    }
  }

  private async outcomeOf(sent: OrderRequest, account: number): Promise<Outcome> {
    const answer = await this.ask(sent, account);
    const { status, code, data } = (answer?.json ?? {}) as NewOrderAnswer;
    if (status === 'OK' && data) {
      const codes = data.replay_api?.flatMap(({ replay }) => replay) ?? [];
      return { kind: 'order', orderId: data.order_id, codes };
    }
    return code === undefined
      ? { kind: 'silence', httpStatus: answer?.status }
      : { kind: 'error', code };
  }

  /** Undefined when there was no answer. */
  private async ask({ path, ask }: OrderRequest, account: number): Promise<Answer | undefined> {
    const token = this.shop.accounts[account]?.token ?? '';
    const late = new AbortController();
    const hang = sleep(TIMEOUT_MS, undefined, { signal: late.signal }).then(() => {
      this.hanging += 1;
    });
    hang.catch(() => undefined);
    try {
      return (await Promise.race([this.http?.send(path, { ...ask, token }), hang])) ?? undefined;
    } catch {
      return undefined;
    } finally {
      late.abort();
    }
  }
}

/** A request that is sent to any server. */
export interface OrderRequest {
  readonly path: string;
  readonly ask?: Ask;
}

function requestFor({ path, uuid }: BookedOrder): OrderRequest {
  const separator = path.includes('?') ? '&' : '?';
  return { path: `/client/api/newOrder/${path}${separator}order_uuid=${uuid}` };
}

interface Page {
  readonly next?: string | null;
}

interface CheckedOrder {
  readonly order_id: string;
}

interface NewOrderAnswer {
  readonly status?: string;
  readonly code?: number;
  readonly data?: {
    readonly order_id: string;
    readonly replay_api: readonly { readonly replay: readonly string[] }[] | null;
  };
}
