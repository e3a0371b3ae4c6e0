import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, Repository, type EntityManager } from 'typeorm';
import { ConflictError, MissingError, OperatorError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import { Database } from '../database/database.js';
import { LARGEST_INTEGER } from '../database/largest-integer.js';
import { violatedCheck } from '../database/database-errors.js';
import type { ClosedPart } from './closed-part.js';
import { RequestFormsSwitch } from './request-forms/request-forms-switch.js';
import { AccountGroup } from './account-group.entity.js';
import { Account } from './account.entity.js';

/** The settings of an account that an operator may change. */
export type AccountSettings = Partial<
  Pick<
    Account,
    | 'name'
    | 'email'
    | 'phone'
    | 'telegram'
    | 'tags'
    | 'note'
    | 'lowBalance'
    | 'showUnavailable'
    | 'testing'
    | 'errorHttpStatus'
    | 'orderUuidMode'
    | 'requestsPerMinute'
    | 'ordersPerMinute'
    | 'creditLimit'
  >
>;

/** What an operator may change of an account. */
export type AccountChange = AccountSettings &
  Partial<Pick<Account, 'apiPermitted' | 'ordersSuspended' | 'groupId'>>;

/** The change that closes a part of the API to an account; `nothing` ends any suspension. */
export function suspensionOf(part: ClosedPart): AccountChange {
  return { apiPermitted: part !== 'everything', ordersSuspended: part === 'orders' };
}

/** Maintains accounts and groups, for the operator. */
@Injectable()
export class AccountService {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(AccountGroup) private readonly groups: Repository<AccountGroup>,
    private readonly database: Database,
    private readonly forms: RequestFormsSwitch,
  ) {}

  async create(
    settings: AccountSettings & { name: string; demo?: boolean },
    manager: EntityManager = this.accounts.manager,
  ): Promise<Account> {
    const { id } = await manager.save(Account, manager.create(Account, settings));
    return this.get(id, manager);
  }

  /** True while no account exists, as in a new database. */
  async isEmpty(): Promise<boolean> {
    return (await this.accounts.count({ take: 1 })) === 0;
  }

  /** At most `limit` accounts with a greater id than `after`, by id. @param groupId only accounts of this group */
  page(after: number, limit: number, groupId?: number): Promise<Account[]> {
    const accounts = this.accounts.createQueryBuilder('account').limit(limit);
    if (groupId === undefined) {
      return accounts.where('account.id > :after', { after }).orderBy('account.id').getMany();
    }
    // The whole key of the index on groups is compared, so that the accounts of other groups are not read.
    return accounts
      .where('(account.groupId, account.id) > (:groupId, :after)', { groupId, after })
      .andWhere('(account.groupId, account.id) <= (:groupId, :last)', { last: LARGEST_INTEGER })
      .orderBy({ 'account.groupId': 'ASC', 'account.id': 'ASC' })
      .getMany();
  }

  /** The names of the accounts that have these ids. */
  named(ids: readonly number[]): Promise<Pick<Account, 'id' | 'name'>[]> {
    return this.accounts.find({
      select: { id: true, name: true },
      where: { id: In([...new Set(ids)]) },
    });
  }

  /** The accounts that have these ids. */
  several(ids: readonly number[]): Promise<Account[]> {
    return this.accounts.findBy({ id: In([...new Set(ids)]) });
  }

  /** @throws MissingError when there is no such account. */
  async get(id: number, manager: EntityManager = this.accounts.manager): Promise<Account> {
    const account = await manager.findOneBy(Account, { id });
    if (!account) throw noAccount(id);
    return account;
  }

  /** An account that nobody else changes until the end of the transaction. @throws MissingError */
  async locked(manager: EntityManager, id: number): Promise<Account> {
    // Orders and keys refer to the row while it is locked, so the lock is that of a change of the balance.
    const lock = { mode: 'for_no_key_update' } as const;
    const account = await manager.findOne(Account, { where: { id }, lock });
    if (!account) throw noAccount(id);
    return account;
  }

  /**
   * Changes an account, whose row is locked until the end of the caller's transaction.
   * @throws MissingError; ConflictError if it owes more than a new credit limit, or cannot be suspended for orders alone
   */
  async change(manager: EntityManager, id: number, change: AccountChange): Promise<void> {
    if (change.ordersSuspended) await this.forms.assertOn(manager);
    await this.locked(manager, id);
    if (change.groupId !== undefined && change.groupId !== null) {
      // It is not deleted until this has happened.
      const where = { id: change.groupId };
      const group = await manager.findOne(AccountGroup, { where, lock: { mode: 'for_key_share' } });
      if (!group) throw noGroup(change.groupId);
    }
    try {
      if (Object.keys(change).length > 0) await manager.update(Account, { id }, change);
    } catch (error) {
      if (violatedCheck(error) !== 'accounts_balance_within_credit') throw error;
      throw new ConflictError(...sentence('account.owes-more'));
    }
  }

  /** Closes a part of the API to an account (122), or opens it again. */
  suspend(id: number, part: ClosedPart): Promise<void> {
    return this.database.transaction((manager) => this.change(manager, id, suspensionOf(part)));
  }

  /** The accounts of the demo shop. */
  listDemo(): Promise<Account[]> {
    return this.accounts.find({ where: { demo: true } });
  }

  /** @throws OperatorError when there is no such group. */
  async groupNamed(name: string): Promise<AccountGroup> {
    const group = await this.groups.findOneBy({ name });
    if (group) return group;
    throw new OperatorError(...sentence('group.unknown', { name }));
  }

  /** At most `limit` groups with a greater id than `after`, by id. */
  groupPage(after: number, limit: number): Promise<AccountGroup[]> {
    return this.groups.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  /** The groups that have these ids. */
  groupsOf(ids: readonly number[]): Promise<AccountGroup[]> {
    return this.groups.findBy({ id: In([...new Set(ids)]) });
  }

  /** @throws MissingError when there is no such group. */
  async group(id: number, manager: EntityManager = this.groups.manager): Promise<AccountGroup> {
    const group = await manager.findOneBy(AccountGroup, { id });
    if (group) return group;
    throw noGroup(id);
  }
}

function noGroup(id: number): MissingError {
  return new MissingError(...sentence('missing.group', { id }));
}

function noAccount(id: number): MissingError {
  return new MissingError(...sentence('missing.account', { id }));
}
