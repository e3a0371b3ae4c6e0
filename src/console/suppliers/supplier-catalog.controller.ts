import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import { supplierCatalog } from '../../operations/suppliers/supplier.lists.js';
import { KNOWN_SUPPLIER, supplierSync } from '../../operations/suppliers/supplier.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { typedNumber } from '../http/form-numbers.js';
import { formFault } from '../http/form-fault.js';
import { parametersOf } from '../http/parameters.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { offeredPage } from './offered-page.js';
import { picksIn } from './picked-items.js';

/** Of either, over all pages. */
const MOST_SHOWN = '10000';
/** The page that is shown, from 1 on, and what is looked for. */
const PLACE = ['text', 'page'] as const;

/** What of another shop is listed here. */
@ConsoleController('suppliers/:supplier/catalog')
@PageWithForms<SupplierCatalogController, string>('suppliers.edit', {
  picks: {
    operation: supplierSync,
    input: async (form, { page, id }) => picksIn(form, await page.supplier(id)),
    done: (_answer, _input, form) => ({ ...form.given(...PLACE), done: 'picked' }),
  },
})
export class SupplierCatalogController {
  constructor(
    private readonly suppliers: SupplierService,
    private readonly lists: ConsoleLists,
  ) {}

  async supplier(name: string) {
    return KNOWN_SUPPLIER.of(await this.suppliers.get(name));
  }

  async page(visit: Visit, name: string, refused?: RefusedForm<string>): Promise<Page> {
    const supplier = await this.supplier(name);
    const place = refused?.form?.given(...PLACE) ?? parametersOf(visit.query, PLACE);
    const { text = '', page: typedPage = '' } = place;
    const page = typedNumber(typedPage);
    const shown = {
      ...{ supplier, text, fault: refused?.state.fault },
      page: typeof page === 'number' && page > 0 ? page : 1,
    };
    try {
      const query = { ...(text !== '' && { text }), limit: MOST_SHOWN };
      const offered = await this.lists.read(supplierCatalog, visit, query, name);
      return offeredPage(visit, { ...shown, offered });
    } catch (error) {
      return offeredPage(visit, { ...shown, fault: shown.fault ?? formFault(error) });
    }
  }
}
