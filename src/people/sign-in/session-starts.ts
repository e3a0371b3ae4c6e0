import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SessionInvalidError, SignInRefusedError } from '../operators.errors.js';
import { LinksRepository } from '../links/links.repository.js';
import { CredentialsRepository, type Credentials } from '../operators/credentials.repository.js';
import { OperatorsRepository } from '../operators/operators.repository.js';
import {
  assertStage,
  OperatorSessions,
  type SessionPlace,
  type SessionPrincipal,
  type StartedSession,
} from '../sessions/operator-sessions.service.js';
import type { SessionStage } from '../sessions/session-validity.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import type { ProvenCredentials } from './password-proof.js';

/**
 * Starts sessions, in the caller's transaction. The operator is locked first, as whatever disables or resets it does, so
 * that no session begins beside that and survives it.
 */
@Injectable()
export class SessionStarts {
  constructor(
    private readonly operators: OperatorsRepository,
    private readonly credentials: CredentialsRepository,
    private readonly rows: SessionsRepository,
    private readonly sessions: OperatorSessions,
    private readonly links: LinksRepository,
  ) {}

  /**
   * The stage follows from the locked operator: its second factor may be set or demanded while the password is compared.
   * @throws SignInRefusedError if the operator was disabled, or its password changed, after it was proven
   */
  async begin(
    manager: EntityManager,
    proven: ProvenCredentials,
    place: SessionPlace,
  ): Promise<StartedSession> {
    const stage = firstStage(await this.lockProven(manager, proven));
    return this.sessions.start(manager, proven.id, stage, place);
  }

  /**
   * Starts a session without the password; the second factor is asked for as ever.
   * @returns undefined for an operator that is disabled or has no password
   */
  async beginWithoutPassword(
    manager: EntityManager,
    operatorId: number,
    place: SessionPlace,
  ): Promise<StartedSession | undefined> {
    const operator = await this.operators.lockById(manager, operatorId);
    const present = await this.credentials.ofId(operatorId, manager);
    if (!operator?.hasPassword || operator.disabledAt || !present) return undefined;
    return this.sessions.start(manager, operatorId, firstStage(present), place);
  }

  /**
   * Ends all sessions of an operator but the present one, and its link.
   * @throws SignInRefusedError as `begin`; SessionInvalidError if the present one has ended
   */
  async keepOnly(
    manager: EntityManager,
    { operatorId, sessionId }: SessionPrincipal,
    proven: ProvenCredentials,
  ): Promise<void> {
    await this.lockProven(manager, proven);
    if (!(await this.rows.isOpen(manager, sessionId))) throw new SessionInvalidError();
    await this.rows.endAllOf(manager, operatorId, sessionId);
    await this.links.drop(manager, operatorId);
  }

  /**
   * Ends a session and starts another one in its place.
   * @throws SessionInvalidError if it has ended, or its operator was disabled, after it was found
   */
  async replace(
    manager: EntityManager,
    { operatorId, sessionId }: SessionPrincipal,
    stage: SessionStage,
    place: SessionPlace,
  ): Promise<StartedSession> {
    const operator = await this.operators.lockById(manager, operatorId);
    if (!operator || operator.disabledAt) throw new SessionInvalidError();
    if (!(await this.rows.end(manager, operatorId, sessionId))) throw new SessionInvalidError();
    return this.sessions.start(manager, operatorId, stage, place);
  }

  /** The session of a secret. @throws SessionInvalidError unless it is of one of the stages */
  async ofStage(secret: string, stages: readonly SessionStage[]): Promise<SessionPrincipal> {
    const session = await this.sessions.find(secret);
    if (!session) throw new SessionInvalidError();
    assertStage(session, stages);
    return session;
  }

  /** Ends the sessions of an operator but one, and its link. */
  async endOthers(
    manager: EntityManager,
    operatorId: number,
    { id }: StartedSession,
  ): Promise<void> {
    await this.rows.endAllOf(manager, operatorId, id);
    await this.links.drop(manager, operatorId);
  }

  private async lockProven(
    manager: EntityManager,
    { id, passwordHash }: ProvenCredentials,
  ): Promise<Credentials> {
    const operator = await this.operators.lockById(manager, id);
    const present = await this.credentials.ofId(id, manager);
    if (!operator || operator.disabledAt || present?.passwordHash !== passwordHash) {
      throw new SignInRefusedError();
    }
    return present;
  }
}

/** What a session is good for whose operator has given its password, or a link that stands for it. */
function firstStage({ totpConfirmedAt, twoFactorRequired }: Credentials): SessionStage {
  if (totpConfirmedAt) return 'code';
  return twoFactorRequired ? 'enrol' : 'full';
}
