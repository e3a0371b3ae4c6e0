import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type {
  AuditedAction,
  AuditedChange,
  CallerAudit,
  Door,
} from '../../account/caller-audit.js';
import { isOperatorError } from '../../common/app-error.js';
import { changeMark } from '../../database/change-mark.js';
import { sqlState } from '../../database/database-errors.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { AuditEntry } from './audit-entry.entity.js';
import { maskedValue, RESTORE } from './operator-action.js';

const DONE = 'done';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Records who changed what, and how it ended. */
@Injectable()
export class AuditService implements CallerAudit {
  /** The changes that are running. */
  private readonly running = new AsyncLocalStorage<{ changed?: AuditedChange }>();

  constructor(
    @InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>,
    private readonly revisions: RevisionWatch,
  ) {}

  /**
   * Runs a change. Its entry is committed before the change starts, so that an interrupted change leaves an entry too,
   * without an outcome.
   */
  async during<T>(actor: string, action: AuditedAction, change: () => Promise<T>): Promise<T> {
    if (this.running.getStore()) return change();
    const noted: { changed?: AuditedChange } = {};
    const id = action.name === RESTORE ? undefined : await this.begin(actor, action);
    let result: T;
    try {
      // Whatever becomes of it, part of it may have been committed.
      result = await this.running
        .run(noted, () => changeMark.run(id ?? 'off', change))
        .finally(() => {
          this.revisions.expire();
        });
    } catch (error) {
      // If the entry cannot be completed, the error of the change is still the one to report.
      const outcome = `failed: ${reasonOf(error)}`;
      if (id !== undefined) await this.complete(id, outcome, noted.changed).catch(() => undefined);
      throw error;
    }
    await this.complete(id ?? (await this.begin(actor, action)), DONE, noted.changed);
    return result;
  }

  note(changed: AuditedChange): void {
    const noted = this.running.getStore();
    if (!noted) throw new Error('a change is noted outside of the audit');
    noted.changed = { before: masked(changed.before), after: masked(changed.after) };
  }

  private async begin(actor: string, { name, details, origin }: AuditedAction): Promise<string> {
    const entry = this.entries.create({
      ...{ actor, action: name, ...origin, door: doorOf(actor, name, origin) },
      details: maskedValue(details) as Record<string, unknown>,
    });
    return (await this.entries.save(entry)).id;
  }

  /** Completes an entry. */
  async complete(id: string, outcome: string, changed?: AuditedChange): Promise<void> {
    const completed = { outcome, finishedAt: () => 'now()' };
    try {
      await this.update(id, { ...completed, ...changed });
    } catch (error) {
      // An instance of the former release that starts revokes the privilege for columns that it does not know.
      if (!changed || sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      await this.update(id, completed);
    }
  }

  private async update(id: string, values: object): Promise<void> {
    await this.entries.update({ id }, values);
  }
}

/** How it is done: a file, or the catalog of a supplier, counts for itself, whoever has sent it. */
function doorOf(actor: string, name: string, origin: AuditedAction['origin']): Door {
  if (name === 'catalog import') return 'import';
  return origin?.door ?? (actor.startsWith('token:') ? 'api' : 'command');
}

/** Addresses may contain a password, whoever has noted them. */
function masked(values: AuditedChange['before']): AuditedChange['before'] {
  return values && (maskedValue(values) as Record<string, unknown>);
}

/** Only messages for operators are stored: those of other errors may contain values of a statement. */
function reasonOf(error: unknown): string {
  if (isOperatorError(error)) return error.message;
  return error instanceof Error ? error.name : typeof error;
}
