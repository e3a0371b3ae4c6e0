import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError, MissingError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import { violatedUniqueKey } from '../database/database-errors.js';
import { AccountGroup } from './account-group.entity.js';
import { Account } from './account.entity.js';

/** Makes, renames and deletes groups, in the caller's transaction. */
@Injectable()
export class AccountGroups {
  /** @throws ConflictError if there is one of the name */
  async create(manager: EntityManager, name: string): Promise<AccountGroup> {
    if (await manager.existsBy(AccountGroup, { name })) throw nameTaken(name);
    const create = () => manager.save(AccountGroup, manager.create(AccountGroup, { name }));
    return unlessTaken(name, create);
  }

  /** A group that nobody else changes until the end of the transaction. @throws MissingError */
  async locked(manager: EntityManager, id: number): Promise<AccountGroup> {
    // Rules may be made for it meanwhile: who makes one holds the tables of rules, for which who deletes the group waits.
    await manager.query('SELECT FROM account_groups WHERE id = $1 FOR NO KEY UPDATE', [id]);
    return find(manager, id);
  }

  /** @throws MissingError; ConflictError if another one has the name */
  async rename(manager: EntityManager, id: number, name: string): Promise<void> {
    await find(manager, id);
    const other = await manager.findOneBy(AccountGroup, { name });
    if (other && other.id !== id) throw nameTaken(name);
    await unlessTaken(name, () => manager.update(AccountGroup, { id }, { name }));
  }

  /**
   * Deletes a group that no account is in and no rule is for.
   * @throws MissingError; ConflictError if an account is in it
   */
  async remove(manager: EntityManager, id: number): Promise<AccountGroup> {
    // No account gets into it, and no rule is made for it, until the end of the transaction.
    await manager.query('SELECT FROM account_groups WHERE id = $1 FOR UPDATE', [id]);
    const group = await find(manager, id);
    if (await manager.existsBy(Account, { groupId: id })) {
      throw new ConflictError(...sentence('group.has-accounts'));
    }
    await manager.delete(AccountGroup, { id });
    return group;
  }
}

async function find(manager: EntityManager, id: number): Promise<AccountGroup> {
  const group = await manager.findOneBy(AccountGroup, { id });
  if (group) return group;
  throw new MissingError(...sentence('missing.group', { id }));
}

/** @throws ConflictError if another one has got the name meanwhile */
async function unlessTaken<T>(name: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (violatedUniqueKey(error) !== undefined) throw nameTaken(name);
    throw error;
  }
}

function nameTaken(name: string): ConflictError {
  return new ConflictError(...sentence('group.exists', { name }));
}
