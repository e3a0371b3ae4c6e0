import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { loggableError, type LoggableError } from '../../common/logger.js';
import type { PortFaults } from '../../common/port-faults.js';
import type { PortOf } from '../../common/port-shape.js';
import { isStatementUnavailable, isWriteRefused } from '../../database/database-errors.js';
import type { CatalogPolicy } from './catalog-policy.js';

/** A policy with the name of its extension. */
export type PolicyOf = PortOf<CatalogPolicy>;

/** The methods of a policy. */
export type PolicyMethod = Exclude<keyof CatalogPolicy, 'name'>;

/** Logs what policies do wrong. */
export class PolicyFaults {
  constructor(private readonly faults: PortFaults) {}

  /**
   * The error for a request during which a method has thrown: 111. A statement that fails because the database is
   * unavailable is not the fault of the policy, and its error stays as it is.
   */
  thrown(policy: PolicyOf, method: PolicyMethod, error: unknown): unknown {
    if (isStatementUnavailable(error) && !isWriteRefused(error)) return error;
    this.log(policy, `${method} of a catalog policy throws`, loggableError(error));
    return new TemporarilyUnavailableError(error);
  }

  /** Logs an answer that cannot be used. */
  garbage(policy: PolicyOf, method: PolicyMethod, expected: string): void {
    this.log(policy, `${method} of a catalog policy answers ${expected}`);
  }

  private log({ extension, port }: PolicyOf, fault: string, err?: LoggableError): void {
    this.faults.note({ extension, port: port.name, fault }, { err });
  }
}
