import {
  supplierFreeze,
  supplierSet,
  supplierSync,
  type KnownSupplierDto,
  type SupplierImportedDto,
} from '../../operations/suppliers/supplier.operations.js';
import { FormCard, DangerZone } from '../../pages/card.js';
import { Check, Input, TextArea, type FormFault, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Picker, type Picked } from '../../pages/picker.js';
import { AcceptUnusual } from '../unusual/unusual-parts.js';
import { formFor } from '../operations/form-for.js';
import { TryFirst } from '../shell/try-first.js';
import { CallFields, supplierAddress } from './supplier-parts.js';
import { useWords } from '../../pages/words.js';

/** What the page of a supplier shows besides the supplier: forms that were sent, and what they told. */
export interface SentForms extends Readonly<
  Partial<Record<'settings' | 'freeze' | 'sync' | 'import', FormState>>
> {
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
  const { supplier, sent } = props;
  const words = useWords('supplier');
  return (
    <div class="columns">
      <Sync {...props} />
      <Import {...props} />
      <FormCard
        title={words.settings}
        to={`${supplierAddress(supplier.name)}/settings`}
        state={sent.settings}
        button={words.save}
        {...formFor(supplierSet, supplier)}
      >
        <CallFields tokenHint={words.newTokenHint} />
      </FormCard>
    </div>
  );
}

/** What ends buying there, for a while or for good. */
export function SupplierDangers({ supplier, sent }: FormsProps) {
  const words = useWords('supplier');
  const own = supplierAddress(supplier.name);
  return (
    <DangerZone>
      <FormCard
        title={words.freezeTitle}
        to={`${own}/freeze`}
        state={sent.freeze}
        button={words.freeze}
        kind="danger"
        {...formFor(supplierFreeze)}
      >
        <Input name="hours" label={words.hours} hint={words.hoursHint} />
      </FormCard>
      <FormCard
        title={words.removeTitle}
        to={`${own}/remove`}
        hint={words.removeHint}
        button={words.forget}
        kind="danger"
      />
    </DangerZone>
  );
}

function Sync({ supplier, category, sent }: FormsProps) {
  const words = useWords('supplier');
  const { markup, into_category, sync_minutes: every_minutes } = supplier;
  return (
    <FormCard
      title={words.sync}
      to={`${supplierAddress(supplier.name)}/sync`}
      state={sent.sync}
      button={words.save}
      {...formFor(supplierSync, { markup, into_category, every_minutes })}
    >
      <Input name="markup" label={words.markup} />
      <TextArea
        name="markup_by_category"
        label={words.markupByCategory}
        hint={words.markupByCategoryHint}
      />
      <Picker name="into_category" label={words.intoCategory} present={category} />
      <Input name="every_minutes" label={words.syncMinutes} hint={words.syncHint} />
    </FormCard>
  );
}

function Import({ sent, supplier }: FormsProps) {
  const isTried = sent.imported?.applied === false && sent.imported.unusual.count > 0;
  const isAsked = sent.import?.fault !== undefined || isTried || supplier.held !== null;
  const words = useWords('supplier');
  return (
    <FormCard
      title={words.importTitle}
      to={`${supplierAddress(supplier.name)}/import`}
      state={sent.import}
    >
      {Number(supplier.markup) === 0 && <Notice kind="bad">{words.atCost}</Notice>}
      <Check name="force" label={words.force} />
      {isAsked && <AcceptUnusual />}
      <TryFirst tryIt={words.tryIt}>{words.import}</TryFirst>
    </FormCard>
  );
}
