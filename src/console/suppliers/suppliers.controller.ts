import { supplierList } from '../../operations/suppliers/supplier.lists.js';
import {
  supplierAdd,
  type KnownSupplierDto,
} from '../../operations/suppliers/supplier.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ListPage, type Listed } from '../operations/list-page.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { supplierAddress } from './supplier-parts.js';
import { suppliersPage } from './suppliers-page.js';

/** Other shops that we buy from. No page shows our tokens there. */
@ConsoleController('suppliers')
@ListPage(supplierList, {
  '': {
    operation: supplierAdd,
    to: (_, answer) => supplierAddress((answer as KnownSupplierDto).name),
    done: 'added',
  },
})
export class SuppliersController {
  shown(visit: Visit, listed: Listed<typeof supplierList>): Page {
    return suppliersPage(visit, listed);
  }
}
