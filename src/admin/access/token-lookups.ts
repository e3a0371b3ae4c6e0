import { Injectable } from '@nestjs/common';
import {
  OperatorTokens,
  type TokenPrincipal,
} from '../../operators/tokens/operator-tokens.service.js';
import { LookupTurns } from './lookup-turns.js';

/** Finds operators by their tokens. */
@Injectable()
export class TokenLookups extends LookupTurns {
  constructor(private readonly tokens: OperatorTokens) {
    super();
  }

  /**
   * A token of another form is refused without a look-up.
   * @param address null if it is unknown.
   * @throws ProblemError when too many wait
   */
  find(token: string, address: string | null): Promise<TokenPrincipal | undefined> {
    if (!OperatorTokens.isToken(token)) return Promise.resolve(undefined);
    return this.inTurn(address, () => this.tokens.find(token, address));
  }
}
