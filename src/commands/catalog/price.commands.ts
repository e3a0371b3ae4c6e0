import { InvalidArgumentError } from 'commander';
import { BasePriceService, type PriceChange } from '../../catalog/editing/base-price.service.js';
import { PriceRuleService, type PriceSetting } from '../../catalog/rules/price-rule.service.js';
import { OperatorError } from '../../common/app-error.js';
import { numericText } from '../../common/decimal.js';
import { idArgument, type AddCommands } from '../context/command-context.js';
import { noteChanged } from '../context/noted-change.js';
import {
  changeRule,
  ruleRows,
  targetOf,
  withRuleOptions,
  type RuleOptions,
} from './rule-options.js';

/** Prices that the audit tells of one change. */
const TOLD_PRICES = 100;

type PriceTarget = Pick<RuleOptions, 'category' | 'product'> & { readonly all?: true };

interface BaseOptions extends PriceTarget {
  readonly percent: string;
  readonly decimals?: number;
  readonly dryRun?: boolean;
}

interface PriceOptions extends RuleOptions, PriceTarget {
  readonly percent?: string;
  readonly fixed?: string;
  readonly clear?: true;
}

export const addPriceCommands: AddCommands = (price, { terminal, readShop, withShop }) => {
  withRuleOptions(price.command('set'))
    .description("set a price; an account's replaces its group's")
    .option('--all', 'the whole catalog')
    .option('--percent <p>', 'on the base price: +10 is base × 1.10')
    .option('--fixed <usd>', 'USD a unit, of a product')
    .option('--clear', 'take the rule back')
    .action((options: PriceOptions) =>
      withShop(async (shop) => {
        assertTarget(options);
        const setting = settingOf(options);
        const changed = await changeRule(shop, shop.get(PriceRuleService), options, setting);
        terminal.show(
          { ...changed, setting },
          setting ? 'The price is set.' : 'The price is gone.',
        );
      }),
    );

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
    .action(({ percent, decimals, dryRun = false, ...options }: BaseOptions) =>
      withShop(async (shop) => {
        assertTarget(options);
        const changes = await shop
          .get(BasePriceService)
          .changeByPercent(targetOf(options), percent, {
            dryRun,
            ...(decimals !== undefined && { decimals }),
          });
        const rows = changes.map(({ before, after, ...product }) => ({
          ...product,
          before: numericText(before),
          after: numericText(after),
        }));
        if (!dryRun) noteChanged(shop, pricesOf(changes, 'before'), pricesOf(changes, 'after'));
        terminal.list(rows, 'No price is another one then.');
        if (dryRun)
          terminal.remark('Nothing was written; leave --dry-run out to change the prices.');
      }),
    );

  price
    .command('list')
    .description('all prices of accounts and groups')
    .action(() =>
      readShop(async (shop) => {
        const rows = await ruleRows(shop, await shop.get(PriceRuleService).list(), (rule) => ({
          fixed: rule.fixedPrice && numericText(rule.fixedPrice),
          percent: rule.percentage && numericText(rule.percentage),
        }));
        terminal.list(rows, 'Everyone pays the base prices.');
      }),
    );
};

/** The first prices, and how many there are. */
function pricesOf(changes: readonly PriceChange[], when: 'before' | 'after') {
  const prices = changes.slice(0, TOLD_PRICES).map((one) => [one.id, one[when]] as const);
  return { count: changes.length, prices: Object.fromEntries(prices) };
}

function assertTarget({ all, category, product }: PriceTarget): void {
  if ([all, category, product].filter((target) => target !== undefined).length === 1) return;
  throw new OperatorError('Name a --product, a --category or --all.');
}

/** Undefined removes the rule. */
function settingOf({ percent, fixed, clear }: PriceOptions): PriceSetting | undefined {
  if ([percent, fixed, clear].filter((choice) => choice !== undefined).length !== 1) {
    throw new OperatorError('Say one of --percent, --fixed and --clear.');
  }
  if (percent !== undefined) return { percentage: percent };
  return fixed === undefined ? undefined : { fixedPrice: fixed };
}

/** A text without digits is refused: `Number` would take an empty one, as a script sends it, for 0. */
function decimalCount(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number such as 2.');
}
