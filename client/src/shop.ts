import { backoffMs } from './backoff.js';
import type { Clock } from './clock.js';
import { failureError } from './errors.js';
import type { EtagCache } from './etag-cache.js';
import { withPriceTexts } from './price-texts.js';
import { isRecord, readReply, type Arrived, type Reply } from './reply.js';
import { isPassing } from './retry-table.js';
import type { Call, OpenAnswer, Transport } from './transport.js';
import type { Operation, Success } from './types.js';

export interface Question extends Call {
  /** What its success has besides `status`; some answers are a list. */
  readonly keys: readonly string[] | 'list';
  /** What its `data` has, or each item of it. */
  readonly itemKeys?: readonly string[];
  /** Whether it holds prices of the catalog, which are read as text. */
  readonly hasPrices?: true;
  /** Whether an answer is worth keeping, as the same may be asked for again; all are if absent. */
  readonly isLasting?: (body: unknown) => boolean;
}

export interface ShopOptions {
  readonly transport: Transport;
  readonly token: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly etags: EtagCache | undefined;
  /** For a request that changes nothing, with all its repetitions. */
  readonly deadlineMs: number;
}

/** Asks one shop with one token, again and again where that may help. */
export class Shop {
  token: string;
  /** That of a rotation which has not ended: it is stored, and may be in use. */
  successor: string | undefined;
  readonly clock: Clock;

  constructor(private readonly options: ShopOptions) {
    this.token = options.token;
    this.clock = options.clock;
  }

  /** One request, without repetition. @throws the reason of the signal of the call */
  async ask<Name extends Operation>(
    question: Question,
    token = this.token,
  ): Promise<Reply<Success<Name>>> {
    const { etags, transport } = this.options;
    const isSuccess = (body: unknown): body is Success<Name> => isAnswer(body, question);
    const cache = question.isCatalog ? etags : undefined;
    const key = `${question.path} ${JSON.stringify(question.query ?? {})}`;
    const known = await cache?.get(key);
    const headers = known && { 'If-None-Match': known.etag };
    const arrived = await transport.send({ ...question, ...(headers && { headers }) }, token);
    if ('kind' in arrived) return arrived;
    const read = ({ text, ...answer }: Arrived) =>
      readReply({ ...answer, text: question.hasPrices ? withPriceTexts(text) : text }, isSuccess);
    if (arrived.status === 304 && known) {
      return read({ ...arrived, status: 200, text: known.text });
    }
    const reply = read(arrived);
    const etag = arrived.headers.get('etag');
    const isLasting = reply.kind === 'ok' && (question.isLasting?.(reply.body) ?? true);
    if (cache && isLasting && etag !== null) {
      await cache.set(key, { etag, text: arrived.text });
    }
    return reply;
  }

  /** @throws RefusedError, UnansweredError, and the reason of the signal */
  async get<Name extends Operation>(question: Question): Promise<Success<Name>> {
    const reply = await this.insist(() => this.ask<Name>(question), question);
    if (reply.kind === 'ok') return reply.body;
    throw failureError(reply);
  }

  /** An answer whose body is not read yet. @throws what the network throws */
  open(call: Call): Promise<OpenAnswer> {
    return this.options.transport.open(call, this.token);
  }

  /** Asks until the answer will not change by waiting, or until there is no time for another try. */
  async insist<Body>(
    attempt: () => Promise<Reply<Body>>,
    { signal, deadlineMs = this.options.deadlineMs }: Patience,
  ): Promise<Reply<Body>> {
    const endMs = this.clock.nowMs() + deadlineMs;
    for (let tries = 1; ; tries++) {
      const reply = await attempt();
      if (reply.kind === 'ok' || !isPassing(reply)) return reply;
      const delayMs = backoffMs(reply, tries - 1, this.options.random());
      if (this.clock.nowMs() + delayMs > endMs) return reply;
      await this.clock.sleep(delayMs, signal);
    }
  }
}

/** How long to ask. */
export interface Patience {
  readonly signal?: AbortSignal | undefined;
  readonly deadlineMs?: number;
}

/** Tells an answer of the shop from the JSON of something in between. */
function isAnswer(body: unknown, { keys, itemKeys = [] }: Question): boolean {
  if (keys === 'list') return Array.isArray(body);
  if (!isRecord(body) || body.status !== 'OK' || !hasKeys(body, keys)) return false;
  const items: readonly unknown[] = Array.isArray(body.data) ? body.data : [body.data];
  return itemKeys.length === 0 || items.every((item) => isRecord(item) && hasKeys(item, itemKeys));
}

function hasKeys(record: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return keys.every((key) => key in record);
}
