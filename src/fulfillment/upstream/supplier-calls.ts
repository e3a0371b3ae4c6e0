import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../common/secret-box.js';
import type { Supplier } from './supplier.entity.js';
import { NoAnswerError, SupplierClient, type SupplierAnswer } from './supplier.client.js';
import { SupplierPace } from './supplier-pace.js';

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

  /** @throws NoAnswerError, SupplierBusyError */
  async get(
    supplier: Supplier,
    path: string,
    query: Readonly<Record<string, string>> = {},
    via: readonly string[] = [],
  ): Promise<SupplierAnswer> {
    const pace = this.paceOf(supplier);
    const seconds = pace.secondsToWait(supplier.maxConcurrent);
    if (seconds > 0) throw new SupplierBusyError(seconds);
    const answer = await pace.run(async () => {
      const got = await this.client.get(this.addressOf(supplier), path, query, via);
      if (got.httpStatus >= 500 && got.httpStatus !== 503) {
        throw new NoAnswerError(`it answered HTTP ${got.httpStatus}`);
      }
      return got;
    });
    if (answer.retryAfter !== undefined) pace.rest(answer.retryAfter * 1000);
    return answer;
  }

  /** @throws NoAnswerError */
  catalog(supplier: Supplier, path: string): Promise<string> {
    return this.client.catalog(this.addressOf(supplier), path);
  }

  private addressOf({ name, baseUrl, sealedToken }: Supplier) {
    return { baseUrl, token: this.box.open(sealedToken, aboutSupplier(name)) };
  }

  private paceOf({ id }: Supplier): SupplierPace {
    const pace = this.paces.get(id) ?? new SupplierPace();
    this.paces.set(id, pace);
    return pace;
  }
}
