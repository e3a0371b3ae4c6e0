import type { BalanceDto } from '../../operations/accounts/balance.operations.js';
import type { AdjustmentDto } from '../../operations/accounts/balance.operations.js';
import { sumOf } from '../../common/money.js';
import { Details } from '../../pages/table.js';
import { Money, Text } from '../../pages/values.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import type { Visit } from '../visit/visit.js';
import { wordsOf } from '../../pages/words.js';

/** Asked before a balance is adjusted: what it is, and what it would be. */
export function adjustmentQuestion(
  { language }: Visit,
  { balance }: BalanceDto,
  { amount, reason }: AdjustmentDto,
): ConfirmQuestion {
  const words = wordsOf(language, 'money');
  const facts = (
    <Details
      entries={[
        [words.amount, <Money value={amount} hasAllDigits />],
        [words.before, <Money value={balance} hasAllDigits />],
        [words.after, <Money value={sumOf(balance, amount)} hasAllDigits />],
        [words.reason, <Text>{reason}</Text>],
      ]}
    />
  );
  return { title: words.adjust, warning: words.adjustHint, button: words.adjustButton, facts };
}
