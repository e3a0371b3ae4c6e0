import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LinksRepository } from '../links/links.repository.js';
import { CredentialsRepository } from '../operators/credentials.repository.js';
import { SignInStateRepository } from '../proofs/sign-in-state.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { codeSubject, inLockOrder, nameSubject, subjectKey } from './attempt-subject.js';
import { AttemptsRepository } from './attempts.repository.js';

/** Ends what operators have signed in by. */
@Injectable()
export class SignInReset {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly sessions: SessionsRepository,
    private readonly links: LinksRepository,
    private readonly attempts: AttemptsRepository,
    private readonly state: SignInStateRepository,
  ) {}

  /** Password, second factor, sessions and failed attempts of an operator that the transaction has locked. */
  async ofOne(
    manager: EntityManager,
    { id, name }: { readonly id: number; readonly name: string },
  ): Promise<void> {
    await this.credentials.clear(manager, id);
    await this.sessions.endAllOf(manager, id);
    for (const subject of inLockOrder([nameSubject(name), codeSubject(id)])) {
      await this.attempts.forget(manager, subjectKey(subject));
    }
  }

  /**
   * Sessions, links, known devices and failed attempts of all operators, after the database went back to an earlier state: some may have
   * ended since.
   */
  async ofAll(): Promise<void> {
    await this.attempts.transaction(async (manager) => {
      await this.sessions.endAll(manager);
      await this.links.dropAll(manager);
      await this.attempts.forgetAll(manager);
      await this.state.forget(manager);
    });
  }
}
