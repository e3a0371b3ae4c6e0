import type { AccountDto } from '../../operations/accounts/account.operations.js';
import type { BalanceDto } from '../../operations/accounts/balance.operations.js';
import type { AdjustmentDto } from '../../operations/accounts/balance.operations.js';
import { sumOf } from '../../common/money.js';
import { Details } from '../../pages/table.js';
import { Money, Text } from '../../pages/values.js';
import { accountFrame } from '../accounts/account-frame.js';
import { Confirmation } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { MONEY_WORDS } from './money-words.js';

interface AskedAdjustment {
  readonly account: AccountDto;
  readonly balance: BalanceDto;
  readonly asked: AdjustmentDto;
  readonly formKey: string;
}

/** Asked before a balance is adjusted: what it is, and what it would be. */
export function adjustmentQuestion(visit: Visit, adjustment: AskedAdjustment): Page {
  const { account, balance, asked, formKey } = adjustment;
  const words = MONEY_WORDS[visit.language];
  const { amount, reason, reference } = asked;
  return accountFrame({
    account,
    part: 'statement',
    content: (
      <Confirmation
        title={words.adjust}
        warning={words.adjustHint}
        to={`accounts/${account.id}/adjustments`}
        formKey={formKey}
        values={{ amount, reason, ...(reference !== undefined && { reference }) }}
        button={words.adjustButton}
        backTo={`accounts/${account.id}/statement`}
      >
        <Details
          entries={[
            [words.amount, <Money value={amount} />],
            [words.before, <Money value={balance.balance} />],
            [words.after, <Money value={sumOf(balance.balance, amount)} />],
            [words.reason, <Text>{reason}</Text>],
          ]}
        />
      </Confirmation>
    ),
  });
}
