import { Injectable } from '@nestjs/common';
import type { ReadingOptions, ShopReading } from '../../../catalog/import/thread/catalog-reader.js';
import { SecretBox } from '../../../common/secret-box.js';
import { isSound } from './supplier-answers.js';
import type { Supplier } from './supplier.entity.js';
import { NoAnswerError, SupplierClient, type SupplierAnswer } from './supplier.client.js';
import { SupplierPace } from './supplier-breaker.js';

/** The supplier is not asked now, because it has too much to do, or has just failed. */
export class SupplierBusyError extends Error {
  override readonly name = 'SupplierBusyError';

  constructor(readonly againInSeconds: number) {
    super('the supplier is left alone for a moment');
  }
}

/** What a supplier's token belongs to. */
export function aboutSupplier(name: string): string {
  return `supplier:${name}`;
}

/** Calls to suppliers, each at its own pace. */
@Injectable()
export class SupplierCalls {
  private readonly client = new SupplierClient();
  private readonly paces = new Map<number, SupplierPace>();

  constructor(private readonly box: SecretBox) {}

  /**
   * Runs work that asks the supplier, when it may be asked. The turn holds until the work ends, so that what has begun
   * is not left half done.
   * @throws SupplierBusyError before the work begins
   */
  async turn<T>(supplier: Supplier, work: () => Promise<T>): Promise<T> {
    const pace = this.paceOf(supplier);
    const seconds = pace.secondsToWait(supplier.maxConcurrent);
    if (seconds > 0) throw new SupplierBusyError(seconds);
    return pace.during(work);
  }

  /** Asks at once. @throws NoAnswerError */
  async get(
    supplier: Supplier,
    path: string,
    query: Readonly<Record<string, string>> = {},
    via: readonly string[] = [],
  ): Promise<SupplierAnswer> {
    const pace = this.paceOf(supplier);
    const began = Date.now();
    try {
      const answer = await this.client.get(this.addressOf(supplier), path, query, via);
      if (answer.retryAfter !== undefined) pace.rest(answer.retryAfter * 1000);
      if (isSound(answer.body)) pace.succeeded();
      else pace.failed(began);
      return answer;
    } catch (error) {
      if (error instanceof NoAnswerError) pace.failed(began);
      throw error;
    }
  }

  /** What a catalog route answers. @throws OperatorError when it is no catalog */
  catalog(supplier: Supplier, path: string, options: ReadingOptions = {}): Promise<ShopReading> {
    return this.client.catalog(this.addressOf(supplier), path, options);
  }

  private addressOf({ name, baseUrl, sealedToken, timeOut }: Supplier) {
    return { baseUrl, timeOut, token: this.box.decrypt(sealedToken, aboutSupplier(name)) };
  }

  private paceOf({ id }: Supplier): SupplierPace {
    const pace = this.paces.get(id) ?? new SupplierPace();
    this.paces.set(id, pace);
    return pace;
  }
}
