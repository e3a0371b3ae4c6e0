import { entityTagOf } from '../../admin/http/precondition.js';
import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import {
  KNOWN_SUPPLIER,
  SUPPLIER_SHAPE,
  supplierCheck,
  supplierFreeze,
  supplierImport,
  supplierRemove,
  supplierSet,
  supplierSync,
  type SupplierImportedDto,
} from '../../operations/suppliers/supplier.operations.js';
import type { Picked } from '../../pages/picker.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import { pickedId } from '../shell/picked-id.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { callFieldsIn, syncFieldsIn } from './supplier-fields.js';
import type { SentForms } from './supplier-forms.js';
import { supplierPage } from './supplier-page.js';

const CATEGORY = 'into_category';

/** Another shop that we buy from. */
@ConsoleController('suppliers/:supplier')
@PageWithForms<SupplierController, string>('suppliers.read', {
  settings: { operation: supplierSet, input: callFieldsIn, done: 'saved' },
  check: { operation: supplierCheck, done: 'checked' },
  sync: {
    operation: supplierSync,
    input: async (form, { page, visit }) => {
      const picked = await page.categoryIn(form);
      return syncFieldsIn(form, pickedId(picked, CATEGORY, visit.language));
    },
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
    private readonly picker: CatalogPicker,
  ) {}

  async page(visit: Visit, name: string, refused?: RefusedForm<string>): Promise<Page> {
    if (!refused) return this.shown(visit, name);
    const { state, form } = refused;
    if (refused.name === 'sync' && form) {
      return this.shown(visit, name, { sync: state, picked: await this.categoryIn(form) });
    }
    const isForm = ['settings', 'freeze', 'import'].includes(refused.name);
    return this.shown(visit, name, isForm ? { [refused.name]: state } : { fault: state.fault });
  }

  /** What the form of the sync names. */
  categoryIn(form: FormValues): Promise<Picked> {
    return this.picker.category(form.text(CATEGORY));
  }

  async shown(visit: Visit, name: string, sent?: SentForms): Promise<Page> {
    const found = await this.suppliers.get(name);
    const supplier = KNOWN_SUPPLIER.of(found, (permission) => visit.caller.may(permission));
    const category = await this.picker.category(String(supplier.into_category ?? ''));
    const tag = entityTagOf(SUPPLIER_SHAPE.of(found));
    return supplierPage(visit, { supplier, category, tag }, sent);
  }
}
