import { Injectable } from '@nestjs/common';
import { StrangerTurns } from '../../admin/access/stranger-turns.js';
import type { OpenLink } from '../../people/links/links.repository.js';
import { OperatorLinks } from '../../people/links/operator-links.service.js';
import { SignInProofs } from '../../people/proofs/sign-in-proofs.js';

/** As links were before they had a proof; the last of them ends a day after the upgrade. */
const WITHOUT_PROOF = /^[0-9a-f]{64}$/;

/** Finds out for whom a link is. */
@Injectable()
export class LinkLookups {
  constructor(
    private readonly links: OperatorLinks,
    private readonly proofs: SignInProofs,
    private readonly strangers: StrangerTurns,
  ) {}

  /**
   * What the shop has not made itself costs no look-up, and takes no turn from what it has.
   * @param address null if it is unknown.
   * @returns undefined for a link that is not open
   * @throws ProblemError when no turn comes
   */
  async find(secret: string, address: string | null): Promise<OpenLink | undefined> {
    const look = (): Promise<OpenLink | undefined> => this.links.find(secret);
    if ((await this.proofs.check('link', secret)) !== undefined) {
      return this.strangers.inTurnOfLink(secret, look);
    }
    return WITHOUT_PROOF.test(secret) ? this.strangers.inTurn(address, look) : undefined;
  }
}
