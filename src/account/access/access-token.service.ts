import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { MissingError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { LARGEST_INTEGER } from '../../database/largest-integer.js';
import { AccessToken } from './access-token.entity.js';
import { AccountService } from '../account.service.js';
import { TokenFamilies } from './families/token-families.repository.js';
import type { Scope } from './scopes.js';
import { hashOfToken, newToken } from './token-secret.js';

/** What an operator may set of a token; what is left out stays, or has its default. */
export interface TokenSettings {
  /** Tells it from others. */
  readonly label?: string;
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
    options: TokenSettings & { readonly expiresAt?: Date } = {},
    manager: EntityManager = this.tokens.manager,
  ): Promise<IssuedToken> {
    await this.accounts.get(accountId, manager);
    const token = newToken();
    const { id } = await manager.save(
      AccessToken,
      manager.create(AccessToken, {
        accountId,
        tokenHash: hashOfToken(token),
        label: '',
        ...options,
      }),
    );
    return { id, accountId, token };
  }

  /** At most `limit` tokens of an account with a greater id than `after`, by id. @throws MissingError */
  async page(accountId: number, after: number, limit: number): Promise<AccessToken[]> {
    await this.accounts.get(accountId);
    // Whole keys of the index on accounts are compared, so that the tokens of others are not read.
    return this.tokens
      .createQueryBuilder('token')
      .where('(token.accountId, token.id) > (:accountId, :after)', { accountId, after })
      .andWhere('(token.accountId, token.id) <= (:accountId, :last)', { last: LARGEST_INTEGER })
      .orderBy({ 'token.accountId': 'ASC', 'token.id': 'ASC' })
      .limit(limit)
      .getMany();
  }

  /** A token whose family nobody else changes until the end of the transaction. @throws MissingError */
  async locked(manager: EntityManager, id: number): Promise<AccessToken> {
    await this.families.lock(manager, id);
    return this.get(id, manager);
  }

  /** Changes a token that the caller has locked, and all of its family, from the next request on. */
  async change(manager: EntityManager, id: number, settings: TokenSettings): Promise<void> {
    await this.families.setLocked(manager, id, settings);
  }

  /** Revokes a token that the caller has locked, and all of its family; repeating it changes nothing. */
  async end(manager: EntityManager, id: number): Promise<void> {
    await this.families.revokeLocked(manager, id);
  }

  revokeAllOf(accountId: number): Promise<void> {
    return this.families.revokeAllOf(accountId);
  }

  /** The token that this text is, also one that is revoked or expired; null for no token of an account. */
  find(text: string): Promise<AccessToken | null> {
    return this.tokens
      .createQueryBuilder('token')
      .where('token.tokenHash = :hash', { hash: hashOfToken(text) })
      .getOne();
  }

  /** @throws MissingError */
  async get(id: number, manager: EntityManager = this.tokens.manager): Promise<AccessToken> {
    const token = await manager.findOneBy(AccessToken, { id });
    if (!token) throw new MissingError(...sentence('missing.token', { id }));
    return token;
  }
}
