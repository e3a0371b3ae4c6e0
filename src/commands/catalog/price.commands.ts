import { InvalidArgumentError, type Command } from 'commander';
import { BasePriceService } from '../../catalog/editing/base-price.service.js';
import { OperatorError } from '../../common/app-error.js';
import { GROUP } from '../../operations/accounts/group.operations.js';
import { CHANGED_PRICE, toldPrices } from '../../operations/catalog/base-prices.js';
import {
  priceClear,
  priceSet,
  PriceRuleSettingDto,
} from '../../operations/catalog/rule.operations.js';
import { FlagField } from '../../operations/fields/fields.js';
import { given } from '../../operations/given.js';
import type { Work } from '../../operations/operation.js';
import { idArgument, type AddOwnCommands, type OwnContext } from '../context/command-context.js';
import { noteChanged } from '../context/noted-change.js';
import { addList } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';
import { namedPrices, RULE_COLUMNS } from './rule-lists.js';

/** A price that is set or taken back. */
class ClearablePriceDto extends PriceRuleSettingDto {
  @FlagField({ optional: true, flag: 'clear', description: 'Takes the rule back.' })
  clear?: boolean;
}

class TypedPrice extends ClearablePriceDto {
  @FlagField({ optional: true, flag: 'all', description: 'The whole catalog.' })
  all?: boolean;
}

interface BaseOptions {
  readonly category?: number;
  readonly product?: number;
  readonly all?: true;
  readonly percent: string;
  readonly decimals?: number;
  readonly dryRun?: boolean;
}

export const addPriceCommands: AddOwnCommands = (price, context) => {
  const { terminal } = context;
  const operation = {
    ...priceSet,
    input: ClearablePriceDto,
    run: (work: Work<unknown, ClearablePriceDto>) =>
      work.input.clear ? priceClear.run(work) : priceSet.run(work),
  };
  addOperation(price, context, operation, {
    typed: TypedPrice,
    named: { group_id: GROUP },
    given: ({ all, ...rule }: TypedPrice) => {
      const { percentage, fixed_price: fixed, clear } = rule;
      assertOne([all, rule.category_id, rule.product_id], NO_TARGET);
      assertOne([percentage, fixed, clear], 'Say one of --percent, --fixed and --clear.');
      return rule;
    },
    show: (answer, _shop, _id, { clear }: ClearablePriceDto) => {
      terminal.show(answer, clear ? 'The price is gone.' : 'The price is set.');
    },
  });

  addBasePriceCommand(price, context);

  addList(price, context, namedPrices, {
    whenEmpty: 'Everyone pays the base prices.',
    description: 'all prices of accounts and groups',
    columns: [...RULE_COLUMNS, 'percentage', 'fixed_price'],
  });
};

/** By hand: a dry run is no change. */
function addBasePriceCommand(price: Command, { terminal, withShop }: OwnContext): void {
  price
    .command('base')
    .description('change base prices by a percentage, for everyone')
    .requiredOption('--percent <p>', '+10 makes 2 USD 2.2 USD')
    .option('--all', 'the whole catalog')
    .option('--category <id>', 'a category with all below it', idArgument)
    .option('--product <id>', 'one product', idArgument)
    .option(
      '--decimals <n>',
      'that new prices keep, rounded half up; all if left out',
      decimalCount,
    )
    .option('--dry-run', 'only say what would change')
    .action((options: BaseOptions) =>
      withShop(async (shop) => {
        const { percent, decimals, dryRun = false, all } = options;
        const { category: categoryId, product: productId } = options;
        assertOne([all, categoryId, productId], NO_TARGET);
        const changed = await shop
          .get(BasePriceService)
          .changeByPercent(given({ categoryId, productId }), percent, {
            dryRun,
            ...(decimals !== undefined && { decimals }),
          });
        if (!dryRun) noteChanged(shop, toldPrices(changed, 'before'), toldPrices(changed, 'after'));
        const rows = changed.map((one) => CHANGED_PRICE.of(one));
        terminal.list(rows, 'No price is another one then.');
        if (dryRun)
          terminal.remark('Nothing was written; leave --dry-run out to change the prices.');
      }),
    );
}

const NO_TARGET = 'Name a --product, a --category or --all.';

/** @throws OperatorError unless exactly one was typed */
function assertOne(choices: readonly unknown[], refusal: string): void {
  if (choices.filter((choice) => choice !== undefined).length !== 1) {
    throw new OperatorError(refusal);
  }
}

/** A text without digits is refused: `Number` would take an empty one, as a script sends it, for 0. */
function decimalCount(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number such as 2.');
}
