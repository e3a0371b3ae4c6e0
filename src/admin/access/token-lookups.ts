import { Injectable } from '@nestjs/common';
import {
  OperatorTokens,
  type TokenPrincipal,
} from '../../people/tokens/operator-tokens.service.js';
import { StrangerTurns } from './stranger-turns.js';

/** Finds operators by their tokens. */
@Injectable()
export class TokenLookups {
  constructor(
    private readonly tokens: OperatorTokens,
    private readonly strangers: StrangerTurns,
  ) {}

  /**
   * A token of another form is refused without a look-up.
   * @param address null if it is unknown.
   * @throws ProblemError when no turn comes
   */
  find(token: string, address: string | null): Promise<TokenPrincipal | undefined> {
    if (!OperatorTokens.isToken(token)) return Promise.resolve(undefined);
    return this.strangers.inTurn(address, () => this.tokens.find(token, address));
  }
}
