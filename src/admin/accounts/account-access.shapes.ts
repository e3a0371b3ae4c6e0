import type { AccessToken } from '../../account/access/access-token.entity.js';
import type { TokenSettings } from '../../account/access/access-token.service.js';
import type { AllowedIp } from '../../account/access/allowed-ip.entity.js';
import { numericText } from '../../common/decimal.js';
import { ipRange } from '../../common/ip-range.js';
import { timeOf, timeText } from '../http/shown.js';
import type {
  AccountTokenChangeDto,
  AccountTokenDto,
  AllowedIpsDto,
  ListedAccountTokenDto,
} from './account-access.dto.js';

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
    created_at: timeText(token.createdAt),
    expires_at: timeOf(token.expiresAt),
    revoked_at: timeOf(token.revokedAt),
  };
}

/** The last use is no part of a single token, so that its `ETag` stays while the token is used. */
export function listedTokenShape(token: AccessToken): ListedAccountTokenDto {
  return {
    ...accountTokenShape(token),
    last_used_at: timeOf(token.lastUsedAt),
    last_used_from: token.lastUsedFrom,
  };
}

export function tokenSettingsOf(change: AccountTokenChangeDto): TokenSettings {
  const { label, scopes, allowed_ips: ranges, daily_cap: dailyCap } = change;
  return {
    ...(label !== undefined && { label }),
    ...(scopes !== undefined && { scopes }),
    ...(ranges !== undefined && { allowedIps: [...new Set(ranges.map(ipRange))] }),
    ...(dailyCap !== undefined && { dailyCap }),
  };
}

export function allowedIpsShape(ips: readonly AllowedIp[]): AllowedIpsDto {
  return { items: ips.map(({ range, createdAt }) => ({ range, added_at: timeText(createdAt) })) };
}
