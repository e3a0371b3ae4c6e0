import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpClient, type Answer } from '../support/http-client.js';

/** Of each kind. */
const CLIENTS = 4;
/** Between the requests of a client: slower than the examples admit of one address. */
const PACE_MS = 250;

const JSON_TYPE = 'application/json; charset=utf-8';

/** What was asked, and the complete answer; undefined when it was cut. */
interface Heard {
  readonly path: string;
  readonly answer: Answer | undefined;
}

interface WireAnswer {
  readonly status?: string;
  readonly code?: number;
  readonly data?: { readonly order_id: string };
}

/** Clients that order and read behind a proxy, and send an order again until it is placed. */
export class ProxyLoad {
  readonly heard: Heard[] = [];
  /** The orders that were answered, by their keys, and the ids that were told of each. */
  readonly placed = new Map<string, Set<string>>();
  private readonly client: HttpClient;
  private running = true;
  private readonly clients: Promise<void>[];

  constructor(
    baseUrl: string,
    private readonly token: string,
    private readonly product: number,
  ) {
    this.client = new HttpClient(baseUrl);
    this.clients = Array.from({ length: CLIENTS }, () => [this.read(), this.order()]).flat();
  }

  /** Each complete answer that is none of the wire. */
  get foreign(): string[] {
    return this.heard.flatMap(({ path, answer }) =>
      answer === undefined || isOfTheWire(answer)
        ? []
        : [`${path}: ${answer.status} ${answer.text.slice(0, 200)}`],
    );
  }

  /** How many were answered with each status, or cut. */
  get tally(): Record<string, number> {
    const tally: Record<string, number> = {};
    for (const { answer } of this.heard) {
      const kind = answer?.status ?? 'cut';
      tally[kind] = (tally[kind] ?? 0) + 1;
    }
    return tally;
  }

  /** Places what is not placed yet, sends each order once more, and ends. */
  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.clients);
    const placed = [...this.placed.keys()];
    await Promise.all(
      this.clients.map(async (_, client) => {
        const own = placed.filter((_uuid, index) => index % this.clients.length === client);
        for (const uuid of own) await this.settle(uuid);
      }),
    );
    this.client.close();
  }

  private async read(): Promise<void> {
    while (this.running) {
      await this.ask('/client/api/ping');
      await this.ask('/client/api/profile');
    }
  }

  private async order(): Promise<void> {
    while (this.running) await this.settle(randomUUID());
  }

  private async settle(uuid: string): Promise<void> {
    for (;;) {
      const answer = await this.ask(
        `/client/api/newOrder/${this.product}/params?order_uuid=${uuid}`,
      );
      const { status, data } = (answer?.json ?? {}) as WireAnswer;
      if (status !== 'OK' || data === undefined) continue;
      this.placed.set(uuid, (this.placed.get(uuid) ?? new Set()).add(data.order_id));
      return;
    }
  }

  private async ask(path: string): Promise<Answer | undefined> {
    const answer = await this.client.send(path, { token: this.token }).catch(() => undefined);
    this.heard.push({ path, answer });
    await wait(PACE_MS);
    return answer;
  }
}

/** A success, or 111 with the time after which to ask again. */
function isOfTheWire({ status, headers, json }: Answer): boolean {
  const body = json as WireAnswer | undefined;
  if (headers['content-type'] !== JSON_TYPE) return false;
  if (status === 200) return body?.status === 'OK';
  return status === 503 && body?.code === 111 && headers['retry-after'] === '2';
}
