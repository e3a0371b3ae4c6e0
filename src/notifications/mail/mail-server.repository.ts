import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { MAIL_SERVER_ID, MailServer } from './mail-server.entity.js';

/** Reads and writes the mail server. */
@Injectable()
export class MailServerRepository {
  constructor(private readonly database: Database) {}

  find(manager: EntityManager = this.database.manager): Promise<MailServer | null> {
    return manager.findOneBy(MailServer, { id: MAIL_SERVER_ID });
  }

  /** Reads the mail server and locks its row until the end of the caller's transaction. */
  lock(manager: EntityManager): Promise<MailServer | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return manager.findOne(MailServer, { where: { id: MAIL_SERVER_ID }, lock });
  }

  /** Sets it, whether there is one or not. */
  async put(manager: EntityManager, server: Omit<MailServer, 'id'>): Promise<void> {
    await manager.upsert(MailServer, { ...server, id: MAIL_SERVER_ID }, ['id']);
  }

  async remove(manager: EntityManager): Promise<void> {
    await manager.delete(MailServer, { id: MAIL_SERVER_ID });
  }
}
