import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { hashOfToken, newToken } from '../../account/access/token-secret.js';
import { plainAddress } from '../../common/ip-range.js';
import { sentence } from '../../common/sentence.js';
import { storableText } from '../../common/text.js';
import type { Conventions } from '../../locales/conventions.js';
import type { ChosenConventions } from '../conventions/conventions.repository.js';
import type { Language } from '../../locales/language.js';
import { AuditedChanges } from '../changes/audited-changes.js';
import { authorOf, type RequestOrigin } from '../changes/change-author.js';
import { conventionsOf, languageIn } from '../conventions/stored-conventions.js';
import { KnownDevices } from '../devices/known-devices.service.js';
import { OperatorStateError, SessionInvalidError } from '../operators.errors.js';
import { nameOfActor } from '../operators/operator-name.js';
import type { OperatorPrincipal } from '../operators/operator-principal.js';
import type { Permission } from '../permissions/permissions.js';
import { ShopPermissions } from '../permissions/shop-permissions.js';
import { isSessionValid, isUseToNote, type SessionStage } from './session-validity.js';
import { SessionsRepository, type ListedSession } from './sessions.repository.js';

/** An operator in a session. Only one of the stage `full` has permissions. */
export interface SessionPrincipal extends OperatorPrincipal {
  readonly sessionId: string;
  readonly stage: SessionStage;
  /** How the operator reads. */
  readonly conventions: Conventions;
  /** What the operator has chosen of it. */
  readonly chosen: ChosenConventions;
  /** The language that the operator has chosen; undefined where the shop's holds. */
  readonly ownLanguage: Language | undefined;
}

/** Whether a look at a session is a use of it, which keeps it from ending for want of use. */
export type SessionUse = 'noted' | 'unnoted';

/** A new session. Its secret is stored as a hash only, so this is the only time when it can be sent. */
export interface StartedSession {
  readonly id: string;
  readonly secret: string;
  readonly stage: SessionStage;
  /** What the device keeps to be known at the next sign-in; only after the last step of one. */
  readonly deviceCookie?: string;
}

/** From where a session is started. */
export interface SessionPlace {
  /** What the browser says that it is. */
  readonly device: string;
  /** Null if it is unknown. */
  readonly address: string | null;
}

const MAX_DEVICE_CHARACTERS = 200;
const NONE: ReadonlySet<Permission> = new Set();

/** Sessions of operators. They are rows, and looked up at each use, so whatever ends one does so at once everywhere. */
@Injectable()
export class OperatorSessions {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly devices: KnownDevices,
    private readonly changes: AuditedChanges,
    private readonly permissions: ShopPermissions,
  ) {}

  /** Starts a session in a transaction that has locked the operator, always with a new secret. */
  async start(
    manager: EntityManager,
    operatorId: number,
    stage: SessionStage,
    { device, address }: SessionPlace,
  ): Promise<StartedSession> {
    const secret = newToken();
    const id = await this.sessions.add(manager, {
      operatorId,
      secretHash: hashOfToken(secret),
      stage,
      device: deviceText(device),
      address: plainAddress(address ?? '') ?? null,
    });
    if (stage !== 'full') return { id, secret, stage };
    return { id, secret, stage, deviceCookie: await this.devices.issue(manager, operatorId) };
  }

  /** @returns undefined unless the session is valid now, and its operator not disabled. */
  async find(secret: string, use: SessionUse = 'noted'): Promise<SessionPrincipal | undefined> {
    const session = await this.sessions.find(hashOfToken(secret));
    if (!session || !isSessionValid(session, session.now)) return undefined;
    if (use === 'noted' && isUseToNote(session, session.now))
      await this.sessions.noteUse(session.id);
    const { id, operatorId, actor, role, stage } = session;
    const permissions = stage === 'full' ? this.permissions.of(role) : NONE;
    return {
      ...{ sessionId: id, stage, operatorId, name: nameOfActor(actor), actor, role, permissions },
      conventions: conventionsOf(session),
      chosen: {
        language: session.ownLanguage,
        timeZone: session.ownTimeZone,
        weekStart: session.ownWeekStart,
      },
      ownLanguage: languageIn(session.ownLanguage),
    };
  }

  /** The operator's own. @throws SessionInvalidError */
  async list(principal: SessionPrincipal): Promise<ListedSession[]> {
    assertStage(principal, ['full']);
    return this.sessions.list(principal.operatorId);
  }

  /** Ends the session of a browser, of whatever stage; nothing if it has ended. */
  async endOf(secret: string, origin: RequestOrigin): Promise<void> {
    const principal = await this.find(secret, 'unnoted');
    if (principal) await this.endSession(principal, principal.sessionId, origin);
  }

  /** Ends one of the operator's own. @throws SessionInvalidError; OperatorStateError if it has ended */
  async end(principal: SessionPrincipal, id: string, origin: RequestOrigin): Promise<void> {
    assertStage(principal, ['full']);
    await this.endSession(principal, id, origin);
  }

  private async endSession(
    principal: SessionPrincipal,
    id: string,
    origin: RequestOrigin,
  ): Promise<void> {
    const { operatorId, name } = principal;
    const action = { name: 'operator end-session', details: { operator: name, session: id } };
    await this.changes.run(authorOf(principal, origin), action, async (manager) => {
      if (!/^\d{1,18}$/.test(id) || !(await this.sessions.end(manager, operatorId, id))) {
        throw new OperatorStateError(...sentence('session.ended'));
      }
      return { result: undefined, before: { session: id }, after: null };
    });
  }
}

/** What is stored of the text by which a browser says what it is. */
export function deviceText(device: string): string {
  return storableText(device.slice(0, MAX_DEVICE_CHARACTERS));
}

/** @throws SessionInvalidError if the session is not of one of these stages */
export function assertStage(
  { stage }: Pick<SessionPrincipal, 'stage'>,
  stages: readonly SessionStage[],
): void {
  if (!stages.includes(stage)) throw new SessionInvalidError();
}
