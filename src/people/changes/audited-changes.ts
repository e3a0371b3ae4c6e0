import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CallerAudit, type AuditedAction, type AuditedChange } from '../../account/caller-audit.js';
import { Database } from '../../database/database.js';
import type { ChangeAuthor } from './change-author.js';

/** The result of a change, and what it has changed. */
export interface Changed<T> extends AuditedChange {
  readonly result: T;
}

/** Runs changes, each with one audit entry that holds the values before and after. */
@Injectable()
export class AuditedChanges {
  constructor(
    private readonly database: Database,
    private readonly audit: CallerAudit,
  ) {}

  /** Runs a change in a transaction. */
  run<T>(
    by: ChangeAuthor,
    action: Pick<AuditedAction, 'name' | 'details'>,
    change: (manager: EntityManager) => Promise<Changed<T>>,
  ): Promise<T> {
    return this.around(by, action, () => this.database.transaction(change));
  }

  /** Runs a change whose service has transactions of its own. @param onDone may fail: what has changed is noted before */
  around<T>(
    { actor, origin }: ChangeAuthor,
    action: Pick<AuditedAction, 'name' | 'details'>,
    change: () => Promise<Changed<T>>,
    onDone?: (result: T) => unknown,
  ): Promise<T> {
    return this.audit.during(actor, { ...action, origin }, async () => {
      const { result, before, after } = await change();
      this.audit.note({ before, after });
      await onDone?.(result);
      return result;
    });
  }
}
