import { AdjustmentDto, DepositDto } from '../../operations/accounts/balance.operations.js';
import type { VNode } from 'preact';
import { Disclosure } from '../../pages/disclosure.js';
import { Form, Submit, type FormState } from '../../pages/form.js';
import { newFormKey } from '../http/form-key.js';
import { OperationFields } from '../operations/operation-fields.js';
import type { Visit } from '../visit/visit.js';
import { MONEY_WORDS } from './money-words.js';

/** Forms that were refused. */
export interface MoneyFormStates {
  readonly deposits?: FormState;
  readonly adjustments?: FormState;
  /** What the entries are chosen by. */
  readonly period?: FormState;
}

interface MoneyFormsProps {
  readonly visit: Visit;
  readonly accountId: number;
  readonly forms: MoneyFormStates;
}

/** The forms that move money of an account, as far as the operator may send them. */
export function MoneyForms({ visit, accountId, forms }: MoneyFormsProps): VNode {
  return (
    <div class="columns">
      {visit.caller.may('balance.deposit') && (
        <Deposit visit={visit} accountId={accountId} state={forms.deposits} />
      )}
      {visit.caller.may('balance.adjust') && (
        <Adjustment visit={visit} accountId={accountId} state={forms.adjustments} />
      )}
    </div>
  );
}

interface FormProps {
  readonly visit: Visit;
  readonly accountId: number;
  readonly state: FormState | undefined;
}

function Deposit({ visit, accountId, state }: FormProps): VNode {
  const words = MONEY_WORDS[visit.language];
  return (
    <Disclosure
      title={words.deposit}
      isOpen={state !== undefined || visit.query.get('form') === 'deposit'}
    >
      <Form
        to={`accounts/${accountId}/deposits`}
        formKey={newFormKey()}
        label={words.deposit}
        state={state}
        button={words.depositButton}
      >
        <OperationFields
          input={DepositDto}
          labels={{ amount: words.usd, reference: words.reference, note: words.note }}
          hints={{ reference: words.referenceHint, note: words.readByReseller }}
          state={state}
        />
      </Form>
    </Disclosure>
  );
}

function Adjustment({ visit, accountId, state }: FormProps): VNode {
  const words = MONEY_WORDS[visit.language];
  return (
    <Disclosure title={words.adjust} isOpen={state !== undefined}>
      <Form
        to={`accounts/${accountId}/adjustments`}
        formKey={newFormKey()}
        label={words.adjust}
        state={state}
      >
        <p class="hint">{words.adjustHint}</p>
        <OperationFields
          input={AdjustmentDto}
          labels={{ amount: words.signedUsd, reason: words.reason, reference: words.reference }}
          hints={{ reference: words.referenceHint, reason: words.readByReseller }}
          state={state}
        />
        <Submit kind="danger">{words.adjustButton}</Submit>
      </Form>
    </Disclosure>
  );
}
