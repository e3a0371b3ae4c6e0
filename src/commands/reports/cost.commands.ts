import { csvHeader, csvRow, type CsvColumns } from '../../common/csv.js';
import { OperatorError } from '../../common/app-error.js';
import { readCostFile } from '../../fulfillment/costs/cost-file.js';
import type { ProductCost } from '../../fulfillment/costs/product-cost.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import { AuditService } from '../../operator/audit/audit.service.js';
import {
  idArgument,
  limitArgument,
  separatorArgument,
  type AddCommands,
} from '../context/command-context.js';
import type { Row } from '../context/terminal.js';

/** Products in a list, unless --limit is given, and in one part of a CSV. */
const LISTED_COSTS = 100;
const COSTS_PER_PART = 1_000;

const COLUMNS: CsvColumns = {
  id: 'plain',
  name: 'text',
  price: 'plain',
  cost: 'plain',
  source: 'text',
  set_at: 'plain',
};

interface ListOptions {
  readonly limit?: number;
  readonly after?: number;
  readonly unknown?: boolean;
  readonly csv?: true;
}

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly separator?: string;
}

const IMPORT_HELP = `
A CSV with these columns, as "souk cost list --csv" writes it; an empty cost is unknown:
  id,cost
  7001,0.71
JSON is a list such as [{"id": 7001, "cost": "0.71"}]; null is unknown.`;

export const addCostCommands: AddCommands = (cost, { terminal, readShop, withShop }) => {
  cost
    .command('set')
    .argument('<product>', 'product id', idArgument)
    .argument('[usd]', 'what a unit costs the shop')
    .description('set what a product costs; a supplier no longer changes it then')
    .option('--unknown', 'nobody knows, until the next sync of its supplier')
    .action((product: number, usd: string | undefined, { unknown = false }: ListOptions) =>
      withShop(async (shop) => {
        if ((usd === undefined) !== unknown) throw new OperatorError('Say USD, or --unknown.');
        const { before, after } = await shop.get(ProductCosts).set(product, usd ?? null);
        shop.get(AuditService).note({ before: auditedCost(before), after: auditedCost(after) });
        terminal.item(costRow(after));
      }),
    );

  cost
    .command('list')
    .description('products with what they cost, by id')
    .option('--limit <n>', `at most so many; ${LISTED_COSTS} by default`, limitArgument)
    .option('--after <product>', 'only products with a greater id', idArgument)
    .option('--unknown', 'only products whose cost is unknown')
    .option('--csv', 'all of them as CSV, for a spreadsheet and for "souk cost import"')
    .action(({ limit = LISTED_COSTS, after, unknown: unknownOnly, csv }: ListOptions) =>
      readShop(async (shop) => {
        const costs = shop.get(ProductCosts);
        if (csv) {
          await terminal.csv(csvOf(costs, { after, unknownOnly }), NO_PRODUCT);
          return;
        }
        const { items, next } = await costs.list({ limit, after, unknownOnly });
        terminal.list(items.map(costRow), NO_PRODUCT);
        if (next !== null) terminal.remark(`There are more products; say --after ${next}.`);
      }),
    );

  cost
    .command('import')
    .argument('<file>', 'a CSV with the columns id and cost, or JSON')
    .description('set the costs of many products, all or nothing')
    .option('--dry-run', 'only say what would change')
    .option(
      '--separator <character>',
      'between the columns of a CSV: ",", ";" or tab',
      separatorArgument,
    )
    .addHelpText('after', IMPORT_HELP)
    .action((file: string, { dryRun = false, separator }: ImportOptions) =>
      withShop(async (shop) => {
        const rows = await readCostFile(file, separator);
        const imported = await shop.get(ProductCosts).import(rows, { dryRun });
        const { changes, before, after } = imported;
        if (!dryRun) {
          shop.get(AuditService).note({ before: { costs: before }, after: { costs: after } });
        }
        terminal.item({ ...changes, dry_run: dryRun });
      }),
    );
};

const NO_PRODUCT = 'There is no such product.';

function costRow({ productId, name, price, cost, source, setAt }: ProductCost): Row {
  return { id: productId, name, price, cost, source, set_at: setAt };
}

function auditedCost({ productId, cost, source }: ProductCost) {
  return { product: productId, cost, source };
}

/** The lines of the CSV, read part by part. */
async function* csvOf(
  costs: ProductCosts,
  filter: { readonly after?: number | undefined; readonly unknownOnly?: boolean | undefined },
): AsyncGenerator<string> {
  yield csvHeader(COLUMNS);
  for (let after: number | null | undefined = filter.after; after !== null;) {
    const page = await costs.list({ ...filter, after, limit: COSTS_PER_PART });
    for (const item of page.items) {
      yield csvRow(COLUMNS, { ...costRow(item), set_at: item.setAt?.toISOString() ?? null });
    }
    after = page.next;
  }
}
