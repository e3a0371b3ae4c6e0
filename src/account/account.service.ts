import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { OperatorError } from '../common/app-error.js';
import { violatedCheck } from '../database/database-errors.js';
import { AccountGroup } from './account-group.entity.js';
import { Account } from './account.entity.js';

/** The settings of an account that an operator may change. */
export type AccountSettings = Partial<
  Pick<
    Account,
    | 'name'
    | 'email'
    | 'showUnavailable'
    | 'testing'
    | 'errorHttpStatus'
    | 'orderUuidMode'
    | 'requestsPerMinute'
    | 'ordersPerMinute'
    | 'creditLimit'
  >
>;

/** Maintains accounts and groups, for the operator. */
@Injectable()
export class AccountService {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(AccountGroup) private readonly groups: Repository<AccountGroup>,
  ) {}

  create(settings: AccountSettings & { name: string; demo?: boolean }): Promise<Account> {
    return this.accounts.save(this.accounts.create(settings)).then(({ id }) => this.get(id));
  }

  list(): Promise<Account[]> {
    return this.accounts.find({ order: { id: 'ASC' } });
  }

  /** True while no account exists, as in a new database. */
  async isEmpty(): Promise<boolean> {
    return (await this.accounts.count({ take: 1 })) === 0;
  }

  /** @throws OperatorError when there is no such account. */
  async get(id: number): Promise<Account> {
    const account = await this.accounts.findOneBy({ id });
    if (!account) throw new OperatorError(`There is no account ${id}; see "souk account list".`);
    return account;
  }

  async set(id: number, settings: AccountSettings): Promise<Account> {
    await this.get(id);
    try {
      await this.accounts.update({ id }, settings);
    } catch (error) {
      if (violatedCheck(error) !== 'accounts_balance_within_credit') throw error;
      throw new OperatorError(
        `Account ${id} already owes more than that; deposit first or set a higher credit limit.`,
      );
    }
    return this.get(id);
  }

  /** Bars an account from the API (122), or admits it again. */
  async permitApi(id: number, apiPermitted: boolean): Promise<Account> {
    await this.get(id);
    await this.accounts.update({ id }, { apiPermitted });
    return this.get(id);
  }

  /** The accounts of the demo shop. */
  listDemo(): Promise<Account[]> {
    return this.accounts.find({ where: { demo: true } });
  }

  listGroups(): Promise<AccountGroup[]> {
    return this.groups.find({ order: { id: 'ASC' } });
  }

  /** @throws OperatorError when there is no such group. */
  async groupNamed(name: string): Promise<AccountGroup> {
    const group = await this.groups.findOneBy({ name });
    if (group) return group;
    throw new OperatorError(
      `There is no group ${JSON.stringify(name)}; make it with "souk group create".`,
    );
  }

  async createGroup(name: string): Promise<AccountGroup> {
    if (await this.groups.existsBy({ name })) {
      throw new OperatorError(`There is already a group ${JSON.stringify(name)}.`);
    }
    return this.groups.save(this.groups.create({ name }));
  }

  /** Assigns an account to a group, or with null to none. An account has at most one group. */
  async assignGroup(id: number, groupName: string | null): Promise<Account> {
    await this.get(id);
    const groupId = groupName === null ? null : (await this.groupNamed(groupName)).id;
    await this.accounts.update({ id }, { groupId });
    return this.get(id);
  }
}
