import type { VNode } from 'preact';
import type {
  KnownSupplierDto,
  SupplierImportedDto,
} from '../../operations/suppliers/supplier.operations.js';
import { FreezeDto } from '../../operations/suppliers/supplier.operations.js';
import { Disclosure } from '../../pages/disclosure.js';
import { FormCard } from '../../pages/card.js';
import {
  ENTITY_TAG_FIELD,
  Check,
  Form,
  Input,
  Submit,
  TextArea,
  type FormFault,
  type FormState,
} from '../../pages/form.js';
import { Picker, type Picked } from '../../pages/picker.js';
import { OperationFields } from '../operations/operation-fields.js';
import type { Visit } from '../visit/visit.js';
import { CallFields, supplierAddress } from './supplier-parts.js';
import { SUPPLIER_WORDS } from './supplier-words.js';

/** What the page of a supplier shows besides the supplier: forms that were sent, and what they told. */
export interface SentForms {
  readonly settings?: FormState;
  readonly freeze?: FormState;
  readonly sync?: FormState;
  readonly import?: FormState;
  /** What was found by the text that names a category of ours, in the form of the sync. */
  readonly picked?: Picked;
  /** Why a form without fields was refused. */
  readonly fault?: FormFault;
  /** What an import would change, or has changed. */
  readonly imported?: SupplierImportedDto;
}

/** A supplier, without our token there. */
export interface ShownSupplier {
  readonly supplier: KnownSupplierDto;
  /** Of its settings, which a change compares. */
  readonly tag: string;
  /** The category of ours that its catalog is listed in. */
  readonly category: Picked;
}

interface FormsProps extends ShownSupplier {
  readonly visit: Visit;
  readonly sent: SentForms;
}

/** What can be done with a supplier. */
export function SupplierForms(props: FormsProps): VNode {
  return (
    <>
      <div class="columns">
        <Settings {...props} />
        <Sync {...props} />
        <Import {...props} />
        <Freeze {...props} />
      </div>
      <Removal {...props} />
    </>
  );
}

/** Where a form is sent, below the home page. */
function pathOf({ supplier }: FormsProps, rest: string): string {
  return `${supplierAddress(supplier.name)}/${rest}`;
}

function Settings(props: FormsProps): VNode {
  const { visit, supplier } = props;
  const words = SUPPLIER_WORDS[visit.language];
  const state = props.sent.settings;
  return (
    <FormCard
      title={words.settings}
      to={pathOf(props, 'settings')}
      hidden={{ [ENTITY_TAG_FIELD]: props.tag }}
      state={state}
      button={words.save}
    >
      <Input
        name="url"
        label={words.address}
        hint={words.urlHint}
        value={supplier.url}
        state={state}
      />
      <Input
        name="token"
        type="password"
        label={words.token}
        hint={words.newTokenHint}
        autocomplete="new-password"
        isOptional
        state={state}
      />
      <CallFields state={state} supplier={supplier} />
    </FormCard>
  );
}

function Freeze(props: FormsProps): VNode {
  const { visit, sent } = props;
  const words = SUPPLIER_WORDS[visit.language];
  return (
    <FormCard
      title={words.freezeTitle}
      to={pathOf(props, 'freeze')}
      state={sent.freeze}
      button={words.freeze}
      kind="danger"
    >
      <OperationFields
        input={FreezeDto}
        labels={{ hours: words.hours }}
        hints={{ hours: words.hoursHint }}
        state={sent.freeze}
      />
    </FormCard>
  );
}

function Sync(props: FormsProps): VNode {
  const { visit, supplier } = props;
  const words = SUPPLIER_WORDS[visit.language];
  const state = props.sent.sync;
  const field = { isDecimal: true, isOptional: true, state };
  return (
    <FormCard title={words.sync} to={pathOf(props, 'sync')} state={state} button={words.save}>
      <Input {...field} name="markup" label={words.markup} value={supplier.markup} />
      <TextArea
        name="markup_by_category"
        label={words.markupByCategory}
        hint={words.markupByCategoryHint}
        isOptional
        state={state}
      />
      <Picker
        name="into_category"
        label={words.intoCategory}
        value={textOf(supplier.into_category) ?? ''}
        picked={props.sent.picked ?? props.category}
        isOptional
        state={state}
      />
      <Input
        {...field}
        name="every_minutes"
        label={words.syncMinutes}
        hint={words.syncHint}
        value={textOf(supplier.sync_minutes)}
      />
    </FormCard>
  );
}

function textOf(value: number | null): string | undefined {
  return value === null ? undefined : String(value);
}

function Import(props: FormsProps): VNode {
  const { visit, sent } = props;
  const words = SUPPLIER_WORDS[visit.language];
  return (
    <FormCard title={words.importTitle} to={pathOf(props, 'import')} state={sent.import}>
      <Check
        name="force"
        label={words.force}
        isChecked={sent.import?.values?.force !== undefined}
      />
      <div class="actions">
        <Submit name="dry_run" value="1" kind="plain">
          {words.tryIt}
        </Submit>
        <Submit>{words.import}</Submit>
      </div>
    </FormCard>
  );
}

function Removal(props: FormsProps): VNode {
  const words = SUPPLIER_WORDS[props.visit.language];
  return (
    <Disclosure title={words.removeTitle}>
      <Form to={pathOf(props, 'remove')} label={words.removeTitle}>
        <p class="hint">{words.removeHint}</p>
        <Submit kind="danger">{words.forget}</Submit>
      </Form>
    </Disclosure>
  );
}
