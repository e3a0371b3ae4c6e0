import type { EntityManager } from 'typeorm';
import type { AuditedAction } from '../../account/caller-audit.js';
import {
  isOperatorError,
  OperatorError,
  TemporarilyUnavailableError,
} from '../../common/app-error.js';
import type { AuditedChanges, Changed } from '../../people/changes/audited-changes.js';
import type { ChangeAuthor } from '../../people/changes/change-author.js';

/** A change, and what the audit says of it. */
export interface OnceOnlyChange<T extends object> {
  readonly author: ChangeAuthor;
  readonly action: Pick<AuditedAction, 'name' | 'details'>;
  /** Done before the transaction begins, such as asking another server; not for a request that is only repeated. */
  readonly prepare?: () => Promise<void>;
  /** Its result is the answer, which is stored: without secrets, of texts, whole numbers and the like. */
  readonly run: (manager: EntityManager) => Promise<Changed<T>>;
  /** What an error of `run` means, asked after the transaction has ended; the error itself if it is left out. */
  readonly refusalOf?: (error: unknown) => Promise<unknown>;
}

/** A request under a key, where its answer is kept. */
export interface KeyedRequest {
  /** @returns the answer that it had; undefined if it was not executed. @throws if another request had the key */
  known(): Promise<object | undefined>;
  /**
   * Claims the key. If another transaction has claimed it, this waits until that one has ended.
   * @returns false if it was claimed before
   */
  claim(manager: EntityManager): Promise<boolean>;
  answer(manager: EntityManager, answer: object): Promise<void>;
}

const NO_SECRET = Buffer.alloc(0);

/**
 * The hashes of an input by each secret of the installation, the newest first, and by none: while keys are exchanged, another
 * instance may have stored the hash by another one.
 */
export function hashesBySecrets(
  [first = NO_SECRET, ...others]: readonly Buffer[],
  hashBy: (secret: Buffer) => Buffer,
): readonly [Buffer, ...Buffer[]] {
  return [hashBy(first), ...[...others, NO_SECRET].map(hashBy)];
}

/** The same request has been executed meanwhile, in another transaction. */
class ExecutedMeanwhileError extends OperatorError {
  constructor() {
    super('The request was repeated and had been executed; nothing was changed again.');
  }
}

/**
 * Executes a request under its key once. The key is claimed in the transaction of the change, so a crash leaves both or
 * neither; what refuses the change leaves the key free.
 * @param inTransaction runs the change in a transaction
 * @returns the answer, which is that of the first request under the key
 * @throws what `request.known` throws; the errors of the change
 */
export async function executeOnce<T extends object>(
  request: KeyedRequest,
  { author, action, prepare, run, refusalOf }: OnceOnlyChange<T>,
  changes: AuditedChanges,
  inTransaction: <R>(work: (manager: EntityManager) => Promise<R>) => Promise<R>,
): Promise<T> {
  // Before the audit: what is only repeated is no change.
  const known = await request.known();
  if (known) return known as T;
  const change = async (manager: EntityManager): Promise<Changed<T>> => {
    if (!(await request.claim(manager))) throw new ExecutedMeanwhileError();
    const changed = await run(manager);
    await request.answer(manager, changed.result);
    return changed;
  };
  try {
    return await changes.around(author, action, async () => {
      await prepare?.();
      try {
        return await inTransaction(change);
      } catch (error) {
        throw refusalOf ? await refusalOf(error) : error;
      }
    });
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    // Beside the same request, which was executed first, the change may also be refused because it was made.
    const meanwhile = await request.known();
    if (meanwhile) return meanwhile as T;
    throw error instanceof ExecutedMeanwhileError ? new TemporarilyUnavailableError(error) : error;
  }
}
