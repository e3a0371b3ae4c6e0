import { Inject, Injectable } from '@nestjs/common';
import { Histogram, Registry } from 'prom-client';
import type {
  ReadingOptions,
  ShopReading,
} from '../../../catalog/import/process/catalog-reader.js';
import { SecretBox } from '../../../common/secret-box.js';
import { TRACING, type Tracing } from '../../../common/tracing/tracing.js';
import { SsrfGuard } from '../../../outgoing/ssrf-guard.js';
import { isValidAnswer } from './supplier-answers.js';
import type { Supplier } from './supplier.entity.js';
import { SupplierUnansweredError, SupplierClient, type SupplierAnswer } from './supplier.client.js';
import { SupplierBreaker } from './supplier-breaker.js';

/** The supplier is not called now, because its circuit breaker is open or its concurrency limit is reached. */
export class SupplierBusyError extends Error {
  override readonly name = 'SupplierBusyError';

  constructor(readonly againInSeconds: number) {
    super('the supplier is left alone for a moment');
  }
}

/** What an encrypted token belongs to, for `SecretBox`. */
export function aboutSupplier(name: string): string {
  return `supplier:${name}`;
}

const DURATION_BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Calls to suppliers, each with its own circuit breaker and concurrency limit. */
@Injectable()
export class SupplierCalls {
  private readonly client: SupplierClient;
  private readonly breakers = new Map<number, SupplierBreaker>();
  private readonly failing = new Set<string>();

  private readonly durations: Histogram;

  constructor(
    private readonly box: SecretBox,
    registry: Registry,
    @Inject(TRACING) private readonly tracing: Tracing | undefined,
    guard: SsrfGuard,
  ) {
    this.client = new SupplierClient(guard);
    this.durations = new Histogram({
      name: 'souk_supplier_call_seconds',
      help: 'Time of calls to suppliers, but those for their catalog: answered, invalid (no answer of the API), unanswered.',
      labelNames: ['supplier', 'outcome'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers: [registry],
    });
  }

  /**
   * Runs work that calls the supplier, if breaker and limit allow it. They are checked once, before the work starts: the
   * calls within the work are not rejected.
   * @throws SupplierBusyError before the work starts
   */
  async run<T>(supplier: Supplier, work: () => Promise<T>): Promise<T> {
    const breaker = this.breakerOf(supplier);
    const seconds = breaker.secondsToWait(supplier.maxConcurrent);
    if (seconds > 0) throw new SupplierBusyError(seconds);
    return breaker.run(work);
  }

  /** Sends a request at once, and records its outcome in the breaker. @throws SupplierUnansweredError */
  async get(
    supplier: Supplier,
    path: string,
    query: Readonly<Record<string, string>> = {},
    via: readonly string[] = [],
  ): Promise<SupplierAnswer> {
    const breaker = this.breakerOf(supplier);
    const startedAt = Date.now();
    const timer = this.durations.startTimer({ supplier: supplier.name });
    try {
      const answer = await this.answerOf(supplier, path, query, via);
      const { retryAfterSeconds } = answer;
      const isValid = isValidAnswer(answer.body);
      if (isValid) breaker.succeeded();
      else this.failed(supplier, startedAt);
      // Some servers send `RateLimit-Reset` with each good answer, too.
      if (!isValid && retryAfterSeconds !== undefined) breaker.open(retryAfterSeconds * 1000);
      timer({ outcome: isValid ? 'answered' : 'invalid' });
      return answer;
    } catch (error) {
      if (!(error instanceof SupplierUnansweredError)) throw error;
      this.failed(supplier, startedAt);
      timer({ outcome: 'unanswered' });
      throw error;
    }
  }

  /** The names of suppliers whose breaker was opened since this was asked last: what is known of them is no longer true. */
  takeFailing(): string[] {
    const names = [...this.failing];
    this.failing.clear();
    return names;
  }

  private failed(supplier: Supplier, startedAt: number): void {
    if (this.breakerOf(supplier).failed(startedAt)) this.failing.add(supplier.name);
  }

  private answerOf(
    supplier: Supplier,
    path: string,
    query: Readonly<Record<string, string>>,
    via: readonly string[],
  ): Promise<SupplierAnswer> {
    const address = this.addressOf(supplier);
    const { tracing } = this;
    if (!tracing) return this.client.get(address, path, query, { via });
    // The rest of the path names a product.
    const route = path.split('/', 1)[0] ?? '';
    const attributes = { 'souk.supplier': supplier.name, 'http.request.method': 'GET' };
    return tracing.span(`GET ${route}`, { kind: 'client', attributes }, async (span) => {
      const traceparent = tracing.traceparent();
      const answer = await this.client.get(address, path, query, { via, traceparent });
      span.set({ 'http.response.status_code': answer.httpStatus });
      if (!isValidAnswer(answer.body)) span.fail();
      return answer;
    });
  }

  /** Reads the answer of a catalog route. @throws OperatorError if it is no catalog */
  catalog(supplier: Supplier, path: string, options: ReadingOptions = {}): Promise<ShopReading> {
    return this.client.catalog(this.addressOf(supplier), path, options);
  }

  private addressOf({ name, baseUrl, encryptedToken, timeoutSeconds }: Supplier) {
    return {
      baseUrl,
      timeoutSeconds,
      token: this.box.decrypt(encryptedToken, aboutSupplier(name)),
    };
  }

  private breakerOf({ id }: Supplier): SupplierBreaker {
    const breaker = this.breakers.get(id) ?? new SupplierBreaker();
    this.breakers.set(id, breaker);
    return breaker;
  }
}
