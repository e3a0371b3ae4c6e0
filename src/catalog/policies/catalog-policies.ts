import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { deciding } from '../../common/port-call.js';
import { PortFaults } from '../../common/port-faults.js';
import { assertPorts } from '../../common/port-shape.js';
import { withinTime } from '../../common/time-limit.js';
import { readingOnly } from '../../database/reading-only.js';
import { PolicyDecisions, type InformedPolicy } from './policy-decisions.js';
import { PolicyFaults, type PolicyOf } from './policy-faults.js';
import { POLICY_SHAPE } from './policy-shape.js';

/** A policy that reads for longer has failed. The server's limit for a single statement is shorter. */
const READ_TIMEOUT_MS = 10_000;
const LATE = `read takes more than ${READ_TIMEOUT_MS} ms`;

/** The catalog policies of all extensions, in the order in which they are listed. */
@Injectable()
export class CatalogPolicies {
  private policies: readonly PolicyOf[] = [];
  private readonly faults: PolicyFaults;

  constructor(faults: PortFaults) {
    this.faults = new PolicyFaults(faults);
  }

  /** False without extensions that have policies; then nothing is read. */
  get areUsed(): boolean {
    return this.policies.length > 0;
  }

  /**
   * Called once at start, before the first request or job.
   * @throws OperatorError if a policy lacks a member, has an unknown one, or has the name of another one
   */
  use(policies: readonly PolicyOf[]): void {
    assertPorts(POLICY_SHAPE, policies);
    this.policies = [...policies];
  }

  /**
   * Reads the facts of all policies in the transaction of the caller.
   * @param timeMs the database's clock in that transaction, in whole milliseconds since 1970
   * @param productId if only the facts about this product are needed
   * @returns undefined if there are no policies.
   * @throws TemporarilyUnavailableError (111) if a policy throws; the error of a database that is unavailable
   */
  async read(
    manager: EntityManager,
    timeMs: number,
    productId?: number,
  ): Promise<PolicyDecisions | undefined> {
    if (!this.areUsed) return undefined;
    const informed: InformedPolicy[] = [];
    for (const policy of this.policies) {
      try {
        const facts: unknown = await readingOnly(manager, () => {
          const reading = deciding('policy', policy, () => policy.port.read(manager, productId));
          return withinTime(reading, READ_TIMEOUT_MS, LATE);
        });
        informed.push({ ...policy, facts });
      } catch (error) {
        throw this.faults.thrown(policy, 'read', error);
      }
    }
    return new PolicyDecisions(informed, timeMs, this.faults);
  }
}
