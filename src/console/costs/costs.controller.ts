import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { costList } from '../../operations/costs/cost.lists.js';
import {
  CostDto,
  costImport,
  costSet,
  type ImportedCostsDto,
} from '../../operations/costs/cost.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { faultOf } from '../http/form-fault.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { FormOperations } from '../operations/form-operations.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { COSTS, costsPage, type CostForms } from './costs-page.js';

/** What products cost the shop. */
@ConsoleController(COSTS)
@OperationForms<CostsController>({
  // Its page tells what has changed, so it is no redirection. The same import again changes nothing.
  import: {
    operation: costImport,
    input: (form) => ({ csv: form.exact('csv'), dry_run: form.has('dry_run') }),
    done: '',
    shows: (page, visit) =>
      Promise.resolve((answer, { shown: values }) => {
        const imported = answer as ImportedCostsDto;
        // What was tried is sent again when it is meant.
        return page.shown(visit, { imported, ...(!imported.applied && { import: { values } }) });
      }),
  },
})
export class CostsController {
  constructor(
    private readonly lists: ConsoleLists,
    readonly forms: FormOperations,
  ) {}

  @Get()
  @NeedsPermission('costs.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(costList, visit, (found, list) => costsPage(visit, found, { list }));
  }

  /** By hand: the form names the product. */
  @Post()
  @NeedsPermission('costs.edit')
  async set(
    @CurrentVisit() visit: Visit,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    const cost = form.text('cost');
    const fault = await faultOf(() => {
      const input = checkedInput(CostDto, { cost: cost === '' ? null : cost });
      const id = itemId(form.text('product_id')) ?? 0;
      return this.forms.change(costSet, visit.caller, { id, input });
    });
    if (!fault) return new SeeOther(COSTS, { done: 'set' });
    return this.shown(visit, { set: { values: form.shown, fault } });
  }

  page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    return this.shown(visit, refused && { import: refused.state });
  }

  async shown(visit: Visit, forms?: CostForms): Promise<Page> {
    return costsPage(visit, await this.lists.first(costList, visit), forms);
  }
}
