import type { AdjustmentDto, BalanceDto } from '../../operations/accounts/balance.operations.js';
import { sumOf } from '../../common/money.js';
import { Details } from '../../pages/table.js';
import { Money, ShowsAllDigits, Text } from '../../pages/values.js';
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
    <ShowsAllDigits.Provider value={true}>
      <Details
        entries={[
          [words.amount, <Money value={amount} />],
          [words.before, <Money value={balance} />],
          [words.after, <Money value={sumOf(balance, amount)} />],
          [words.reason, <Text>{reason}</Text>],
        ]}
      />
    </ShowsAllDigits.Provider>
  );
  return { title: words.adjust, warning: words.adjustHint, button: words.adjustButton, facts };
}
