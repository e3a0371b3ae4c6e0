import { Injectable } from '@nestjs/common';
import { hashOfToken, newToken } from '../../account/access/token-secret.js';
import { MissingError } from '../../common/app-error.js';
import { storableText } from '../../common/text.js';
import { sentence } from '../../common/sentence.js';
import { AuditedChanges } from '../changes/audited-changes.js';
import type { ChangeAuthor } from '../changes/change-author.js';
import {
  OperatorInputError,
  OperatorNotFoundError,
  OperatorStateError,
} from '../operators.errors.js';
import { lookedUpName, nameOfActor } from '../operators/operator-name.js';
import type { OperatorPrincipal } from '../operators/operator-principal.js';
import { OperatorsRepository } from '../operators/operators.repository.js';
import { roleMayAll, type Permission } from '../permissions/permissions.js';
import { ShopPermissions } from '../permissions/shop-permissions.js';
import type { Role } from '../permissions/roles.js';
import { OperatorTokensRepository, type ListedToken } from './operator-tokens.repository.js';

/** What every operator's token begins with, so that one that leaks is recognized. */
export const OPERATOR_TOKEN_PREFIX = 'souk_op_';
const MAX_LABEL_CHARACTERS = 200;
const TOKEN = /^souk_op_[0-9a-f]{64}$/;

/** An operator by one of its tokens. */
export interface TokenPrincipal extends OperatorPrincipal {
  readonly tokenId: number;
}

export interface TokenRequest {
  /** The name of its operator. */
  readonly operator: string;
  /** The present one of the operator if left out. */
  readonly role?: Role | undefined;
  /** All permissions of the role if left out. */
  readonly scopes?: readonly Permission[] | undefined;
  readonly label?: string | undefined;
  /** Null for never. */
  readonly expiresAt: Date | null;
}

/** A new token; only its hash is stored, so this is the only time when it can be shown. */
export interface IssuedOperatorToken {
  readonly id: number;
  readonly operator: string;
  readonly role: Role;
  readonly token: string;
}

/** Bearer tokens by which programs work in the name of an operator. */
@Injectable()
export class OperatorTokens {
  constructor(
    private readonly tokens: OperatorTokensRepository,
    private readonly operators: OperatorsRepository,
    private readonly changes: AuditedChanges,
    private readonly permissions: ShopPermissions,
  ) {}

  /** True for a text that has the form of a token; others are none. */
  static isToken(text: string): boolean {
    return TOKEN.test(text);
  }

  /** @throws OperatorNotFoundError; OperatorInputError for a role or scope beyond the operator's own */
  async create(request: TokenRequest, by: ChangeAuthor): Promise<IssuedOperatorToken> {
    const { scopes, expiresAt } = request;
    const label = storableText((request.label ?? '').slice(0, MAX_LABEL_CHARACTERS));
    const name = lookedUpName(request.operator);
    const token = OPERATOR_TOKEN_PREFIX + newToken();
    const details = { operator: name, role: request.role, scopes, label, expires: expiresAt };
    return this.changes.run(by, { name: 'operator token create', details }, async (manager) => {
      const operator = await this.operators.lock(manager, name);
      if (!operator) throw new OperatorNotFoundError(name);
      if (operator.disabledAt) throw new OperatorStateError(...sentence('operator.disabled'));
      const { role = operator.role } = request;
      this.assertWithin(operator.role, role, scopes ?? []);
      const id = await this.tokens.add(manager, {
        operatorId: operator.id,
        tokenHash: hashOfToken(token),
        label,
        role,
        scopes: scopes ?? null,
        expiresAt,
      });
      const after = { token: id, operator: name, role, scopes: scopes ?? null, expires: expiresAt };
      return { result: { id, operator: name, role, token }, before: null, after };
    });
  }

  /**
   * The guard of operators' tokens. Token and operator are read at each use, so what ends or limits them does so at once.
   * @param address of the caller; null if it is unknown.
   * @returns undefined unless the token is in force
   */
  async find(token: string, address: string | null): Promise<TokenPrincipal | undefined> {
    if (!OperatorTokens.isToken(token)) return undefined;
    const found = await this.tokens.find(hashOfToken(token));
    if (!found) return undefined;
    const { id, role: tokenRole, scopes, operatorId, actor, operatorRole, isUseToNote } = found;
    if (isUseToNote) await this.tokens.noteUse(id, address);
    const permissions = this.permissions.ofToken(tokenRole, operatorRole, scopes);
    const role = roleMayAll(operatorRole, tokenRole) ? tokenRole : operatorRole;
    return { tokenId: id, operatorId, name: nameOfActor(actor), actor, role, permissions };
  }

  /** At most `limit` tokens of all operators with a greater id than `after`, by id. */
  page(after: number, limit: number): Promise<ListedToken[]> {
    return this.tokens.page(after, limit);
  }

  /** Ends a token at once; repeating it changes nothing. @throws MissingError if there is none */
  revoke(id: number, by: ChangeAuthor): Promise<ListedToken> {
    const action = { name: 'operator token revoke', details: { token: id } };
    return this.changes.run(by, action, async (manager) => {
      const token = await this.tokens.lock(manager, id);
      if (!token) {
        throw new MissingError(...sentence('missing.operator-token', { id }));
      }
      const { actor, revokedAt } = token;
      if (!revokedAt) await this.tokens.revoke(manager, id);
      const state = (revoked: boolean) => ({ token: id, operator: nameOfActor(actor), revoked });
      const result = { ...token, revokedAt: revokedAt ?? new Date() };
      return { result, before: state(revokedAt !== null), after: state(true) };
    });
  }

  /** @throws OperatorInputError for a role that may do more than the operator's, or a scope that the role does not have */
  private assertWithin(operatorRole: Role, role: Role, scopes: readonly Permission[]): void {
    if (!roleMayAll(operatorRole, role)) {
      throw new OperatorInputError(...sentence('operator-token.role'));
    }
    const permissions = this.permissions.ofToken(role, operatorRole, null);
    const beyond = scopes.find((scope) => !permissions.has(scope));
    if (beyond === undefined) return;
    throw new OperatorInputError(...sentence('operator-token.permission', { permission: beyond }));
  }
}
