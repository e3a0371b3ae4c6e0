import type { Account } from '../../account/account.entity.js';
import type { AccountChange } from '../../account/account.service.js';
import { accountNameOf } from '../../account/account-settings.js';
import { numericText } from '../../common/decimal.js';
import { timeText } from '../http/shown.js';
import type { AccountChangeDto, AccountDto, ListedAccountDto } from './accounts.dto.js';

export function accountShape(account: Account): AccountDto {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    group_id: account.groupId,
    api_permitted: account.apiPermitted,
    orders_suspended: account.ordersSuspended,
    orders_halted: account.ordersHaltedReason,
    credit_limit: numericText(account.creditLimit),
    show_unavailable: account.showUnavailable,
    testing: account.testing,
    error_http_status: account.errorHttpStatus,
    order_uuid: account.orderUuidMode,
    requests_per_minute: account.requestsPerMinute,
    orders_per_minute: account.ordersPerMinute,
    created_at: timeText(account.createdAt),
  };
}

/** @param showsBalance false hides the balance. */
export function listedAccountShape(account: Account, showsBalance: boolean): ListedAccountDto {
  return {
    ...accountShape(account),
    balance: showsBalance ? numericText(account.balance) : null,
  };
}

/** @throws OperatorError for a name that is none */
export function accountChangeOf(change: AccountChangeDto): AccountChange {
  const { name, email, testing } = change;
  const { group_id: groupId, show_unavailable: showUnavailable } = change;
  const { error_http_status: errorHttpStatus, order_uuid: orderUuidMode } = change;
  const { requests_per_minute: requestsPerMinute, orders_per_minute: ordersPerMinute } = change;
  return {
    ...(name !== undefined && { name: accountNameOf(name) }),
    ...(email !== undefined && { email }),
    ...(groupId !== undefined && { groupId }),
    ...(showUnavailable !== undefined && { showUnavailable }),
    ...(testing !== undefined && { testing }),
    ...(errorHttpStatus !== undefined && { errorHttpStatus }),
    ...(orderUuidMode !== undefined && { orderUuidMode }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
    ...(ordersPerMinute !== undefined && { ordersPerMinute }),
  };
}
