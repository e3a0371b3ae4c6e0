import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { PathText } from '../../admin/http/path-parts.js';
import { PROBLEMS } from '../../admin/problems/problem.js';
import { SupplierAdmin, SUPPLIERS_FILE } from '../../admin/suppliers/supplier-admin.service.js';
import {
  NewSupplierDto,
  SupplierChangeDto,
  SupplierImportDto,
  SyncDto,
} from '../../admin/suppliers/suppliers.dto.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf, formFault } from '../http/form-fault.js';
import { preconditionIn } from '../http/form-tag.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import { pickerFault } from '../../pages/picker.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { callFieldsIn, syncFieldsIn } from './supplier-fields.js';
import type { SupplierExtras } from './supplier-forms.js';
import { supplierPage } from './supplier-page.js';
import { supplierAddress } from './supplier-parts.js';
import { suppliersPage } from './suppliers-page.js';

/** Other shops that we buy from. No page shows our tokens there. */
@ConsoleController('suppliers')
export class SuppliersController {
  constructor(
    private readonly suppliers: SupplierAdmin,
    private readonly files: ListFiles,
    private readonly picker: CatalogPicker,
  ) {}

  @Get()
  @NeedsPermission('suppliers.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const query = checkedInput(ListQuery, parametersOf(visit.query, LIST_PARAMETERS));
    const answer = this.files.answer(SUPPLIERS_FILE, query, visit.caller, (part, reader) =>
      this.suppliers.page(part, reader.may('suppliers.balances')),
    );
    return pageOrFile(answer, 'suppliers', (found) => suppliersPage(visit, found));
  }

  @Post()
  @NeedsPermission('suppliers.edit')
  async add(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const given = { ...form.given('name'), ...callFieldsIn(form) };
      return this.suppliers.add(checkedInput(NewSupplierDto, given), visit.caller.author);
    });
    if (!fault) return new SeeOther(supplierAddress(form.text('name')), { done: 'added' });
    const found = await this.suppliers.page({}, showsBalances(visit));
    return suppliersPage(visit, found, { values: form.shown, fault });
  }

  @Get(':supplier')
  @NeedsPermission('suppliers.read')
  show(@CurrentVisit() visit: Visit, @PathText('supplier') name: string): Promise<Page> {
    return this.page(visit, name);
  }

  @Post(':supplier/settings')
  @NeedsPermission('suppliers.edit')
  async set(
    @CurrentVisit() visit: Visit,
    @PathText('supplier') name: string,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => {
      const change = checkedInput(SupplierChangeDto, callFieldsIn(form));
      return this.suppliers.set(name, change, preconditionIn(form), visit.caller.author);
    });
    if (!fault) return new SeeOther(supplierAddress(name), { done: 'saved' });
    // After a lost race the form holds what the settings are now.
    const isChanged = fault.status === PROBLEMS.changed.status;
    return this.page(visit, name, {
      settings: isChanged ? { fault } : { values: form.shown, fault },
    });
  }

  @Post(':supplier/check')
  @NeedsPermission('suppliers.edit')
  async check(
    @CurrentVisit() visit: Visit,
    @PathText('supplier') name: string,
  ): Promise<Page | SeeOther> {
    const { author } = visit.caller;
    const fault = await faultOf(() => this.suppliers.check(name, false, author));
    if (!fault) return new SeeOther(supplierAddress(name), { done: 'checked' });
    return this.page(visit, name, { fault });
  }

  @Post(':supplier/sync')
  @NeedsPermission('suppliers.edit')
  async configure(
    @CurrentVisit() visit: Visit,
    @PathText('supplier') name: string,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const picked = await this.picker.category(form.text('into_category'));
    const fault =
      pickerFault(picked, 'into_category', visit.language) ??
      (await faultOf(() => {
        const sync = checkedInput(SyncDto, syncFieldsIn(form, picked));
        return this.suppliers.configure(name, sync, visit.caller.author);
      }));
    if (!fault) return new SeeOther(supplierAddress(name), { done: 'synced' });
    return this.page(visit, name, { picked, sync: { values: form.shown, fault } });
  }

  /** Its page tells what has changed, so it is no redirection. The same import again changes nothing. */
  @Post(':supplier/import')
  @NeedsPermission('suppliers.edit')
  async import(
    @CurrentVisit() visit: Visit,
    @PathText('supplier') name: string,
    @CurrentForm() form: FormValues,
  ): Promise<Page> {
    const values = form.shown;
    try {
      const given = { dry_run: form.has('dry_run'), force: form.has('force') };
      const wanted = checkedInput(SupplierImportDto, given);
      const imported = await this.suppliers.import(name, wanted, visit.caller.author);
      return await this.page(visit, name, { imported, import: { values } });
    } catch (error) {
      return this.page(visit, name, { import: { values, fault: formFault(error) } });
    }
  }

  @Post(':supplier/remove')
  @NeedsPermission('suppliers.edit')
  async remove(
    @CurrentVisit() visit: Visit,
    @PathText('supplier') name: string,
  ): Promise<Page | SeeOther> {
    const fault = await faultOf(() => this.suppliers.remove(name, visit.caller.author));
    if (!fault) return new SeeOther('suppliers', { done: 'removed' });
    return this.page(visit, name, { fault });
  }

  private async page(visit: Visit, name: string, extras?: SupplierExtras): Promise<Page> {
    const supplier = await this.suppliers.known(name, showsBalances(visit));
    const category = await this.picker.category(String(supplier.into_category ?? ''));
    return supplierPage(visit, supplier, category, extras);
  }
}

function showsBalances({ caller }: Visit): boolean {
  return caller.may('suppliers.balances');
}
