import type { VNode } from 'preact';
import { Disclosure } from '../../pages/disclosure.js';
import { Form, Input, Submit, type FormState } from '../../pages/form.js';
import { newFormKey } from '../http/form-key.js';
import type { Visit } from '../visit/visit.js';
import { MONEY_WORDS } from './money-words.js';

/** Forms that were refused. */
export interface MoneyFormStates {
  readonly deposit?: FormState;
  readonly adjustment?: FormState;
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
        <Deposit visit={visit} accountId={accountId} state={forms.deposit} />
      )}
      {visit.caller.may('balance.adjust') && (
        <Adjustment visit={visit} accountId={accountId} state={forms.adjustment} />
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
        action={visit.links.to(`accounts/${accountId}/deposits`)}
        formKey={newFormKey()}
        label={words.deposit}
        state={state}
      >
        <Input name="amount" label={words.usd} isDecimal maxLength={40} state={state} />
        <Reference visit={visit} state={state} />
        <Input
          name="note"
          label={words.note}
          hint={words.readByReseller}
          maxLength={1_000}
          isOptional
          state={state}
        />
        <Submit>{words.depositButton}</Submit>
      </Form>
    </Disclosure>
  );
}

function Adjustment({ visit, accountId, state }: FormProps): VNode {
  const words = MONEY_WORDS[visit.language];
  return (
    <Disclosure title={words.adjust} isOpen={state !== undefined}>
      <Form
        action={visit.links.to(`accounts/${accountId}/adjustments`)}
        formKey={newFormKey()}
        label={words.adjust}
        state={state}
      >
        <p class="hint">{words.adjustHint}</p>
        <Input name="amount" label={words.signedUsd} isDecimal maxLength={40} state={state} />
        <Input
          name="reason"
          label={words.reason}
          hint={words.readByReseller}
          maxLength={1_000}
          state={state}
        />
        <Reference visit={visit} state={state} />
        <Submit kind="danger">{words.adjustButton}</Submit>
      </Form>
    </Disclosure>
  );
}

function Reference({ visit, state }: Pick<FormProps, 'visit' | 'state'>): VNode {
  const words = MONEY_WORDS[visit.language];
  return (
    <Input
      name="reference"
      label={words.reference}
      hint={words.referenceHint}
      maxLength={200}
      isOptional
      state={state}
    />
  );
}
