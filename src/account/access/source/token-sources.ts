import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { OperatorError, TemporarilyUnavailableError } from '../../../common/app-error.js';
import { TooManyRequestsError } from '../../../common/http/http.errors.js';
import { Lanes } from '../../../common/lanes.js';
import { loggableError, type LoggableError } from '../../../common/logger.js';
import { NestedTurns } from '../../../common/nested-turns.js';
import { networkPath } from '../../../common/networks.js';
import { deciding } from '../../../common/port-call.js';
import { PortFaults } from '../../../common/port-faults.js';
import { portFault } from '../../../common/port-fault.js';
import type { PortOf } from '../../../common/port-shape.js';
import { NoTurnError } from '../../../common/turns.js';
import { answerFault } from './answer-fault.js';
import { withoutSecret } from './without-secret.js';
import type { FoundToken, TokenSource } from './token-source.js';

/** An answer of the source that may still be good. */
export interface RememberedToken {
  readonly accountId: number;
  /** By `performance.now()`. */
  readonly goodUntil: number;
}

const LIMITS = { concurrent: 12, waiting: 1_000, waitMs: 2_000, workMs: 2_000 };
/** Calls for tokens that were found before, when invented tokens take all others. */
const RESERVED_CONCURRENT = 4;
const MAX_GOOD_SECONDS = 60;
/** An unknown token is asked about again after this time. */
const UNKNOWN_MS = 1_000;
/** Tokens in memory, of the found and of the unknown ones each. */
const MAX_REMEMBERED_TOKENS = 10_000;
const PORT = 'token source';

/** Asks the token source of an extension, and remembers its answers. Tokens are known by a key, never by their text. */
@Injectable()
export class TokenSources {
  private source: PortOf<TokenSource> | undefined;
  /** Of unknown callers, by network. */
  readonly turns = new NestedTurns(LIMITS);
  private readonly reserved = new NestedTurns({ ...LIMITS, concurrent: RESERVED_CONCURRENT });
  private readonly found = new LRUCache<string, RememberedToken>({ max: MAX_REMEMBERED_TOKENS });
  private readonly unknown = new LRUCache<string, true>({
    max: MAX_REMEMBERED_TOKENS,
    ttl: UNKNOWN_MS,
  });
  private readonly running = new Map<string, Promise<RememberedToken | undefined>>();
  private readonly counts = { found: 0, unknown: 0, invalid: 0, failed: 0 };

  constructor(
    private readonly faults: PortFaults,
    lanes: Lanes,
  ) {
    lanes.add('strangers', this.turns);
  }

  /** How often the source gave each answer since the start. */
  get answers(): Readonly<Record<string, number>> {
    return this.counts;
  }

  /** Called once, before the first request. @throws OperatorError for several sources, or one that cannot be used */
  use(sources: readonly PortOf<TokenSource>[]): void {
    const [source, ...others] = sources;
    if (!source) return;
    if (others.length > 0 || this.source) {
      const names = [...(this.source ? [this.source] : []), ...sources];
      throw new OperatorError(
        `Only one extension may have a token source, but ${names.map(({ extension }) => extension).join(' and ')} have one each; unload all but one.`,
      );
    }
    const fault = portFault(source.port, { find: { type: 'method', required: true } });
    if (fault !== undefined) {
      throw new OperatorError(`The token source of the extension ${source.extension} ${fault}.`);
    }
    this.source = source;
  }

  /** False without a source: then tokens that are not ours are unknown. */
  get isUsed(): boolean {
    return this.source !== undefined;
  }

  /** True if the source has given an answer for the token that is in memory, be it good or ended. */
  hasAnswered(key: string): boolean {
    return this.unknown.has(key) || this.found.has(key);
  }

  /**
   * @param key identifies the token.
   * @param address of the caller; undefined if it is unknown.
   * @returns undefined for an unknown token.
   * @throws TemporarilyUnavailableError (111) when the source fails or gives no answer within two seconds;
   * TooManyRequestsError (111 with 429) when no turn came within two seconds, or too many calls wait
   */
  async find(
    token: string,
    key: string,
    address: string | undefined,
  ): Promise<RememberedToken | undefined> {
    if (!this.source || this.unknown.has(key)) return undefined;
    const known = this.found.get(key);
    if (known && performance.now() < known.goodUntil) return known;
    const running = this.running.get(key) ?? this.ask(this.source, token, key, address);
    this.running.set(key, running);
    try {
      return await running;
    } finally {
      if (this.running.get(key) === running) this.running.delete(key);
    }
  }

  /** Refuses a token for a second, because the source names an account that does not exist. */
  refuse(key: string, accountId: number): void {
    this.forgetAndWarn(key, `there is no account ${accountId}`);
  }

  private async ask(
    source: PortOf<TokenSource>,
    token: string,
    key: string,
    address: string | undefined,
  ): Promise<RememberedToken | undefined> {
    let askedAt = 0;
    const turns = this.turns.isFull && this.found.has(key) ? this.reserved : this.turns;
    const answer: unknown = await turns
      .run(networkPath(address), (signal) => {
        askedAt = performance.now();
        return deciding('token source', source, () => source.port.find(token, { signal }));
      })
      .catch((error: unknown) => this.failed(error, token));
    return this.remembered(answer, key, askedAt);
  }

  private failed(error: unknown, token: string): never {
    if (error instanceof NoTurnError) throw new TooManyRequestsError();
    this.counts.failed++;
    const err = loggableError(error, (text) => withoutSecret(text, token));
    this.note('the token source failed', err);
    throw new TemporarilyUnavailableError(new Error('the token source failed'));
  }

  private remembered(answer: unknown, key: string, askedAt: number): RememberedToken | undefined {
    if (answer === undefined || answer === null) {
      this.counts.unknown++;
      this.unknown.set(key, true);
      return undefined;
    }
    const fault = answerFault(answer);
    if (fault !== undefined) {
      this.forgetAndWarn(key, fault);
      return undefined;
    }
    this.counts.found++;
    const { accountId, goodForSeconds } = answer as FoundToken;
    const goodMs = Math.min(goodForSeconds, MAX_GOOD_SECONDS) * 1000;
    const found = { accountId, goodUntil: askedAt + goodMs };
    this.found.set(key, found);
    return found;
  }

  private forgetAndWarn(key: string, fault: string): void {
    this.counts.invalid++;
    this.found.delete(key);
    this.unknown.set(key, true);
    this.note(`the token source gave an answer that is none: ${fault}`);
  }

  private note(fault: string, err?: LoggableError): void {
    const { extension = '' } = this.source ?? {};
    this.faults.note({ extension, port: PORT, fault }, { level: 'warn', err });
  }
}
