import {
  supplierFreeze,
  supplierSet,
  supplierSync,
  type KnownSupplierDto,
  type SupplierImportedDto,
} from '../../operations/suppliers/supplier.operations.js';
import { FormCard } from '../../pages/card.js';
import { DangerZone } from '../../pages/danger-zone.js';
import { Check, Input, TextArea, type FormFault, type FormState } from '../../pages/form.js';
import { Picker, type Picked } from '../../pages/picker.js';
import { AcceptUnusual } from '../unusual/unusual-parts.js';
import { formFor } from '../operations/form-for.js';
import { TryFirst } from '../shell/try-first.js';
import { CallFields, supplierAddress } from './supplier-parts.js';
import { useWords } from '../../pages/words.js';

/** What the page of a supplier shows besides the supplier: forms that were sent, and what they told. */
export interface SentForms {
  readonly settings?: FormState;
  readonly freeze?: FormState;
  readonly sync?: FormState;
  readonly import?: FormState;
  /** Why a form without fields was refused. */
  readonly fault?: FormFault;
  /** What an import would change, or has changed. */
  readonly imported?: SupplierImportedDto;
}

/** A supplier, without our token there. */
export interface ShownSupplier {
  readonly supplier: KnownSupplierDto;
  /** The category of ours that its catalog is listed in. */
  readonly category: Picked;
}

interface FormsProps extends ShownSupplier {
  readonly sent: SentForms;
}

/** What is set of a supplier, and the import of its catalog. */
export function SupplierForms(props: FormsProps) {
  return (
    <div class="columns">
      <Sync {...props} />
      <Import {...props} />
      <Settings {...props} />
    </div>
  );
}

/** What ends buying there, for a while or for good. */
export function SupplierDangers(props: FormsProps) {
  return (
    <DangerZone>
      <Freeze {...props} />
      <Removal {...props} />
    </DangerZone>
  );
}

/** Where a form is sent, below the home page. */
function pathOf({ supplier }: FormsProps, rest: string): string {
  return `${supplierAddress(supplier.name)}/${rest}`;
}

function Settings(props: FormsProps) {
  const { supplier } = props;
  const words = useWords('supplier');
  const state = props.sent.settings;
  return (
    <FormCard
      title={words.settings}
      to={pathOf(props, 'settings')}
      state={state}
      button={words.save}
      {...formFor(supplierSet, supplier)}
    >
      <CallFields tokenHint={words.newTokenHint} />
    </FormCard>
  );
}

function Freeze(props: FormsProps) {
  const { sent } = props;
  const words = useWords('supplier');
  return (
    <FormCard
      title={words.freezeTitle}
      to={pathOf(props, 'freeze')}
      state={sent.freeze}
      button={words.freeze}
      kind="danger"
      {...formFor(supplierFreeze)}
    >
      <Input name="hours" label={words.hours} hint={words.hoursHint} />
    </FormCard>
  );
}

function Sync(props: FormsProps) {
  const { supplier } = props;
  const words = useWords('supplier');
  const state = props.sent.sync;
  const { markup, into_category, sync_minutes: every_minutes } = supplier;
  const present = { markup, into_category, every_minutes };
  return (
    <FormCard
      title={words.sync}
      to={pathOf(props, 'sync')}
      state={state}
      button={words.save}
      {...formFor(supplierSync, present)}
    >
      <Input name="markup" label={words.markup} />
      <TextArea
        name="markup_by_category"
        label={words.markupByCategory}
        hint={words.markupByCategoryHint}
      />
      <Picker name="into_category" label={words.intoCategory} present={props.category} />
      <Input name="every_minutes" label={words.syncMinutes} hint={words.syncHint} />
    </FormCard>
  );
}

function Import(props: FormsProps) {
  const { sent, supplier } = props;
  const isTried = sent.imported?.applied === false && sent.imported.unusual.count > 0;
  const isAsked = sent.import?.fault !== undefined || isTried || supplier.held !== null;
  const words = useWords('supplier');
  return (
    <FormCard title={words.importTitle} to={pathOf(props, 'import')} state={sent.import}>
      <Check name="force" label={words.force} />
      {isAsked && <AcceptUnusual />}
      <TryFirst tryIt={words.tryIt}>{words.import}</TryFirst>
    </FormCard>
  );
}

function Removal(props: FormsProps) {
  const words = useWords('supplier');
  return (
    <FormCard
      title={words.removeTitle}
      to={pathOf(props, 'remove')}
      hint={words.removeHint}
      button={words.forget}
      kind="danger"
    />
  );
}
