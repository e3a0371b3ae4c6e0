import type { EntityManager } from 'typeorm';

/** The port by which ledgers name operators and extensions, since resellers read them. The operators module implements it. */
export abstract class OperatorNumbers {
  /**
   * The number of an operator or an extension, which is added if it is new, in the caller's transaction.
   * @param name as in the audit, such as `operator:ada` or `extension:acme`.
   */
  abstract numberOf(manager: EntityManager, name: string): Promise<number>;
}
