import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { costList } from '../../operations/costs/cost.lists.js';
import {
  costImport,
  costSet,
  type ImportedCostsDto,
} from '../../operations/costs/cost.operations.js';
import type { PageOf } from '../../operations/lists/list.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { OperationForms } from '../operations/operation-forms.decorator.js';
import type { Download } from '../visit/download.js';
import { ThingNaming } from '../shell/thing-naming.service.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { COSTS, costsPage, type CostForms, type FoundCosts } from './costs-page.js';

/** What products cost the shop. */
@ConsoleController(COSTS)
@OperationForms<CostsController>({
  '': {
    operation: costSet,
    thing: (form) => itemId(form.text('product_id')) ?? 0,
    done: 'set',
  },
  // Its page tells what has changed, so it is no redirection. The same import again changes nothing.
  import: {
    operation: costImport,
    input: (form) => ({ csv: form.exact('csv'), dry_run: form.has('dry_run') }),
    done: '',
    shows:
      (page, visit, { form }) =>
      (answer) => {
        const imported = answer as ImportedCostsDto;
        // What was tried is sent again when it is meant.
        return page.shown(visit, { imported, ...(!imported.applied && { import: form.sent }) });
      },
  },
})
export class CostsController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly naming: ThingNaming,
  ) {}

  @Get()
  @NeedsPermission('costs.read')
  list(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.show(costList, visit, async (found, list) =>
      costsPage(visit, await this.placed(visit, found), { list }),
    );
  }

  page(visit: Visit, _: number, refused?: RefusedForm<string>): Promise<Page> {
    return this.shown(visit, refused && { [refused.name || 'set']: refused.state });
  }

  async shown(visit: Visit, forms?: CostForms): Promise<Page> {
    const found = await this.lists.first(costList, visit);
    return costsPage(visit, await this.placed(visit, found), forms);
  }

  private async placed({ caller }: Visit, found: PageOf<typeof costList>): Promise<FoundCosts> {
    return { ...found, places: await this.naming.places(found.items, caller) };
  }
}
