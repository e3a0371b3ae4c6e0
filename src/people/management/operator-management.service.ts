import { Injectable } from '@nestjs/common';
import { sentence } from '../../common/sentence.js';
import type { EntityManager } from 'typeorm';
import { AuditedChanges, type Changed } from '../changes/audited-changes.js';
import type { ChangeAuthor } from '../changes/change-author.js';
import { LinksRepository } from '../links/links.repository.js';
import { LastOwnerError, OperatorNotFoundError, OperatorStateError } from '../operators.errors.js';
import { mayLeaveOwners } from '../operators/last-owner.js';
import { lookedUpName, operatorNameOf } from '../operators/operator-name.js';
import {
  OperatorsRepository,
  type Operator,
  type OperatorChange,
} from '../operators/operators.repository.js';
import type { Role } from '../permissions/roles.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { SignInReset } from '../sign-in/sign-in-reset.js';

/** An operator that has to set its password, or may sign in, by a link. */
export interface InvitedOperator {
  readonly operator: Operator;
  /** The secret of the link; it is stored as a hash only, so this is the only time when it can be shown. */
  readonly link: string;
}

/** A change of a locked operator. */
type LockedChange<T> = (
  manager: EntityManager,
  operator: Operator,
) => Promise<Pick<Changed<T>, 'result'> & { readonly after: Operator }>;

/** Creates and changes operators, for owners. Whoever calls it has checked that the author may. */
@Injectable()
export class OperatorManagement {
  constructor(
    private readonly operators: OperatorsRepository,
    private readonly signIns: SignInReset,
    private readonly sessions: SessionsRepository,
    private readonly links: LinksRepository,
    private readonly changes: AuditedChanges,
  ) {}

  list(): Promise<Operator[]> {
    return this.operators.list();
  }

  /** At most `limit` operators whose names come after the given one, by name. */
  page(after: string | undefined, limit: number): Promise<Operator[]> {
    return this.operators.page(after, limit);
  }

  /** @throws OperatorNotFoundError */
  async get(typed: string): Promise<Operator> {
    const name = lookedUpName(typed);
    const operator = await this.operators.find(name);
    if (!operator) throw new OperatorNotFoundError(name);
    return operator;
  }

  /** @throws OperatorInputError for an unsuitable name; OperatorStateError if there is one of the name */
  async create(typed: string, role: Role, by: ChangeAuthor): Promise<InvitedOperator> {
    const name = operatorNameOf(typed);
    const action = { name: 'operator create', details: { name, role } };
    return this.changes.run(by, action, async (manager) => {
      const operator = await this.operators.add(manager, name, role);
      if (!operator) {
        throw new OperatorStateError(...sentence('operator.exists', { name }));
      }
      const link = await this.links.replace(manager, operator.id, 'sets-password');
      return { result: { operator, link }, before: null, after: stateOf(operator) };
    });
  }

  /** A new link for an operator that has set no password yet; the one before is not valid any more. */
  invite(name: string, by: ChangeAuthor): Promise<InvitedOperator> {
    return this.change('operator invite', name, {}, by, async (manager, operator) => {
      if (operator.hasPassword) {
        throw new OperatorStateError(...sentence('operator.has-password'));
      }
      assertEnabled(operator);
      return {
        result: { operator, link: await this.links.replace(manager, operator.id, 'sets-password') },
        after: operator,
      };
    });
  }

  /** Takes password and second factor away, ends all sessions, forgets failed attempts, and makes a link. */
  reset(name: string, by: ChangeAuthor): Promise<InvitedOperator> {
    return this.change('operator reset', name, {}, by, async (manager, operator) => {
      assertEnabled(operator);
      await this.signIns.ofOne(manager, operator);
      const after = { ...operator, hasPassword: false, twoFactor: false };
      const link = await this.links.replace(manager, operator.id, 'sets-password');
      return { result: { operator: after, link }, after };
    });
  }

  /** A link that signs an operator in without the password, once and soon; the one before is not valid any more. */
  link(name: string, by: ChangeAuthor): Promise<InvitedOperator> {
    return this.change('operator link', name, {}, by, async (manager, operator) => {
      if (!operator.hasPassword) {
        throw new OperatorStateError(...sentence('operator.no-password', { name: operator.name }));
      }
      assertEnabled(operator);
      const link = await this.links.replace(manager, operator.id, 'signs-in');
      return { result: { operator, link }, after: operator };
    });
  }

  /**
   * Changes the role, or whether the second factor is required; the next request of a session is checked by it.
   * @param expects throws if the operator as it is now must not be changed
   * @throws LastOwnerError
   */
  set(
    name: string,
    change: OperatorChange,
    by: ChangeAuthor,
    expects: (operator: Operator) => void = () => undefined,
  ): Promise<Operator> {
    return this.change('operator set', name, { ...change }, by, async (manager, operator) => {
      expects(operator);
      const { role = operator.role } = change;
      if (role !== 'owner') await this.assertMayLeave(manager, operator);
      await this.operators.change(manager, operator.id, change);
      const after = { ...operator, ...change };
      return { result: after, after };
    });
  }

  /** Ends all sessions and links, and refuses all tokens until it is enabled again. @throws LastOwnerError */
  disable(name: string, by: ChangeAuthor): Promise<Operator> {
    return this.change('operator disable', name, {}, by, async (manager, operator) => {
      await this.assertMayLeave(manager, operator);
      await this.operators.setDisabled(manager, operator.id, true);
      await this.sessions.endAllOf(manager, operator.id);
      await this.links.drop(manager, operator.id);
      const after = { ...operator, disabledAt: operator.disabledAt ?? new Date() };
      return { result: after, after };
    });
  }

  /** Lets a disabled operator sign in again, by the password that it had. */
  enable(name: string, by: ChangeAuthor): Promise<Operator> {
    return this.change('operator enable', name, {}, by, async (manager, operator) => {
      await this.operators.setDisabled(manager, operator.id, false);
      const after = { ...operator, disabledAt: null };
      return { result: after, after };
    });
  }

  /** Ends all sessions of an operator, and the link that would begin one. @returns their number */
  signOut(name: string, by: ChangeAuthor): Promise<number> {
    return this.change('operator sign-out', name, {}, by, async (manager, operator) => {
      const result = await this.sessions.endAllOf(manager, operator.id);
      // Without a password it is the invitation.
      if (operator.hasPassword) await this.links.drop(manager, operator.id);
      return { result, after: operator };
    });
  }

  private async change<T>(
    action: string,
    typed: string,
    details: Record<string, unknown>,
    by: ChangeAuthor,
    work: LockedChange<T>,
  ): Promise<T> {
    const name = lookedUpName(typed);
    const audited = { name: action, details: { name, ...details } };
    return this.changes.run(by, audited, async (manager) => {
      // First and in one order, so that changes of owners cannot deadlock.
      await this.operators.lockOwners(manager);
      const operator = await this.operators.lock(manager, name);
      if (!operator) throw new OperatorNotFoundError(name);
      const { result, after } = await work(manager, operator);
      return { result, before: stateOf(operator), after: stateOf(after) };
    });
  }

  private async assertMayLeave(manager: EntityManager, { id, name }: Operator): Promise<void> {
    // Again, since the statement that waited for the locks of others has not seen who became an owner meanwhile.
    const owners = await this.operators.lockOwners(manager);
    if (!mayLeaveOwners(owners, id)) throw new LastOwnerError(name);
  }
}

function assertEnabled({ disabledAt }: Operator): void {
  if (disabledAt) {
    throw new OperatorStateError(...sentence('operator.disabled'));
  }
}

/** What the audit stores of an operator. */
function stateOf({ role, hasPassword, twoFactor, twoFactorRequired, disabledAt }: Operator) {
  return {
    role,
    password: hasPassword,
    two_factor: twoFactor,
    two_factor_required: twoFactorRequired,
    disabled: disabledAt !== null,
  };
}
