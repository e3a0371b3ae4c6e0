import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CallsExceededError, LimitedCalls } from '../../common/limited-calls.js';
import { TimeLimitError } from '../../common/time-limit.js';
import { SignInBusyError, SignInDelayedError } from '../operators.errors.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import {
  ATTEMPT_DELAYS_SECONDS,
  ATTEMPTS_KEPT_SECONDS,
  isForgotten,
  remainingDelaySeconds,
} from './attempt-delays.js';
import { inLockOrder, subjectKey, type AttemptSubject } from './attempt-subject.js';
import { AttemptsRepository } from './attempts.repository.js';
import { RefusedSubjects } from './refused-subjects.js';

/** Those of one name wait for each other, and must not take the connections that orders need. */
const LIMITS = { concurrent: 2, waiting: 64, timeoutMs: 5_000 };
/** Attempts from one address that run or wait at the same time, so that it cannot take the place of all others. */
const MAX_AT_ONCE_PER_ADDRESS = 8;

/** Counts attempts to sign in, for all instances together, and delays those that follow failed ones. */
@Injectable()
export class SignInAttempts {
  private readonly calls = new LimitedCalls(LIMITS);
  private readonly refused = new RefusedSubjects();
  private readonly atOnceByAddress = new Map<string, number>();

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /**
   * Counts an attempt as failed before anything is compared, so that concurrent ones are counted, too. Under a name whose
   * operator has signed in from the address, it counts for the address alone: whoever fails under that name elsewhere
   * does not delay the operator.
   * @returns the subjects that it counts for
   * @throws SignInDelayedError, which counts nothing; SignInBusyError
   */
  async claim(subjects: readonly AttemptSubject[]): Promise<readonly AttemptSubject[]> {
    const address = addressOf(subjects);
    this.assertNotRefused(subjects, address);
    const counted = await this.inTurn(address, () =>
      this.attempts.transaction((manager) => this.count(manager, subjects, address)),
    );
    await this.attempts.deleteOld(ATTEMPTS_KEPT_SECONDS);
    return counted;
  }

  /** Takes attempts back that did not fail. */
  async takeBack(subjects: readonly AttemptSubject[], count = 1): Promise<void> {
    for (const subject of subjects) await this.attempts.takeBack(subjectKey(subject), count);
  }

  /** Forgets the failures of subjects, in the transaction in which somebody has signed in. */
  async forget(manager: EntityManager, subjects: readonly AttemptSubject[]): Promise<void> {
    for (const subject of inLockOrder(subjects)) {
      await this.attempts.forget(manager, subjectKey(subject));
    }
  }

  private assertNotRefused(subjects: readonly AttemptSubject[], address: string): void {
    const now = performance.now();
    const seconds = subjects.map((one) => this.refused.secondsLeft(refusalKey(one, address), now));
    const delaySeconds = Math.max(0, ...seconds);
    if (delaySeconds > 0) throw new SignInDelayedError(delaySeconds);
  }

  private async inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
    const atOnce = this.atOnceByAddress.get(address) ?? 0;
    if (atOnce >= MAX_AT_ONCE_PER_ADDRESS) throw new SignInBusyError();
    this.atOnceByAddress.set(address, atOnce + 1);
    try {
      return await this.calls.run(work);
    } catch (error) {
      if (error instanceof CallsExceededError || error instanceof TimeLimitError) {
        throw new SignInBusyError();
      }
      throw error;
    } finally {
      const left = (this.atOnceByAddress.get(address) ?? 1) - 1;
      if (left > 0) this.atOnceByAddress.set(address, left);
      else this.atOnceByAddress.delete(address);
    }
  }

  private async count(
    manager: EntityManager,
    subjects: readonly AttemptSubject[],
    address: string,
  ): Promise<readonly AttemptSubject[]> {
    const counted = await this.withoutNameThatSignedIn(manager, subjects, address);
    let delaySeconds = 0;
    for (const subject of inLockOrder(counted)) {
      const key = subjectKey(subject);
      const found = await this.attempts.lock(manager, key);
      const known = isForgotten(found, found.now) ? { ...found, failures: 0 } : found;
      const table = ATTEMPT_DELAYS_SECONDS[subject.kind];
      const seconds = remainingDelaySeconds(known, found.now, table);
      if (seconds > 0) this.refused.note(refusalKey(subject, address), seconds, performance.now());
      delaySeconds = Math.max(delaySeconds, seconds);
      await this.attempts.set(manager, key, known.failures + 1);
    }
    // Rolls back what was counted.
    if (delaySeconds > 0) throw new SignInDelayedError(delaySeconds);
    return counted;
  }

  private async withoutNameThatSignedIn(
    manager: EntityManager,
    subjects: readonly AttemptSubject[],
    address: string,
  ): Promise<readonly AttemptSubject[]> {
    const name = subjects.find(({ kind }) => kind === 'name');
    if (!name || !(await this.sessions.hasSignedInFrom(manager, name.text, address))) {
      return subjects;
    }
    return subjects.filter((subject) => subject !== name);
  }
}

/** The address or network from which the attempt comes; empty if it is unknown. */
function addressOf(subjects: readonly AttemptSubject[]): string {
  return subjects.find(({ kind }) => kind === 'address')?.text ?? '';
}

/** The refusal of a name holds for one address, since the operator may have signed in from another one. */
function refusalKey(subject: AttemptSubject, address: string): string {
  const key = subjectKey(subject).toString('hex');
  return subject.kind === 'name' ? `${key} ${address}` : key;
}
