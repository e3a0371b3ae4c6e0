import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import type { Branding } from '../../catalog/branding/branding.js';
import { Database } from '../../database/database.js';
import { NotificationRecipient } from './recipient.entity.js';

/** The columns that an operator sets. */
export type RecipientColumns = Pick<
  NotificationRecipient,
  'name' | 'kind' | 'address' | 'topics' | 'overdueMinutes' | 'language' | 'encryptedSecret'
>;

/** Reads and writes recipients, and how their last attempt ended. */
@Injectable()
export class RecipientRepository {
  constructor(private readonly database: Database) {}

  /** At most `limit` recipients whose name comes after `after`, by name. */
  page(
    after: string,
    limit: number,
    manager: EntityManager = this.database.manager,
  ): Promise<NotificationRecipient[]> {
    return manager.find(NotificationRecipient, {
      where: { name: MoreThan(after) },
      order: { name: 'ASC' },
      take: limit,
    });
  }

  find(
    name: string,
    manager: EntityManager = this.database.manager,
  ): Promise<NotificationRecipient | null> {
    return manager.findOneBy(NotificationRecipient, { name });
  }

  /** Reads a recipient and locks its row until the end of the caller's transaction. */
  lock(manager: EntityManager, name: string): Promise<NotificationRecipient | null> {
    return manager.findOne(NotificationRecipient, {
      where: { name },
      lock: { mode: 'pessimistic_write' },
    });
  }

  count(manager: EntityManager): Promise<number> {
    return manager.count(NotificationRecipient);
  }

  /** @throws a violated unique key if the name is taken */
  async insert(manager: EntityManager, recipient: RecipientColumns): Promise<void> {
    await manager.insert(NotificationRecipient, recipient);
  }

  async update(
    manager: EntityManager,
    name: string,
    change: Partial<Pick<RecipientColumns, 'address' | 'topics' | 'overdueMinutes' | 'language'>>,
  ): Promise<void> {
    if (Object.keys(change).length === 0) return;
    await manager.update(NotificationRecipient, { name }, change);
  }

  /** How the shop is called, and its language; null for what it has not chosen. */
  async shop(): Promise<Pick<Branding, 'name'> & { readonly language: string | null }> {
    const sql = 'SELECT name, language FROM shop_branding, shop_conventions';
    const [shop] =
      await this.database.manager.query<{ name: string | null; language: string | null }[]>(sql);
    return shop ?? { name: null, language: null };
  }

  async remove(manager: EntityManager, name: string): Promise<void> {
    await manager.delete(NotificationRecipient, { name });
  }

  async noteSent(name: string): Promise<void> {
    const change = { lastSentAt: () => 'now()', lastError: '' };
    await this.database.manager.update(NotificationRecipient, { name }, change);
  }

  async noteFailed(name: string, reason: string): Promise<void> {
    await this.database.manager.update(NotificationRecipient, { name }, { lastError: reason });
  }
}
