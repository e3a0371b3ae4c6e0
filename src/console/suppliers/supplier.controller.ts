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
import type { RefusedForm } from '../http/refused-form.js';
import { filledIn } from '../operations/form-input.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { syncFieldsIn } from './supplier-fields.js';
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
