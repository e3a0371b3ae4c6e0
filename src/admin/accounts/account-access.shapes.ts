import type { AccessToken } from '../../account/access/access-token.entity.js';
import { accountTokenShape } from '../../operations/accounts/token.operations.js';
import { timeOf } from '../../operations/fields/shown.js';
import type { ListedAccountTokenDto } from './account-access.dto.js';

/** The last use is no part of a single token, so that its `ETag` stays while the token is used. */
export function listedTokenShape(token: AccessToken): ListedAccountTokenDto {
  return {
    ...accountTokenShape(token),
    last_used_at: timeOf(token.lastUsedAt),
    last_used_from: token.lastUsedFrom,
  };
}
