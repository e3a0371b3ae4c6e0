import type { AccessToken } from '../../account/access/access-token.entity.js';
import {
  AccessTokenService,
  type IssuedToken,
  type TokenSettings,
} from '../../account/access/access-token.service.js';
import { SCOPES, type Scope } from '../../account/access/scopes.js';
import { ipRange, isIpRange } from '../../common/ip-range.js';
import { ListField, MoneyField, TextField, TimeField, WordsField } from '../fields/fields.js';
import { flag, money, text, texts, time, whole, words } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { camelCased } from '../../common/camel-cased.js';
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
export const TOKEN_SHAPE = shapeOf<AccessToken>()('AccountTokenDto', {
  id: whole({ example: 12 }),
  account_id: whole({ example: 2 }),
  label: text({ example: 'bot' }),
  scopes: words(SCOPES)(),
  allowed_ips: texts({ example: ['203.0.113.0/24'] }),
  daily_cap: money.orNull({ example: '100' }),
  family_id: whole.orNull({
    description:
      'Tokens that replace one another have the same; they are changed and revoked together.',
  }),
  pending: flag({ description: 'True for a successor that was not used yet.' }),
  created_at: time(),
  // One that ends at infinity, which is no `Date`, never ends.
  expires_at: time.orNull(({ expiresAt }) => (expiresAt instanceof Date ? expiresAt : null)),
  revoked_at: time.orNull(),
});
export type AccountTokenDto = ShownBy<typeof TOKEN_SHAPE>;

const ISSUED_TOKEN = shapeOf<IssuedToken>()('IssuedAccountTokenDto', {
  id: whole({ example: 12 }),
  account_id: whole({ example: 2 }),
  token: text({ example: '4f…', description: 'It is shown this once.' }),
});
export type IssuedAccountTokenDto = ShownBy<typeof ISSUED_TOKEN>;

const TOKEN = {
  noun: 'token',
  shape: TOKEN_SHAPE,
  locked: (services, manager, id) => services(AccessTokenService).locked(manager, id),
} satisfies Target<AccessToken>;

function settingsOf({ allowed_ips: ranges, ...settings }: AccountTokenChangeDto): TokenSettings {
  const allowedIps = ranges && [...new Set(ranges.map(ipRange))];
  return { ...camelCased(settings), ...(allowedIps && { allowedIps }) };
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
  answer: ISSUED_TOKEN.type,
  run: async ({ services, manager, id: accountId, input: { expires_at: expires, ...change } }) => {
    const tokens = services(AccessTokenService);
    const options = {
      ...settingsOf(change),
      ...(expires !== undefined && { expiresAt: new Date(expires) }),
    };
    const { id, token } = await tokens.issue(accountId, options, manager);
    const after = { ...TOKEN_SHAPE.of(await tokens.get(id, manager)) };
    return { answer: ISSUED_TOKEN.of({ id, accountId, token }), before: null, after };
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
  run: async ({ services, manager, id }) => {
    await services(AccessTokenService).end(manager, id);
  },
});

export const TOKEN_OPERATIONS = [tokenIssue, tokenSet, tokenRevoke];
