import { PriceRuleService, type PriceSetting } from '../../../catalog/rules/price-rule.service.js';
import { OperatorError } from '../../../common/app-error.js';
import { numericText } from '../../../common/decimal.js';
import type { AddCommands } from '../../command-context.js';
import { changeRule, ruleRows, withRuleOptions, type RuleOptions } from './rule-options.js';

interface PriceOptions extends RuleOptions {
  readonly all?: true;
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
        const hasTarget = options.category !== undefined || options.product !== undefined;
        if (hasTarget === (options.all !== undefined)) {
          throw new OperatorError('Name a --product, a --category or --all.');
        }
        const setting = settingOf(options);
        const changed = await changeRule(shop, shop.get(PriceRuleService), options, setting);
        terminal.show(
          { ...changed, setting },
          setting ? 'The price is set.' : 'The price is gone.',
        );
      }),
    );

  price
    .command('list')
    .description('all prices of accounts and groups')
    .action(() =>
      readShop(async (shop) => {
        const rows = ruleRows(await shop.get(PriceRuleService).list(), (rule) => ({
          fixed: rule.fixedPrice && numericText(rule.fixedPrice),
          percent: rule.percentage && numericText(rule.percentage),
        }));
        terminal.list(rows, 'Everyone pays the base prices.');
      }),
    );
};

/** Undefined removes the rule. */
function settingOf({ percent, fixed, clear }: PriceOptions): PriceSetting | undefined {
  if ([percent, fixed, clear].filter((choice) => choice !== undefined).length !== 1) {
    throw new OperatorError('Say one of --percent, --fixed and --clear.');
  }
  if (percent !== undefined) return { percentage: percent };
  return fixed === undefined ? undefined : { fixedPrice: fixed };
}
