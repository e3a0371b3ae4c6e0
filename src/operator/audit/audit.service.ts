import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { AuditEntry } from './audit-entry.entity.js';
import { RESTORE, type OperatorAction } from './operator-action.js';

const DONE = 'done';

/** Keeps who changed what, and how it ended. */
@Injectable()
export class AuditService {
  constructor(@InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>) {}

  /**
   * Runs a change. Its entry is committed before it begins: whatever happens then, there is a trace. An entry
   * without an outcome is of a change that was cut off.
   */
  async during(actor: string, action: OperatorAction, change: () => Promise<void>): Promise<void> {
    if (action.name === RESTORE) {
      await change();
      await this.complete(await this.begin(actor, action), DONE);
      return;
    }
    const id = await this.begin(actor, action);
    try {
      await change();
    } catch (error) {
      // What went wrong is more important than that the audit could not be told.
      await this.complete(id, `failed: ${reasonOf(error)}`).catch(() => undefined);
      throw error;
    }
    await this.complete(id, DONE);
  }

  /** The newest entries first. */
  list(limit: number): Promise<AuditEntry[]> {
    return this.entries.find({ order: { id: 'DESC' }, take: limit });
  }

  private async begin(actor: string, { name, details }: OperatorAction): Promise<string> {
    const entry = this.entries.create({ actor, action: name, details });
    return (await this.entries.save(entry)).id;
  }

  private async complete(id: string, outcome: string): Promise<void> {
    await this.entries.update({ id }, { outcome, finishedAt: () => 'now()' });
  }
}

/** Only what was written for people: other errors may carry what was in a statement. */
function reasonOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? error.name : typeof error;
}
