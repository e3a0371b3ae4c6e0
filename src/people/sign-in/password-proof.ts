import { Injectable } from '@nestjs/common';
import { SignInBusyError, SignInRefusedError } from '../operators.errors.js';
import { PasswordHashing } from '../passwords/password-hashing.js';
import { CredentialsRepository, type Credentials } from '../operators/credentials.repository.js';
import type { RequestOrigin } from '../changes/change-author.js';
import type { SessionPrincipal } from '../sessions/operator-sessions.service.js';
import { addressSubject, codeSubject, type AttemptSubject } from './attempt-subject.js';
import { SignInAttempts } from './sign-in-attempts.js';

/** The credentials of an operator whose password was right. */
export type ProvenCredentials = Credentials & { readonly passwordHash: string };

/** Compares passwords; what is wrong is never told. */
@Injectable()
export class PasswordProof {
  constructor(
    private readonly attempts: SignInAttempts,
    private readonly credentials: CredentialsRepository,
    private readonly passwords: PasswordHashing,
  ) {}

  /**
   * @param subjects by which the attempt is counted; it stays counted until the caller takes it back.
   * @throws SignInRefusedError, also for a disabled operator; SignInDelayedError; SignInBusyError
   */
  async prove(
    name: string,
    password: string,
    subjects: readonly AttemptSubject[],
  ): Promise<ProvenCredentials> {
    const counted = await this.attempts.claim(subjects);
    return this.unlessBusy(counted, () => this.compare(name, password));
  }

  /**
   * Compares the password of somebody who has signed in, before what a session alone must not do.
   * @throws as `prove`
   */
  async again(
    { operatorId, name }: Pick<SessionPrincipal, 'operatorId' | 'name'>,
    password: string,
    { address }: Pick<RequestOrigin, 'address'>,
  ): Promise<void> {
    const subjects = [codeSubject(operatorId), addressSubject(address)];
    await this.prove(name, password, subjects);
    await this.takeBack(subjects);
  }

  /** Takes an attempt back that has not failed. */
  takeBack(subjects: readonly AttemptSubject[]): Promise<void> {
    return this.attempts.takeBack(subjects);
  }

  /** Takes the attempt back if what it needs is busy. */
  async unlessBusy<T>(subjects: readonly AttemptSubject[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof SignInBusyError) await this.attempts.takeBack(subjects);
      throw error;
    }
  }

  private async compare(name: string, password: string): Promise<ProvenCredentials> {
    const known = await this.credentials.ofName(name);
    const stored = known?.passwordHash ?? null;
    const { isRight, isOutdated } = await this.passwords.check(password, stored);
    if (!isRight || stored === null || !known || known.disabledAt) throw new SignInRefusedError();
    if (!isOutdated) return { ...known, passwordHash: stored };
    const passwordHash = await this.passwords.hash(password);
    const isStored = await this.credentials.rehash(known.id, stored, passwordHash);
    // Another attempt has stored it anew, or it was changed: the next attempt is compared with what is stored now.
    if (!isStored) throw new SignInBusyError();
    return { ...known, passwordHash };
  }
}
