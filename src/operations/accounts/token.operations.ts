import type { AccessToken } from '../../account/access/access-token.entity.js';
import {
  AccessTokenService,
  type TokenSettings,
} from '../../account/access/access-token.service.js';
import { SCOPES, type Scope } from '../../account/access/scopes.js';
import { numericText } from '../../common/decimal.js';
import { ipRange, isIpRange } from '../../common/ip-range.js';
import { ListField, MoneyField, TextField, TimeField, WordsField } from '../fields/fields.js';
import { nullable, Shown, TIME, timeOf } from '../fields/shown.js';
import { operation, type Target } from '../operation.js';
import { ACCOUNT } from './account.operations.js';

/** What is left out stays. */
export class AccountTokenChangeDto {
  @TextField({ max: 200, optional: true, example: 'bot', description: 'To tell it from others.' })
  label?: string;

  @WordsField(SCOPES, {
    optional: true,
    flag: 'scope',
    description: 'What it may do; a new token may do the first three.',
  })
  scopes?: Scope[];

  @ListField({
    accepts: isIpRange,
    what: 'addresses or ranges such as 203.0.113.0/24',
    min: 0,
    max: 100,
    optional: true,
    flag: 'ip',
    example: ['203.0.113.0/24'],
    description:
      'From which alone it may be used, besides those of the account; none for no limit.',
  })
  allowed_ips?: string[];

  @MoneyField({
    optional: true,
    nullable: true,
    nullWord: 'none',
    description: 'USD that may be spent with it in 24 hours; null for no cap.',
  })
  daily_cap?: string | null;
}

export class NewAccountTokenDto extends AccountTokenChangeDto {
  @TimeField({ optional: true, toCome: true, flag: 'expires', description: 'Never if absent.' })
  expires_at?: string;
}

/** A token without the token itself. */
export class AccountTokenDto {
  @Shown({ type: 'integer', example: 12 })
  id: number;

  @Shown({ type: 'integer', example: 2 })
  account_id: number;

  @Shown({ example: 'bot' })
  label: string;

  @Shown({ enum: SCOPES, isArray: true })
  scopes: Scope[];

  @Shown({ type: [String], example: ['203.0.113.0/24'] })
  allowed_ips: string[];

  @Shown(nullable({ type: 'string', example: '100' }))
  daily_cap: string | null;

  @Shown({
    ...nullable({ type: 'integer', example: null }),
    description:
      'Tokens that replace one another have the same; they are changed and revoked together.',
  })
  family_id: number | null;

  @Shown({ description: 'True for a successor that was not used yet.' })
  pending: boolean;

  @Shown(TIME)
  created_at: string;

  @Shown(nullable(TIME))
  expires_at: string | null;

  @Shown(nullable(TIME))
  revoked_at: string | null;
}

export class IssuedAccountTokenDto {
  @Shown({ type: 'integer', example: 12 })
  id: number;

  @Shown({ type: 'integer', example: 2 })
  account_id: number;

  @Shown({ example: '4f…', description: 'It is shown this once.' })
  token: string;
}

export function accountTokenShape(token: AccessToken): AccountTokenDto {
  return {
    id: token.id,
    account_id: token.accountId,
    label: token.label,
    scopes: token.scopes,
    allowed_ips: token.allowedIps,
    daily_cap: token.dailyCap === null ? null : numericText(token.dailyCap),
    family_id: token.familyId,
    pending: token.pending,
    created_at: token.createdAt.toISOString(),
    expires_at: timeOf(token.expiresAt),
    revoked_at: timeOf(token.revokedAt),
  };
}

const TOKEN: Target<AccessToken> = {
  noun: 'token',
  locked: (services, manager, id) => services(AccessTokenService).locked(manager, id),
  shown: accountTokenShape,
};

function settingsOf(change: AccountTokenChangeDto): TokenSettings {
  const { label, scopes, allowed_ips: ranges, daily_cap: dailyCap } = change;
  return {
    ...(label !== undefined && { label }),
    ...(scopes !== undefined && { scopes }),
    ...(ranges !== undefined && { allowedIps: [...new Set(ranges.map(ipRange))] }),
    ...(dailyCap !== undefined && { dailyCap }),
  };
}

export const tokenIssue = operation({
  name: 'token issue',
  operationId: 'account-token-issue',
  summary: 'make a token; it is shown once',
  permission: 'tokens.issue',
  route: 'POST accounts/:id/tokens',
  target: ACCOUNT,
  makes: true,
  input: NewAccountTokenDto,
  answer: IssuedAccountTokenDto,
  run: async ({ services, manager, id: accountId, input: { expires_at: expires, ...change } }) => {
    const tokens = services(AccessTokenService);
    const options = {
      ...settingsOf(change),
      ...(expires !== undefined && { expiresAt: new Date(expires) }),
    };
    const { id, token } = await tokens.issue(accountId, options, manager);
    const after = { ...accountTokenShape(await tokens.get(id, manager)) };
    return { answer: { id, account_id: accountId, token }, before: null, after };
  },
});

export const tokenSet = operation({
  name: 'token set',
  operationId: 'account-token-set',
  summary: 'change what a token and its family may do and from where, from the next request on',
  permission: 'tokens.issue',
  route: 'PATCH tokens/:id',
  kind: 'setting',
  target: TOKEN,
  input: AccountTokenChangeDto,
  answer: AccountTokenDto,
  run: async ({ services, manager, id, input }) => {
    await services(AccessTokenService).change(manager, id, settingsOf(input));
  },
});

export const tokenRevoke = operation({
  name: 'token revoke',
  operationId: 'account-token-revoke',
  summary: 'end a token, and those that it replaced or that replace it, at once',
  permission: 'tokens.revoke',
  route: 'POST tokens/:id/revoke',
  target: TOKEN,
  answer: AccountTokenDto,
  run: async ({ services, manager, id }) => {
    await services(AccessTokenService).end(manager, id);
  },
});

export const TOKEN_OPERATIONS = [tokenIssue, tokenSet, tokenRevoke];
