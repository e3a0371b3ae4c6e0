import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Lanes } from '../../common/lanes.js';
import { NestedTurns } from '../../common/nested-turns.js';
import { busyUnlessInTime } from '../busy-unless-in-time.js';
import { SignInDelayedError } from '../operators.errors.js';
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
const LIMITS = {
  concurrent: 2,
  waiting: 64,
  // Of one address, operator or device.
  atOncePerPath: 8,
  waitMs: 4_000,
  workMs: 5_000,
};

/** Counts attempts to sign in, for all instances together, and delays those that follow failed ones. */
@Injectable()
export class SignInAttempts {
  private readonly turns = new NestedTurns(LIMITS);
  private readonly refused = new RefusedSubjects();

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly sessions: SessionsRepository,
    lanes: Lanes,
  ) {
    lanes.add('sign-ins', this.turns);
  }

  /**
   * Counts an attempt as failed before anything is compared, so that concurrent ones are counted, too. Under a name whose
   * operator has signed in from the address, it counts for the address alone: whoever fails under that name elsewhere
   * does not delay the operator.
   * @returns the subjects that it counts for
   * @throws SignInDelayedError, which counts nothing; SignInBusyError
   */
  async claim(subjects: readonly AttemptSubject[]): Promise<readonly AttemptSubject[]> {
    const address = addressOf(subjects);
    this.assertNotRefused(subjects);
    const counted = await busyUnlessInTime(
      this.turns.run(pathOf(subjects), () =>
        this.attempts.transaction((manager) => this.count(manager, subjects, address)),
      ),
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

  /** Costs nothing. @throws SignInDelayedError if this instance has refused one of the subjects a moment ago */
  assertNotRefused(subjects: readonly AttemptSubject[]): void {
    const address = addressOf(subjects);
    const now = performance.now();
    const seconds = subjects.map((one) => this.refused.secondsLeft(refusalKey(one, address), now));
    const delaySeconds = Math.max(0, ...seconds);
    if (delaySeconds > 0) throw new SignInDelayedError(delaySeconds);
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

/** By which attempts have their turns: the widest network first, else the device or the operator. */
function pathOf(subjects: readonly AttemptSubject[]): string[] {
  const others = subjects.filter(({ kind }) => kind !== 'name');
  return others.map(({ kind, text }) => `${kind}:${text}`).reverse();
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
