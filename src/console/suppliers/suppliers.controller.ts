import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { supplierList } from '../../operations/suppliers/supplier.lists.js';
import {
  supplierAdd,
  type KnownSupplierDto,
} from '../../operations/suppliers/supplier.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { callFieldsIn } from './supplier-fields.js';
import { supplierAddress } from './supplier-parts.js';
import { suppliersPage } from './suppliers-page.js';

/** Other shops that we buy from. No page shows our tokens there. */
@ConsoleController('suppliers')
@OperationForms<SuppliersController>({
  '': {
    operation: supplierAdd,
    input: (form) => ({ ...form.given('name'), ...callFieldsIn(form) }),
    to: (_, answer) => supplierAddress((answer as KnownSupplierDto).name),
    done: 'added',
  },
})
export class SuppliersController {
  constructor(private readonly lists: ConsoleLists) {}

  @Get()
  @NeedsPermission('suppliers.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(supplierList, visit, (found) => suppliersPage(visit, found));
  }

  async page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    return suppliersPage(visit, await this.lists.first(supplierList, visit), refused?.state);
  }
}
