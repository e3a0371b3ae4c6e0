import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import type { AuditedAction } from '../../account/caller-audit.js';
import { accountNameOf, groupNameOf } from '../../account/account-settings.js';
import type { ClosedPart } from '../../account/closed-part.js';
import { AccountService, suspensionOf, type AccountChange } from '../../account/account.service.js';
import type { Account } from '../../account/account.entity.js';
import { AccountGroups } from '../../account/account-groups.service.js';
import {
  GroupRemoval,
  removedGroupRecord,
  ruleCount,
} from '../../catalog/rules/group-removal.service.js';
import { ResumeOrdersService } from '../../operator/sentinel/resume-orders.service.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { Precondition } from '../http/entity-tag.js';
import { accountChangeOf, accountShape } from './account-shapes.js';
import type {
  AccountChangeDto,
  AccountDto,
  GroupDto,
  NewAccountDto,
  RemovedGroupDto,
} from './accounts.dto.js';

/** Changes accounts and groups for operators, each with its audit entry. The actions are named like the commands. */
@Injectable()
export class AccountAdmin {
  constructor(
    private readonly accounts: AccountService,
    private readonly groups: AccountGroups,
    private readonly removal: GroupRemoval,
    private readonly resumed: ResumeOrdersService,
    private readonly changes: AuditedChanges,
  ) {}

  create({ name, email }: NewAccountDto, by: ChangeAuthor): Promise<AccountDto> {
    const settings = { name: accountNameOf(name), ...(email !== undefined && { email }) };
    const action = { name: 'account create', details: settings };
    return this.changes.run(by, action, async (manager) => {
      const result = accountShape(await this.accounts.create(settings, manager));
      return { result, before: null, after: { ...result } };
    });
  }

  set(
    id: number,
    change: AccountChangeDto,
    expected: Precondition,
    by: ChangeAuthor,
  ): Promise<AccountDto> {
    const action = { name: 'account set', details: { account: id, ...change } };
    return this.change(action, id, accountChangeOf(change), by, expected.assert);
  }

  setCreditLimit(id: number, creditLimit: string, by: ChangeAuthor): Promise<AccountDto> {
    const action = { name: 'account set', details: { account: id, credit_limit: creditLimit } };
    return this.change(action, id, { creditLimit }, by);
  }

  /** Closes a part of the API to an account, or opens it again. */
  suspend(id: number, part: ClosedPart, by: ChangeAuthor): Promise<AccountDto> {
    const name = part === 'nothing' ? 'account resume' : 'account suspend';
    const details = { account: id, ...(part === 'orders' && { orders_only: true }) };
    return this.change({ name, details }, id, suspensionOf(part), by);
  }

  /**
   * Resumes halted orders, once the books of the account are right. The check of the books is no transaction.
   * @param signal ends the check.
   */
  resumeOrders(id: number, by: ChangeAuthor, signal: AbortSignal): Promise<AccountDto> {
    const action = { name: 'account resume-orders', details: { account: id } };
    return this.changes.around(by, action, async () => {
      const before = accountShape(await this.accounts.get(id));
      const result = accountShape(await this.resumed.resume(id, signal));
      return { result, before: { ...before }, after: { ...result } };
    });
  }

  createGroup(typed: string, by: ChangeAuthor): Promise<GroupDto> {
    const name = groupNameOf(typed);
    return this.changes.run(by, { name: 'group create', details: { name } }, async (manager) => {
      const { id } = await this.groups.create(name, manager);
      const result = { id, name };
      return { result, before: null, after: result };
    });
  }

  renameGroup(id: number, typed: string, by: ChangeAuthor): Promise<GroupDto> {
    const name = groupNameOf(typed);
    const action = { name: 'group rename', details: { group: id, name } };
    return this.changes.run(by, action, async (manager) => {
      const { before, after } = await this.groups.rename(id, name, manager);
      const result = { id, name: after.name };
      return { result, before: { id, name: before.name }, after: result };
    });
  }

  /** Deletes a group without accounts, with its rules. @throws ProblemError for a caller who may not change one of these */
  removeGroup(id: number, caller: Caller): Promise<RemovedGroupDto> {
    const action = { name: 'group delete', details: { group: id } };
    return this.changes.run(caller.author, action, async (manager) => {
      const removed = await this.removal.remove(id, manager);
      if (removed.prices.length > 0) caller.assertMay('prices.edit');
      if (removed.visibilities.length > 0) caller.assertMay('visibility.edit');
      return {
        result: { id, name: removed.name, rules: ruleCount(removed) },
        before: removedGroupRecord(removed),
        after: {},
      };
    });
  }

  private change(
    action: Pick<AuditedAction, 'name' | 'details'>,
    id: number,
    change: AccountChange,
    by: ChangeAuthor,
    expects: (shown: AccountDto) => void = () => undefined,
  ): Promise<AccountDto> {
    return this.changes.run(by, action, async (manager) => {
      const changed = await this.accounts.change(manager, id, change, (account: Account) => {
        expects(accountShape(account));
      });
      const [before, after] = [accountShape(changed.before), accountShape(changed.after)];
      return { result: after, before: { ...before }, after: { ...after } };
    });
  }
}
