import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { souk } from '../../support/command-line.js';
import { recording } from '../../judge/recorder.js';
import { HttpClient, type Answer } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';
import { CHAOS_SETTINGS, type ChaosShop } from './chaos-shop.js';
import { addressOf } from '../server.js';

const RETRY_DELAY_MS = 100;
/** Of one request. Requests overlap, so that several decide the same order. */
const MAX_DECIDED = 20;

/** Oldest first, so that all who look for orders to decide find the same ones. */
const WAITING = `SELECT order_id AS id FROM orders WHERE status = 'wait' ORDER BY created_at LIMIT 40`;
const ACCEPTED = `
  SELECT order_id AS id FROM orders WHERE status = 'accept' AND total > 0
  ORDER BY decided_at DESC LIMIT 40`;

/** A request of the admin API that decides orders, and each answer that said what became of them. */
export interface Decision {
  readonly key: string;
  readonly kind: 'accept' | 'reject';
  readonly body: string;
  readonly answers: string[];
}

/** A reversal; posted when the command line or the admin API has said so. */
export interface AskedReversal {
  readonly orderId: string;
  readonly reference: string;
  isPosted: boolean;
}

/** An operator who decides and pays back orders, again and again until there is an answer. */
export class OperatorDesk {
  readonly decisions: Decision[] = [];
  readonly reversals: AskedReversal[] = [];
  /** Requests without an answer, or with one that says that the server could not. */
  unanswered = 0;
  readonly faults: string[] = [];

  /** @param servers the addresses of those that are up; it may be empty. */
  constructor(
    private readonly shop: ChaosShop,
    private readonly token: string,
    private readonly random: Random,
    private readonly servers: () => readonly string[],
  ) {}

  /** Decides a few of the orders that wait; half of the requests are sent once more when they are answered. */
  async decide(life: { readonly over: boolean }): Promise<void> {
    const waiting = await this.shop.db.query<{ id: string }>(WAITING);
    const ids = waiting.map(({ id }) => id).filter(() => this.random.chance(0.5));
    if (ids.length === 0) {
      await sleep(RETRY_DELAY_MS);
      return;
    }
    const kind = this.random.pick(['accept', 'reject'] as const);
    const reason = kind === 'reject' ? { reason: 'chaos' } : {};
    const body = JSON.stringify({ order_ids: ids.slice(0, MAX_DECIDED), ...reason });
    const decision: Decision = { key: randomUUID(), kind, body, answers: [] };
    this.decisions.push(decision);
    await this.settle(decision, life);
    if (this.random.chance(0.5)) await this.settle(decision, life);
  }

  /** Sends a decision until it is answered; gives up when life is over. */
  async settle(decision: Decision, life: { readonly over: boolean }): Promise<void> {
    while (!life.over) {
      const answer = await this.send(decision);
      if (answer?.status === 200) {
        decision.answers.push(answer.text);
        return;
      }
      this.unanswered += 1;
      if (answer && answer.status < 500 && answer.status !== 429) {
        this.faults.push(`a decision was answered ${answer.status}: ${answer.text}`);
        return;
      }
      await sleep(RETRY_DELAY_MS);
    }
  }

  /** Pays a part of an accepted order back, or all of it; twice under one reference, each time in one of both ways. */
  async reverse(): Promise<void> {
    const accepted = await this.shop.db.query<{ id: string }>(ACCEPTED);
    if (accepted.length === 0) {
      await sleep(RETRY_DELAY_MS);
      return;
    }
    const { id: orderId } = this.random.pick(accepted);
    const reversal = { orderId, reference: `chaos-${randomUUID()}`, isPosted: false };
    this.reversals.push(reversal);
    const isWhole = this.random.chance(0.3);
    for (let time = 1; time <= 2; time++) {
      const byApi = this.random.chance(0.5);
      const isPosted = byApi
        ? this.reverseByApi(reversal, isWhole)
        : this.reverseByCommand(reversal, isWhole);
      if (await isPosted) reversal.isPosted = true;
    }
  }

  private async reverseByCommand(
    { orderId, reference }: AskedReversal,
    isWhole: boolean,
  ): Promise<boolean> {
    const amount = isWhole ? ['--all'] : ['--amount', '0.25'];
    const body = { ...(isWhole ? { all: true } : { amount: '0.25' }), reference };
    const { code } = await this.shop.recorder.changing(
      [{ method: 'POST', path: `orders/${orderId}/reversals`, body }],
      () =>
        souk(
          { ...CHAOS_SETTINGS, ...addressOf(this.shop.db), LOG_LEVEL: 'error' },
          ...['order', 'reverse', orderId, ...amount, '--reason', 'chaos', '--ref', reference],
        ),
      (result) => result.code === 0,
    );
    return code === 0;
  }

  /** Without an answer, the reference keeps a second try from paying again. */
  private async reverseByApi(
    { orderId, reference }: AskedReversal,
    isWhole: boolean,
  ): Promise<boolean> {
    const amount = isWhole ? { all: true } : { amount: '0.25' };
    const body = JSON.stringify({ ...amount, reason: 'chaos', reference });
    const answer = await this.post(`orders/${orderId}/reversals`, randomUUID(), body);
    if (answer?.status === 500) this.faults.push(`a reversal was answered 500: ${answer.text}`);
    return answer !== undefined && answer.status < 300;
  }

  private send({ key, kind, body }: Decision): Promise<Answer | undefined> {
    return this.post(`orders/${kind}`, key, body);
  }

  /** Undefined when there was no answer. */
  private async post(path: string, key: string, body: string): Promise<Answer | undefined> {
    const servers = this.servers();
    if (servers.length === 0) return undefined;
    const instance = this.random.pick(servers);
    const sender = { client: 'desk', instance };
    const http = recording(new HttpClient(instance), this.shop.recorder, sender);
    try {
      return await http.send(`/admin/api/v1/${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${this.token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body,
      });
    } catch {
      return undefined;
    } finally {
      http.close();
    }
  }
}
