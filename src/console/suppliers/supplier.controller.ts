import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import { SupplierChangeDto } from '../../operations/suppliers/supplier.inputs.js';
import {
  KNOWN_SUPPLIER,
  supplierCheck,
  supplierFreeze,
  supplierImport,
  supplierRemove,
  supplierSet,
  supplierSync,
  type SupplierImportedDto,
} from '../../operations/suppliers/supplier.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { numberOrText } from '../http/form-numbers.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { filledIn } from '../operations/form-input.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import type { SentForms } from './supplier-forms.js';
import { supplierPage } from './supplier-page.js';

const CATEGORY = 'into_category';

/** Another shop that we buy from. */
@ConsoleController('suppliers/:supplier')
@PageWithForms<SupplierController, string>('suppliers.read', {
  settings: { operation: supplierSet, input: filledIn(SupplierChangeDto), done: 'saved' },
  check: { operation: supplierCheck, done: 'checked' },
  sync: {
    operation: supplierSync,
    picks: { [CATEGORY]: (page, text) => page.picker.category(text) },
    input: (form, { idOf }) => syncFieldsIn(form, idOf(CATEGORY)),
    done: 'synced',
  },
  freeze: { operation: supplierFreeze, done: 'frozen' },
  // Its page tells what has changed, so it is no redirection. The same import again changes nothing.
  import: {
    operation: supplierImport,
    done: '',
    shows:
      (page, visit, { id, form }) =>
      (answer) =>
        page.shown(visit, id, { imported: answer as SupplierImportedDto, import: form.sent }),
  },
  remove: { operation: supplierRemove, to: () => 'suppliers', done: 'removed' },
})
export class SupplierController {
  constructor(
    private readonly suppliers: SupplierService,
    readonly picker: CatalogPicker,
  ) {}

  async page(visit: Visit, name: string, refused?: RefusedForm<string>): Promise<Page> {
    if (!refused) return this.shown(visit, name);
    const { state } = refused;
    const isForm = ['settings', 'sync', 'freeze', 'import'].includes(refused.name);
    return this.shown(visit, name, isForm ? { [refused.name]: state } : { fault: state.fault });
  }

  async shown(visit: Visit, name: string, sent?: SentForms): Promise<Page> {
    const found = await this.suppliers.get(name);
    const supplier = KNOWN_SUPPLIER.of(found, (permission) => visit.caller.may(permission));
    const category = await this.picker.category(String(supplier.into_category ?? ''));
    return supplierPage(visit, { supplier, category }, sent);
  }
}

/** How and how often a catalog is listed, as it was typed; no minutes mean by hand only. @param category found by its text */
function syncFieldsIn(form: FormValues, category: number | undefined): object {
  const minutes = form.text('every_minutes');
  const markups = form.lines('markup_by_category');
  return {
    ...form.given('markup'),
    ...(category !== undefined && { into_category: category }),
    every_minutes: minutes === '' ? null : numberOrText(minutes),
    ...(markups.length > 0 && { markup_by_category: markupsIn(markups) }),
  };
}

/** Lines such as `12=25`; one without a category is a name that none has, so that it is refused. */
function markupsIn(lines: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    lines.map((line) => {
      const equals = line.indexOf('=');
      if (equals < 0) return [line, null];
      const markup = line.slice(equals + 1).trim();
      return [line.slice(0, equals).trim(), markup === '' ? null : markup];
    }),
  );
}
