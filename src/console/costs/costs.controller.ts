import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { CostAdmin } from '../../admin/costs/cost-admin.service.js';
import { costPage, COSTS_FILE } from '../../admin/costs/cost-lists.js';
import {
  CostDto,
  CostImportDto,
  CostQuery,
  type ImportedCostsDto,
} from '../../admin/costs/costs.dto.js';
import { ListFiles } from '../../admin/http/list-files.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf, formFault } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { COSTS, costsPage, type CostForms } from './costs-page.js';

/** What products cost the shop. */
@ConsoleController(COSTS)
export class CostsController {
  constructor(
    private readonly products: ProductCosts,
    private readonly costs: CostAdmin,
    private readonly files: ListFiles,
  ) {}

  @Get()
  @NeedsPermission('costs.read')
  async list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const query = checkedInput(
      CostQuery,
      parametersOf(visit.query, ['unknown', ...LIST_PARAMETERS]),
    );
    const answer = this.files.answer(COSTS_FILE, query, visit.caller, (part) =>
      costPage(this.products, part),
    );
    return pageOrFile(answer, 'costs', (found) => costsPage(visit, found));
  }

  @Post()
  @NeedsPermission('costs.edit')
  async set(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const text = form.text('cost');
    const fault = await faultOf(() => {
      const { cost } = checkedInput(CostDto, { cost: text === '' ? null : text });
      const product = itemId(form.text('product_id')) ?? 0;
      return this.costs.set(product, cost, visit.caller.author);
    });
    if (!fault) return new SeeOther(COSTS, { done: 'set' });
    return this.page(visit, { set: { values: form.shown, fault } });
  }

  /** Its page tells what has changed, so it is no redirection. The same import again changes nothing. */
  @Post('import')
  @NeedsPermission('costs.edit')
  async import(@CurrentVisit() visit: Visit, @CurrentForm() form: FormValues): Promise<Page> {
    const state = { values: form.shown };
    let imported: ImportedCostsDto;
    try {
      const given = { csv: form.exact('csv'), dry_run: form.has('dry_run') };
      imported = await this.costs.import(checkedInput(CostImportDto, given), visit.caller.author);
    } catch (error) {
      return this.page(visit, { import: { ...state, fault: formFault(error) } });
    }
    // What was tried is sent again when it is meant.
    return this.page(visit, { imported, ...(!imported.applied && { import: state }) });
  }

  private async page(visit: Visit, forms: CostForms): Promise<Page> {
    return costsPage(visit, await costPage(this.products, {}), forms);
  }
}
