import { nameOfActor } from '../../operators/people/operator-name.js';
import type { Operator } from '../../operators/people/operators.repository.js';
import type { ListedToken } from '../../operators/tokens/operator-tokens.repository.js';
import { timeOf, timeText } from '../../operations/answers/shown.js';
import type { OperatorDto, OperatorTokenDto } from './operators.dto.js';

export function operatorShape(operator: Operator): OperatorDto {
  const { id, name, role, hasPassword, twoFactor, twoFactorRequired } = operator;
  const active = hasPassword ? 'active' : 'invited';
  return {
    id,
    name,
    role,
    state: operator.disabledAt ? 'disabled' : active,
    two_factor: twoFactor,
    two_factor_required: twoFactorRequired,
    created_at: timeText(operator.createdAt),
    disabled_at: timeOf(operator.disabledAt),
  };
}

export function operatorTokenShape(token: ListedToken): OperatorTokenDto {
  const { id, actor, label, role, scopes, lastUsedFrom } = token;
  return {
    id,
    operator: nameOfActor(actor),
    label,
    role,
    scopes,
    created_at: timeText(token.createdAt),
    expires_at: timeOf(token.expiresAt),
    last_used_at: timeOf(token.lastUsedAt),
    last_used_from: lastUsedFrom,
    revoked_at: timeOf(token.revokedAt),
  };
}
