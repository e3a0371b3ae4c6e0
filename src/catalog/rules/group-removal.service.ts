import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountGroups } from '../../account/account-groups.service.js';
import { Database } from '../../database/database.js';
import { RuleRepository } from './rule.repository.js';

/** A group that was deleted. */
export interface RemovedGroup {
  readonly id: number;
  readonly name: string;
  /** How many prices and rules of visibility were for it. */
  readonly rules: number;
}

/** Deletes groups, together with the rules that are for them. */
@Injectable()
export class GroupRemoval {
  constructor(
    private readonly groups: AccountGroups,
    private readonly rules: RuleRepository,
    private readonly database: Database,
  ) {}

  /**
   * @param within the transaction that it belongs to; one of its own by default.
   * @throws MissingError; ConflictError if an account is in it
   */
  async remove(groupId: number, within?: EntityManager): Promise<RemovedGroup> {
    const remove = async (manager: EntityManager): Promise<RemovedGroup> => {
      const rules = await this.rules.removeOfGroup(manager, groupId);
      const { id, name } = await this.groups.remove(manager, groupId);
      return { id, name, rules };
    };
    return within ? remove(within) : this.database.transaction(remove);
  }
}
