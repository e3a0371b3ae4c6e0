import { costList } from '../../operations/costs/cost.lists.js';
import {
  costImport,
  costSet,
  type ImportedCostsDto,
} from '../../operations/costs/cost.operations.js';
import type { PageOf } from '../../operations/lists/list.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { ListPage, type Listed } from '../operations/list-page.decorator.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import { ThingNaming } from '../shell/thing-naming.service.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { COSTS, costsPage, type CostForms } from './costs-page.js';

/** What products cost the shop. */
@ConsoleController(COSTS)
@ListPage<typeof costList, CostsController>(costList, {
  '': {
    operation: costSet,
    picks: { product_id: ({ catalog }, text) => catalog.product(text) },
    thing: (_, { idOf }) => idOf('product_id') ?? 0,
    done: 'set',
  },
  // Its page tells what has changed, so it is no redirection. The same import again changes nothing.
  import: {
    operation: costImport,
    input: (form) => ({ csv: form.exact('csv'), dry_run: form.has('dry_run') }),
    done: '',
    shows:
      (page, visit, { form }) =>
      async (answer) => {
        const imported = answer as ImportedCostsDto;
        const found = await page.lists.first(costList, visit);
        // What was tried is sent again when it is meant.
        return page.of(visit, found, { imported, ...(!imported.applied && { import: form.sent }) });
      },
  },
})
export class CostsController {
  constructor(
    readonly lists: ConsoleLists,
    readonly catalog: CatalogPicker,
    private readonly naming: ThingNaming,
  ) {}

  shown(visit: Visit, { found, filter, refused }: Listed<typeof costList>): Promise<Page> {
    const forms = refused ? { [refused.name || 'set']: refused.state } : { list: filter };
    return this.of(visit, found, forms);
  }

  async of(visit: Visit, found: PageOf<typeof costList>, forms: CostForms): Promise<Page> {
    const places = await this.naming.places(found.items, visit.caller);
    return costsPage(visit, { ...found, places }, forms);
  }
}
