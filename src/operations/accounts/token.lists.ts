import type { AccessToken } from '../../account/access/access-token.entity.js';
import { AccessTokenService } from '../../account/access/access-token.service.js';
import { AllowedIpService } from '../../account/access/allowed-ip.service.js';
import { text, time } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { list } from '../lists/list.js';
import { byId } from '../lists/page.js';
import { reading } from '../reading.js';
import { ALLOWED_IPS_SHAPE } from './allowed-ip.operations.js';
import { TOKEN_SHAPE } from './token.operations.js';

/** The last use is no part of a single token, so that its `ETag` stays while the token is used. */
export const LISTED_TOKEN = shapeOf<AccessToken>()('ListedAccountTokenDto', {
  ...TOKEN_SHAPE.fields,
  last_used_at: time.orNull(),
  last_used_from: text.orNull({ example: '203.0.113.7', csv: 'plain' }),
});
export type ListedAccountTokenDto = ShownBy<typeof LISTED_TOKEN>;

export const tokenList = list({
  name: 'token list',
  operationId: 'account-tokens',
  summary: 'the tokens of an account, without the tokens themselves',
  permission: 'tokens.read',
  route: 'GET accounts/:id/tokens',
  of: 'account',
  item: LISTED_TOKEN,
  rows: ({ services, id }) =>
    byId(`tokens of ${id}`, (after, limit) => services(AccessTokenService).page(id, after, limit)),
});

export const tokenShow = reading({
  name: 'token show',
  operationId: 'account-token',
  summary: 'one token of an account, without the token itself',
  permission: 'tokens.read',
  route: 'GET tokens/:id',
  of: 'token',
  shape: TOKEN_SHAPE,
  read: ({ services, id }) => services(AccessTokenService).get(id),
});

export const ipList = reading({
  name: 'ip list',
  operationId: 'allowed-ips',
  summary: 'all addresses from which an account may call; none means from everywhere',
  permission: 'tokens.read',
  route: 'GET accounts/:id/allowed-ips',
  of: 'account',
  shape: ALLOWED_IPS_SHAPE,
  read: ({ services, id }) => services(AllowedIpService).list(id),
});
