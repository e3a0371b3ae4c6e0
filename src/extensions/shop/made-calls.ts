import { OperatorError } from '../../common/app-error.js';
import { toDecimal } from '../../common/decimal.js';
import { sumOf } from '../../common/money.js';
import type { DepositDto } from '../../operations/accounts/balance.operations.js';
import type { AskedChange } from '../../operations/running/operation-runner.js';
import type { Changed } from '../../people/changes/audited-changes.js';
import type { Called } from './methods-of.js';
import type { ShopUse } from './shop-use.js';

/** What a transaction has done so far. */
export class MadeCalls {
  readonly calls: object[] = [];
  private begun = 0;
  /** USD that was added to balances. */
  added: string | undefined;
  private readonly running = new Set<Promise<unknown>>();
  private isOver = false;
  private hasLeft = false;
  private failure: { readonly error: unknown; readonly change: AskedChange<object> } | undefined;

  /** The number of the next call. */
  next(): number {
    return this.begun++;
  }

  /** @throws OperatorError after the end of the transaction */
  during<T>(call: () => Promise<T>): Promise<T> {
    if (this.isOver) {
      return Promise.reject(new OperatorError('A method of Shop is called after its transaction.'));
    }
    const running = call();
    this.running.add(running);
    const end = (): void => void this.running.delete(running);
    running.then(end, end);
    return running;
  }

  /** Remembers which change has failed, since only the change knows what its error means, and half of it may be done. */
  failed(error: unknown, change: AskedChange<object>): never {
    this.failure ??= { error, change };
    throw error;
  }

  /** Ends it, and waits for calls that nobody has awaited: none may go on when the transaction is over. */
  async end(): Promise<void> {
    this.isOver = true;
    this.hasLeft = this.running.size > 0;
    await Promise.allSettled(this.running);
  }

  /** @throws the first error of a call, whoever has caught it; OperatorError for calls that were not awaited */
  assertWhole(): void {
    if (this.failure) throw this.failure.error;
    if (!this.hasLeft) return;
    throw new OperatorError(
      'A transaction of Shop has ended before all of its calls; await each of them.',
    );
  }

  note(
    use: ShopUse,
    { id, input }: Pick<Called, 'id' | 'input'>,
    changed: Pick<Changed<object>, 'before' | 'after'>,
  ): void {
    this.calls.push({ call: use, of: id ?? null, ...changed });
    const added = addedBy(use, input);
    if (added !== undefined) this.added = sumOf(this.added ?? '0', added);
  }

  refusalOf(error: unknown): Promise<unknown> {
    const { failure } = this;
    return failure && failure.error === error
      ? failure.change.refusalOf(error)
      : Promise.resolve(error);
  }
}

/** USD that a call adds to a balance. */
export function addedBy(use: ShopUse, input: object): string | undefined {
  if (use !== 'balance.deposit' && use !== 'balance.adjust') return undefined;
  const { amount } = input as DepositDto;
  return toDecimal(amount).greaterThan(0) ? amount : undefined;
}
