import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { OperatorError } from '../../common/app-error.js';
import { AccessToken } from './access-token.entity.js';
import { AccountService } from '../account.service.js';
import { TokenFamilies } from './families/token-families.repository.js';
import type { Scope } from './scopes.js';
import { hashOfToken, newToken } from './token-secret.js';

/** What an operator may set of a token; what is left out stays, or has its default. */
export interface TokenSettings {
  readonly scopes?: Scope[];
  /** Its own Allowed IPs, in CIDR notation. */
  readonly allowedIps?: string[];
  /** USD that may be spent in 24 hours; null for no cap. */
  readonly dailyCap?: string | null;
}

/** A new token; only its hash is stored, so this is the only time when it can be shown. */
export interface IssuedToken {
  readonly id: number;
  readonly accountId: number;
  readonly token: string;
}

/** Issues and revokes API tokens. An account may have several valid ones, so a client can switch without an outage. */
@Injectable()
export class AccessTokenService {
  constructor(
    @InjectRepository(AccessToken) private readonly tokens: Repository<AccessToken>,
    private readonly accounts: AccountService,
    private readonly families: TokenFamilies,
  ) {}

  async issue(
    accountId: number,
    options: TokenSettings & { readonly label?: string; readonly expiresAt?: Date } = {},
  ): Promise<IssuedToken> {
    await this.accounts.get(accountId);
    const token = newToken();
    const { id } = await this.tokens.save(
      this.tokens.create({ accountId, tokenHash: hashOfToken(token), label: '', ...options }),
    );
    return { id, accountId, token };
  }

  async list(accountId: number): Promise<AccessToken[]> {
    await this.accounts.get(accountId);
    return this.tokens.find({ where: { accountId }, order: { id: 'ASC' } });
  }

  /**
   * Changes a token and all of its family, from the next request on.
   * @throws OperatorError if there is no such token
   */
  async set(id: number, settings: TokenSettings): Promise<AccessToken> {
    await this.families.set(id, settings);
    return this.get(id);
  }

  /**
   * Revokes a token and all of its family; repeating it changes nothing.
   * @throws OperatorError if there is no such token
   */
  async revoke(id: number): Promise<AccessToken> {
    await this.families.revoke(id);
    return this.get(id);
  }

  revokeAllOf(accountId: number): Promise<void> {
    return this.families.revokeAllOf(accountId);
  }

  private async get(id: number): Promise<AccessToken> {
    const token = await this.tokens.findOneBy({ id });
    if (!token) throw new OperatorError(`There is no token ${id}; see "souk token list".`);
    return token;
  }
}
