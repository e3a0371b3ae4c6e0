import type { Account } from '../../account/account.entity.js';
import { numericText } from '../../common/decimal.js';
import { accountShape } from '../../operations/accounts/account.operations.js';
import type { ListedAccountDto } from './accounts.dto.js';

/** @param showsBalance false hides the balance. */
export function listedAccountShape(account: Account, showsBalance: boolean): ListedAccountDto {
  return {
    ...accountShape(account),
    balance: showsBalance ? numericText(account.balance) : null,
  };
}
