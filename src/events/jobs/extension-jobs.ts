import type { EntityManager } from 'typeorm';

/** How a job is sent. */
export interface SendOptions {
  /**
   * 1 to 100 characters. While a job of the same name with the same key waits for its first attempt to begin, no other one
   * is written, and that job does not begin before the transactions end that count on it. Those that send under the same key
   * wait for one another.
   */
  readonly key?: string;
  /** Whole seconds before which the job does not begin, up to 31536000 (a year). */
  readonly afterSeconds?: number;
}

/** Sends jobs of the extension, whose code is in its port `jobs`. Each service of an extension gets its own. */
export abstract class ExtensionJobs {
  /**
   * Writes a job in the caller's transaction: it is done if and only if that is committed.
   * @param manager of a transaction, such as the one that an order check gets, or that of `Database.transaction`
   * @param data what JSON can hold, at most 64 KiB as such
   * @returns false if nothing was written, since a job waits under the same key
   * @throws OperatorError for a job that the extension does not have, a manager without a transaction, or other data
   */
  abstract send(
    manager: EntityManager,
    name: string,
    data: unknown,
    options?: SendOptions,
  ): Promise<boolean>;
}
