import { Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathText } from '../../admin/http/path-parts.js';
import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { SupplierChangeDto, SyncDto } from '../../operations/suppliers/supplier.inputs.js';
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
import { pickerFault } from '../../pages/picker.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { filledIn } from '../operations/form-input.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { syncFieldsIn } from './supplier-fields.js';
import type { SentForms } from './supplier-forms.js';
import { supplierPage } from './supplier-page.js';
import { supplierAddress } from './supplier-parts.js';

/** Another shop that we buy from. */
@ConsoleController('suppliers/:supplier')
@PageWithForms<SupplierController, string>('suppliers.read', {
  settings: { operation: supplierSet, input: filledIn(SupplierChangeDto), done: 'saved' },
  check: { operation: supplierCheck, done: 'checked' },
  freeze: { operation: supplierFreeze, done: 'frozen' },
  // Its page tells what has changed, so it is no redirection. The same import again changes nothing.
  import: {
    operation: supplierImport,
    input: (form) => ({ dry_run: form.has('dry_run'), force: form.has('force') }),
    done: '',
    shows: (page, visit, name) =>
      Promise.resolve((answer, { shown: values }) =>
        page.shown(visit, name, { imported: answer as SupplierImportedDto, import: { values } }),
      ),
  },
  remove: { operation: supplierRemove, to: () => 'suppliers', done: 'removed' },
})
export class SupplierController {
  constructor(
    private readonly suppliers: SupplierService,
    private readonly picker: CatalogPicker,
    readonly forms: FormOperations,
  ) {}

  page(visit: Visit, name: string, refused?: RefusedForm<string>): Promise<Page> {
    if (!refused) return this.shown(visit, name);
    const { state } = refused;
    const isForm = ['settings', 'freeze', 'import'].includes(refused.name);
    return this.shown(visit, name, isForm ? { [refused.name]: state } : { fault: state.fault });
  }

  /** By hand: a category of ours is found by its text. */
  @Post('sync')
  @NeedsPermission('suppliers.edit')
  async sync(
    @CurrentVisit() visit: Visit,
    @PathText('supplier') name: string,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const picked = await this.picker.category(form.text('into_category'));
    const fault =
      pickerFault(picked, 'into_category', visit.language) ??
      (await faultOf(() => {
        const input = checkedInput(SyncDto, syncFieldsIn(form, picked));
        return this.forms.change(supplierSync, visit.caller, { id: name, input });
      }));
    if (!fault) return new SeeOther(supplierAddress(name), { done: 'synced' });
    return this.shown(visit, name, { picked, sync: { ...form.sent, fault } });
  }

  async shown(visit: Visit, name: string, sent?: SentForms): Promise<Page> {
    const found = await this.suppliers.get(name);
    const supplier = KNOWN_SUPPLIER.of(found, (permission) => visit.caller.may(permission));
    const category = await this.picker.category(String(supplier.into_category ?? ''));
    return supplierPage(visit, { supplier, category }, sent);
  }
}
