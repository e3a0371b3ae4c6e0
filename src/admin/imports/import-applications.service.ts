import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { shownState } from '../../catalog/import/uploaded/import-state.js';
import { ImportWork } from '../../catalog/import/uploaded/import-work.js';
import type { StoredImport } from '../../catalog/import/uploaded/uploaded-imports.repository.js';
import { UploadedImports } from '../../catalog/import/uploaded/uploaded-imports.service.js';
import { isOperatorError } from '../../common/app-error.js';
import type { Changed } from '../../people/changes/audited-changes.js';
import type { ChangeAuthor } from '../../people/changes/change-author.js';
import type { Caller } from '../access/caller.js';
import { ProblemError } from '../problems/problem.js';
import { OnceOnlyChanges } from '../requests/once-only.service.js';
import type { RequestKey } from '../requests/request-key.js';
import { given } from '../../operations/given.js';
import { IMPORT, type ImportDto } from '../../operations/catalog/import.answers.js';

/** A difference that an operator has seen. */
export interface SeenDifference {
  /** Of the upload. */
  readonly id: string;
  /** The id of the difference. */
  readonly difference: string;
  /** How many of its changes are unusual; left out where none is. */
  readonly acceptUnusual?: number | undefined;
}

interface Application {
  readonly author: ChangeAuthor;
  /** The upload, where it says already that it is being applied. */
  readonly begun?: StoredImport;
  readonly signal?: AbortSignal;
  readonly assertStillAdmitted?: () => Promise<void>;
}

/** Applies differences of uploads for operators, each once, with its audit entry. */
@Injectable()
export class ImportApplications {
  constructor(
    private readonly imports: UploadedImports,
    private readonly work: ImportWork,
    private readonly onceOnly: OnceOnlyChanges,
  ) {}

  /** Applies exactly the difference that was seen. */
  apply(seen: SeenDifference, key: RequestKey, author: ChangeAuthor): Promise<ImportDto> {
    return this.applyOnce(seen, key, { author });
  }

  /**
   * Begins to apply exactly the difference that was seen; its upload tells how far that has come, and how it ends. A repeated
   * request changes nothing.
   * @param caller asked whether it is still admitted when its turn has come, which may take long. @throws ProblemError
   */
  async applyBehind(
    seen: SeenDifference,
    key: RequestKey,
    caller: Pick<Caller, 'author' | 'assertStillAdmitted'>,
  ): Promise<void> {
    const { author } = caller;
    const state = shownState(await this.imports.get(seen.id));
    if (state === 'applying') return;
    if (state !== 'ready') {
      // Refused at once, or answered as the request before.
      await this.apply(seen, key, author);
      return;
    }
    this.work.assertRoom();
    const begun = await this.imports.beginApplying(seen.id, seen.difference, seen.acceptUnusual);
    this.imports.workBehind(seen.id, async (signal) => {
      const assertStillAdmitted = () => caller.assertStillAdmitted();
      await this.applyOnce(seen, key, { author, begun, signal, assertStillAdmitted }).catch(
        (error: unknown) => {
          if (refusalOf(error) === undefined) throw error;
        },
      );
    });
  }

  /** @throws what has prevented it, which the upload then tells */
  private async applyOnce(
    { id, difference, acceptUnusual }: SeenDifference,
    key: RequestKey,
    { author, begun, signal, assertStillAdmitted }: Application,
  ): Promise<ImportDto> {
    let own = begun;
    const run = async (manager: EntityManager): Promise<Changed<ImportDto>> => {
      own ??= await this.imports.beginApplying(id, difference, acceptUnusual);
      await this.imports.apply(manager, own, { acceptUnusual, signal });
      const result = { ...IMPORT.of(own), state: 'applied' as const };
      const after = { state: 'applied', name: result.name, difference: result.difference };
      return { result, before: { state: 'ready' }, after };
    };
    const action = {
      name: 'catalog import',
      details: { import: id, difference, ...given({ accept_unusual: acceptUnusual }) },
    };
    try {
      await assertStillAdmitted?.();
      return await this.onceOnly.run<ImportDto>(key, { author, action, run });
    } catch (error) {
      // Where this fails as well, the upload says so when it has not been heard of for a while.
      if (own) await this.imports.endApplying(id, refusalOf(error)).catch(() => undefined);
      throw error;
    }
  }
}

/** What a refusal says; undefined for what is none. */
function refusalOf(error: unknown): string | undefined {
  return isOperatorError(error) || error instanceof ProblemError ? error.message : undefined;
}
