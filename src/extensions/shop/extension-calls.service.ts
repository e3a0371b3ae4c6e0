import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../../common/app-error.js';
import { toDecimal } from '../../common/decimal.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { sqlState } from '../../database/database-errors.js';
import {
  executeOnce,
  hashesBySecrets,
  type OnceOnlyChange,
} from '../../operations/running/once.js';
import { AuditedChanges } from '../../people/changes/audited-changes.js';
import {
  ExtensionCallsRepository,
  type ExtensionCall,
} from '../../upkeep/extensions/extension-calls.repository.js';

/** Before the input, in its hash. */
const HASHED_PREFIX = 'input of a call of an extension\0';
const KEY_ID_TEXT = 'secret of a call of an extension\0';
const KEY_ID_BYTES = 4;

/** A deadlock, or a lock that did not come in time: nothing was changed, and another try may do it. */
const TRIED_AGAIN = new Set(['40P01', '40001', '55P03']);
const MOST_TRIES = 5;
const PAUSE_MS = 50;

/** Beyond what an extension may add to balances in a day. No refusal: later the same call may be executed. */
class BoundReachedError extends Error {}

/** What an extension has called. */
export interface KeyedCall extends Omit<ExtensionCall, 'inputHashes'> {
  readonly input: unknown;
}

/** Executes the calls of extensions, each once under its key. */
@Injectable()
export class ExtensionCalls {
  constructor(
    private readonly database: Database,
    private readonly calls: ExtensionCallsRepository,
    private readonly changes: AuditedChanges,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'SECRET_KEYS'>,
  ) {}

  /**
   * @param stored what is kept of the answer, to be answered again
   * @param addedBy USD that the change has added to balances, as decimal text; undefined for what adds none
   * @param make the change; not called for what was executed before, which other rules may refuse by now
   * @throws ConflictError if something else was called under the key; the errors of the change
   */
  async run<T extends object>(
    { input, ...call }: KeyedCall,
    make: () => Promise<OnceOnlyChange<T>>,
    stored: (answer: T) => object,
    addedBy: () => string | undefined,
  ): Promise<T> {
    const keyed = { ...call, inputHashes: this.hashesOf(input) };
    const request = {
      known: () => this.known(keyed),
      claim: (manager: EntityManager) => this.calls.claim(manager, keyed),
      answer: (manager: EntityManager, answer: object) =>
        this.note(manager, keyed, stored(answer as T), addedBy()),
    };
    const executed = await request.known();
    if (executed) return executed as T;
    return executeOnce(request, await make(), this.changes, (work) => this.tried(work));
  }

  /** @throws BoundReachedError */
  private async note(
    manager: EntityManager,
    call: ExtensionCall,
    answer: object,
    added: string | undefined,
  ): Promise<void> {
    await this.calls.answer(manager, call, answer, added ?? null);
    if (added === undefined) return;
    const { extension } = call;
    // Behind all locks of the change, so that calls for other accounts do not wait for them.
    const today = await this.calls.addedToday(manager, extension);
    if (!today || !isMore(today.added, today.most)) return;
    throw new BoundReachedError(
      `The extension ${extension} may add ${today.most} USD to balances within 24 hours, and would have added ${today.added} USD with this call; the owner can raise the bound by "souk extension set ${extension} --deposits-a-day …".`,
    );
  }

  private async tried<R>(work: (manager: EntityManager) => Promise<R>): Promise<R> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.database.transaction(work);
      } catch (error) {
        if (tries === MOST_TRIES || !TRIED_AGAIN.has(sqlState(error) ?? '')) throw error;
        await sleep(PAUSE_MS * tries * (1 + Math.random()));
      }
    }
  }

  private async known(call: ExtensionCall): Promise<object | undefined> {
    const executed = await this.calls.find(call);
    if (!executed) return undefined;
    if (executed.method === call.method && mayBeSame(executed.inputHash, call.inputHashes)) {
      return executed.answer;
    }
    throw new ConflictError(
      `The extension ${call.extension} has called Shop with something else under the key ${JSON.stringify(call.key)} before; this call has changed nothing.`,
    );
  }

  /** Keyed, since the input may hold codes that are short enough to be guessed by their plain hash. */
  private hashesOf(input: unknown): readonly [Buffer, ...Buffer[]] {
    const text = JSON.stringify(inOrder(input));
    const hashBy = (secret: Buffer): Buffer =>
      Buffer.concat([keyIdOf(secret), hmac(secret, HASHED_PREFIX + text)]);
    return hashesBySecrets(this.config.SECRET_KEYS, hashBy);
  }
}

function hmac(secret: Buffer, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

/** Stands before each hash, and says by which secret it was made. */
function keyIdOf(secret: Buffer): Buffer {
  return hmac(secret, KEY_ID_TEXT).subarray(0, KEY_ID_BYTES);
}

/**
 * True also if the secret is gone by which the input was hashed: that a call is executed once is worth more than that another
 * input under its key is noticed.
 */
function mayBeSame(executed: Buffer, hashes: readonly Buffer[]): boolean {
  const ofSameSecret = hashes.find((hash) =>
    hash.subarray(0, KEY_ID_BYTES).equals(executed.subarray(0, KEY_ID_BYTES)),
  );
  return ofSameSecret?.equals(executed) ?? true;
}

/** The same input in the same order of its members. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, inOrder(one)]));
}

function isMore(one: string, other: string): boolean {
  return toDecimal(one).greaterThan(toDecimal(other));
}
