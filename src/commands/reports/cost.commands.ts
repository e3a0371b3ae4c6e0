import { OperatorError } from '../../common/app-error.js';
import { readCostFile } from '../../fulfillment/costs/cost-file.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import { afterProduct, costList } from '../../operations/costs/cost.lists.js';
import { costSet, type ProductCostDto } from '../../operations/costs/cost.operations.js';
import { AuditService } from '../../upkeep/audit/audit.service.js';
import { idArgument, separatorArgument, type AddOwnCommands } from '../context/command-context.js';
import { addList } from '../operations/list-command.js';
import { addOperation, type OwnFields } from '../operations/operation-command.js';

/** Products in a list, unless --limit is given. */
const LISTED_COSTS = 100;

interface ListOptions {
  readonly after?: number;
  readonly unknown?: true;
}

const COST: OwnFields<ListOptions> = {
  fields: ['cost'],
  add: (command) =>
    command
      .argument('[usd]', 'what a unit costs the shop')
      .option('--unknown', 'nobody knows, until the next sync of its supplier'),
  read: ({ unknown }, usd?: string) => {
    if ((usd === undefined) !== (unknown === true))
      throw new OperatorError('Say USD, or --unknown.');
    return { cost: usd ?? null };
  },
};

const PART: OwnFields<ListOptions> = {
  fields: ['unknown'],
  add: (command) =>
    command
      .option('--after <product>', 'only products with a greater id', idArgument)
      .option('--unknown', 'only products whose cost is unknown'),
  read: ({ after, unknown }) => ({
    ...(after !== undefined && { cursor: afterProduct(after) }),
    ...(unknown && { unknown: 'true' }),
  }),
};

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly separator?: string;
}

const IMPORT_HELP = `
A CSV with these columns, as "souk cost list --csv" writes it; an empty cost is unknown:
  id,cost
  7001,0.71
JSON is a list such as [{"id": 7001, "cost": "0.71"}]; null is unknown.`;

export const addCostCommands: AddOwnCommands = (cost, context) => {
  const { terminal, withShop } = context;
  addOperation(cost, context, costSet, { own: COST });

  addList(cost, context, costList, {
    description: 'products with what they cost, by id',
    whenEmpty: 'There is no such product.',
    limit: LISTED_COSTS,
    own: PART,
    whenMore: (last) =>
      `There are more products; say --after ${(last as ProductCostDto).product_id}.`,
  });

  // By hand: a file of any size, which may be JSON.
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
          const told = { before: { costs: before }, after: { ...changes, costs: after } };
          shop.get(AuditService).note(told);
        }
        terminal.item({ ...changes, dry_run: dryRun });
      }),
    );
};
