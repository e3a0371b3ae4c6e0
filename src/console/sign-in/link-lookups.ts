import { Injectable } from '@nestjs/common';
import { LookupTurns } from '../../admin/access/lookup-turns.js';
import type { OpenLink } from '../../operators/links/links.repository.js';
import { OperatorLinks } from '../../operators/links/operator-links.service.js';

/** Finds out for whom a link is. */
@Injectable()
export class LinkLookups extends LookupTurns {
  constructor(private readonly links: OperatorLinks) {
    super();
  }

  /**
   * @param address null if it is unknown.
   * @throws LinkInvalidError; ProblemError when too many wait
   */
  find(secret: string, address: string | null): Promise<OpenLink> {
    return this.inTurn(address, () => this.links.find(secret));
  }
}
