import { Injectable } from '@nestjs/common';
import { LookupTurns } from '../../admin/access/lookup-turns.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { FairQueue } from '../../common/fair-queue.js';
import type { OpenLink } from '../../operators/links/links.repository.js';
import { OperatorLinks } from '../../operators/links/operator-links.service.js';
import { SignInProofs } from '../../operators/proofs/sign-in-proofs.js';

/** Of links that the shop has made, some of which are used up: one at a time of each. */
const OWN = { maxConcurrent: 2, maxPerTurn: 1, maxWaitingPerKey: 8, maxWaiting: 1_000 };
/** As links were before they had a proof; the last of them ends a day after the upgrade. */
const WITHOUT_PROOF = /^[0-9a-f]{64}$/;

/** Finds out for whom a link is. */
@Injectable()
export class LinkLookups extends LookupTurns {
  private readonly own = new FairQueue(OWN);

  constructor(
    private readonly links: OperatorLinks,
    private readonly proofs: SignInProofs,
  ) {
    super();
  }

  /**
   * What the shop has not made itself costs no look-up, and takes no turn from what it has.
   * @param address null if it is unknown.
   * @returns undefined for a link that is not open
   * @throws ProblemError when too many wait
   */
  async find(secret: string, address: string | null): Promise<OpenLink | undefined> {
    const look = (): Promise<OpenLink | undefined> => this.links.find(secret);
    if ((await this.proofs.check('link', secret)) !== undefined) {
      if (!this.own.isFullFor(secret)) return this.own.run(secret, look);
      throw new ProblemError('too-many-requests', 'The link is opened too often at once.', {
        retryAfterSeconds: 1,
      });
    }
    return WITHOUT_PROOF.test(secret) ? this.inTurn(address, look) : undefined;
  }
}
