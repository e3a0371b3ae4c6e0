import { sumOf } from '../../common/money.js';
import {
  balanceAdjust,
  balanceDeposit,
  type AdjustmentDto,
  type BalanceDto,
} from '../../operations/accounts/balance.operations.js';
import { FormDisclosure } from '../../pages/card.js';
import { Input, type FormState } from '../../pages/form.js';
import { Details } from '../../pages/table.js';
import { Money, Text } from '../../pages/values.js';
import { formFor } from '../operations/form-for.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** Forms that were refused. */
export interface MoneyFormStates {
  readonly deposits?: FormState;
  readonly adjustments?: FormState;
  /** What the entries are chosen by. */
  readonly period?: FormState;
}

interface MoneyFormsProps {
  readonly accountId: number;
  readonly forms: MoneyFormStates;
}

/** The forms that move money of an account, as far as the operator may send them. */
export function MoneyForms({ accountId, forms }: MoneyFormsProps) {
  const { caller } = useVisit();
  const { deposits, adjustments } = forms;
  return (
    <div class="columns">
      {caller.may('balance.deposit') && <Deposit accountId={accountId} state={deposits} />}
      {caller.may('balance.adjust') && <Adjustment accountId={accountId} state={adjustments} />}
    </div>
  );
}

interface FormProps extends Pick<MoneyFormsProps, 'accountId'> {
  readonly state: FormState | undefined;
}

function Deposit({ accountId, state }: FormProps) {
  const { query } = useVisit();
  const words = useWords('money');
  return (
    <FormDisclosure
      title={words.deposit}
      isOpen={query.get('form') === 'deposit'}
      to={`accounts/${accountId}/deposits`}
      state={state}
      button={words.depositButton}
      {...formFor(balanceDeposit)}
    >
      <Input name="amount" label={words.usd} />
      <Input name="reference" label={words.reference} hint={words.referenceHint} />
      <Input name="note" label={words.note} hint={words.readByReseller} />
    </FormDisclosure>
  );
}

function Adjustment({ accountId, state }: FormProps) {
  const words = useWords('money');
  return (
    <FormDisclosure
      title={words.adjust}
      to={`accounts/${accountId}/adjustments`}
      state={state}
      hint={words.adjustHint}
      button={words.adjustButton}
      kind="danger"
      {...formFor(balanceAdjust)}
    >
      <Input name="amount" label={words.signedUsd} />
      <Input name="reason" label={words.reason} hint={words.readByReseller} />
      <Input name="reference" label={words.reference} hint={words.referenceHint} />
    </FormDisclosure>
  );
}

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
        [words.amount, <Money value={amount} />],
        [words.before, <Money value={balance} />],
        [words.after, <Money value={sumOf(balance, amount)} />],
        [words.reason, <Text>{reason}</Text>],
      ]}
    />
  );
  return { title: words.adjust, warning: words.adjustHint, button: words.adjustButton, facts };
}
