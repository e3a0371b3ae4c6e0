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
  private running = 0;
  private isOver = false;
  private failed: { readonly error: unknown; readonly change: AskedChange<object> } | undefined;

  /** The number of the next call. */
  next(): number {
    return this.begun++;
  }

  /**
   * Remembers which change has failed, since only the change knows what its error means, and since half of it may be done.
   * @throws OperatorError after the end of the transaction
   */
  async during<T>(change: AskedChange<object>, work: () => Promise<T>): Promise<T> {
    if (this.isOver) throw new OperatorError('A method of Shop is called after its transaction.');
    this.running++;
    try {
      return await work();
    } catch (error) {
      this.failed ??= { error, change };
      throw error;
    } finally {
      this.running--;
    }
  }

  /** Ends it. @throws the first error of a call, whoever has caught it; OperatorError for calls that are still running */
  end(): void {
    this.isOver = true;
    if (this.failed) throw this.failed.error;
    if (this.running === 0) return;
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
    const { failed } = this;
    return failed && failed.error === error
      ? failed.change.refusalOf(error)
      : Promise.resolve(error);
  }
}

/** USD that a call adds to a balance. */
export function addedBy(use: ShopUse, input: object): string | undefined {
  if (use !== 'balance.deposit' && use !== 'balance.adjust') return undefined;
  const { amount } = input as DepositDto;
  return toDecimal(amount).greaterThan(0) ? amount : undefined;
}
