import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isOperatorError } from '../../common/app-error.js';
import { messageKey } from '../../common/sentence.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { Database } from '../../database/database.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import {
  executeOnce,
  hashesBySecrets,
  type OnceOnlyChange,
} from '../../operations/running/once.js';
import { AuditedChanges } from '../../people/changes/audited-changes.js';
import { ProblemError } from '../problems/problem.js';
import {
  AdminRequestsRepository,
  type KnownRequest,
  type OnceOnly,
} from './admin-requests.repository.js';
import type { RequestKey } from './request-key.js';

/** Before the body, in its hash. */
const HASHED_PREFIX = 'body of an admin request\0';

const SENT_BEFORE =
  'This was sent before. Look whether it was done, and send it again only for another one.';

/**
 * Executes a request under its key once. The key is claimed in the transaction of the change, so a crash leaves both or
 * neither; what refuses the change leaves the key free.
 */
@Injectable()
export class OnceOnlyChanges {
  constructor(
    private readonly database: Database,
    private readonly requests: AdminRequestsRepository,
    private readonly changes: AuditedChanges,
    private readonly revisions: RevisionWatch,
    @Inject(CONFIG) private readonly config: Pick<SoukConfig, 'SECRET_KEYS'>,
  ) {}

  /**
   * @returns the answer, which is that of the first request under the key
   * @throws ProblemError if another request had the key; the errors of the change
   */
  run<T extends object>(key: RequestKey, change: OnceOnlyChange<T>): Promise<T> {
    return this.execute(this.requestOf(key, ''), change);
  }

  /**
   * Runs a change whose answer is not stored, since it may hold a secret that is shown once: sent again, the request is
   * refused. What refuses the change leaves the key free; any other error does not, since the change may have been made.
   * @throws ProblemError for a request whose key was claimed; the errors of the change
   */
  async runUnlessSent<T>(key: RequestKey, change: () => Promise<T>): Promise<T> {
    const request = this.requestOf(key, '');
    const isFirst = await this.database.transaction((one) => this.requests.claim(one, request));
    if (!isFirst)
      throw new ProblemError('conflict', SENT_BEFORE, {
        messageKey: messageKey('form.done-before', {}),
      });
    try {
      return await change();
    } catch (error) {
      if (isOperatorError(error) || error instanceof ProblemError) {
        await this.requests.release(request);
      }
      throw error;
    }
  }

  /**
   * Executes a request in parts, each in a transaction of its own. After a crash the same request executes those that were
   * not executed.
   * @param execute executes all parts by its argument. Its result is the answer.
   */
  async runParts<T extends object>(
    key: RequestKey,
    execute: (
      part: <P extends object>(id: string, change: OnceOnlyChange<P>) => Promise<P>,
    ) => Promise<T>,
  ): Promise<T> {
    const whole = this.requestOf(key, '');
    await this.database.transaction((manager) => this.requests.claim(manager, whole));
    const known = await this.known<T>(whole);
    if (known) return known;
    const answer = await execute((id, change) => this.execute(this.requestOf(key, id), change));
    await this.database.transaction((manager) => this.requests.answer(manager, whole, answer));
    return answer;
  }

  private execute<T extends object>(request: OnceOnly, change: OnceOnlyChange<T>): Promise<T> {
    const keyed = {
      known: () => this.known(request),
      claim: (manager: EntityManager) => this.requests.claim(manager, request),
      answer: (manager: EntityManager, answer: object) =>
        this.requests.answer(manager, request, answer),
    };
    return executeOnce(keyed, change, this.changes, (work) => this.database.transaction(work));
  }

  /** @returns the answer that the request had; undefined if it was not executed. @throws ProblemError */
  private async known<T extends object>(request: OnceOnly): Promise<T | undefined> {
    const known = await this.requests.find(request);
    if (!known) return undefined;
    // It may have been executed by another instance just now; here it is answered as if it had been here.
    this.revisions.expire();
    if (!isSame(known, request)) {
      throw new ProblemError(
        'idempotency-key-used',
        'Another request has been sent under this key; this one has changed nothing.',
        { messageKey: messageKey('form.sent-before', {}) },
      );
    }
    return (known.answer as T | null) ?? undefined;
  }

  /** Keyed, since a body may hold codes that are short enough to be guessed by their plain hash. */
  private requestOf({ operatorId, key, route, body }: RequestKey, part: string): OnceOnly {
    const hashBy = (secret: Buffer): Buffer =>
      createHmac('sha256', secret).update(HASHED_PREFIX).update(body).digest();
    const bodyHashes = hashesBySecrets(this.config.SECRET_KEYS, hashBy);
    return { operatorId, key, part, route, bodyHashes };
  }
}

function isSame(known: KnownRequest, { route, bodyHashes }: OnceOnly): boolean {
  return known.route === route && bodyHashes.some((hash) => known.bodyHash.equals(hash));
}
