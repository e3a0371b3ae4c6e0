import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditedAction, CallerAudit } from '../../account/caller-audit.js';
import { isOperatorError } from '../../common/app-error.js';
import { AuditEntry } from './audit-entry.entity.js';
import { RESTORE } from './operator-action.js';

const DONE = 'done';

/** Records who changed what, and how it ended. */
@Injectable()
export class AuditService implements CallerAudit {
  constructor(@InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>) {}

  /**
   * Runs a change. Its entry is committed before the change starts, so that an interrupted change leaves an entry too,
   * without an outcome.
   */
  async during<T>(actor: string, action: AuditedAction, change: () => Promise<T>): Promise<T> {
    const id = action.name === RESTORE ? undefined : await this.begin(actor, action);
    let result: T;
    try {
      result = await change();
    } catch (error) {
      // If the entry cannot be completed, the error of the change is still the one to report.
      const outcome = `failed: ${reasonOf(error)}`;
      if (id !== undefined) await this.complete(id, outcome).catch(() => undefined);
      throw error;
    }
    await this.complete(id ?? (await this.begin(actor, action)), DONE);
    return result;
  }

  /** The newest entries first. */
  list(limit: number): Promise<AuditEntry[]> {
    return this.entries.find({ order: { id: 'DESC' }, take: limit });
  }

  private async begin(actor: string, { name, details }: AuditedAction): Promise<string> {
    const entry = this.entries.create({ actor, action: name, details });
    return (await this.entries.save(entry)).id;
  }

  private async complete(id: string, outcome: string): Promise<void> {
    await this.entries.update({ id }, { outcome, finishedAt: () => 'now()' });
  }
}

/** Only messages for operators are stored: those of other errors may contain values of a statement. */
function reasonOf(error: unknown): string {
  if (isOperatorError(error)) return error.message;
  return error instanceof Error ? error.name : typeof error;
}
