import { Injectable } from '@nestjs/common';
import { TokenFamilies, type Successor } from '../access/families/token-families.repository.js';
import { tokenActor, type Principal } from '../access/principal.js';
import { hashOfToken, newToken } from '../access/token-secret.js';
import { TokenInvalidError, TokenReplacedError } from '../account.errors.js';
import { CallerAudit } from '../caller-audit.js';
import { CallerChanges } from '../caller-changes.js';

/** A successor; only its hash is stored, so this is the only time when it can be shown. */
export interface IssuedSuccessor extends Successor {
  readonly token: string;
}

/** Replaces tokens by successors, on behalf of their callers. */
@Injectable()
export class TokenRotationService {
  constructor(
    private readonly families: TokenFamilies,
    private readonly audit: CallerAudit,
    private readonly changes: CallerChanges,
  ) {}

  /**
   * @throws TokenInvalidError (121) for a token that has ended meanwhile; TokenReplacedError (124); TooManyRequestsError
   * (111 with 429)
   */
  async rotate({ accountId: account, tokenId }: Principal): Promise<IssuedSuccessor> {
    if (tokenId === null) throw new TokenInvalidError();
    this.changes.count(account);
    const token = newToken();
    const action = { name: 'token rotate', details: { account, token: tokenId } };
    return this.audit.during(tokenActor(tokenId), action, async () => {
      const successor = await this.families.succeed(account, tokenId, hashOfToken(token));
      if (successor === 'replaced') throw new TokenReplacedError();
      if (successor === 'dead') throw new TokenInvalidError();
      return { ...successor, token };
    });
  }
}
