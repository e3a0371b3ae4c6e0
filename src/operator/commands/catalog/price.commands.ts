import { PriceRuleService, type PriceSetting } from '../../../catalog/rules/price-rule.service.js';
import { OperatorError } from '../../../common/app-error.js';
import { numericText } from '../../../common/decimal.js';
import type { AddCommands } from '../../command-context.js';
import {
  audienceOf,
  ruleWords,
  targetOf,
  withRuleOptions,
  type RuleOptions,
} from './rule-options.js';

interface PriceOptions extends RuleOptions {
  readonly all?: true;
  readonly percent?: string;
  readonly fixed?: string;
  readonly clear?: true;
}

export const addPriceCommands: AddCommands = (price, { terminal, withShop }) => {
  withRuleOptions(price.command('set'))
    .description("set a price; an account's replaces its group's")
    .option('--all', 'the whole catalog')
    .option('--percent <p>', 'on the base price: +10 is base × 1.10')
    .option('--fixed <usd>', 'USD a unit, of a product')
    .option('--clear', 'take the rule back')
    .action((options: PriceOptions) =>
      withShop(async (shop) => {
        const target = targetOf(options);
        if ((options.all === undefined) === (Object.keys(target).length === 0)) {
          throw new OperatorError('Name a --product, a --category or --all.');
        }
        const audience = await audienceOf(shop, options);
        const setting = settingOf(options);
        const rules = shop.get(PriceRuleService);
        if (setting === undefined) await rules.clear(audience, target);
        else await rules.set(audience, target, setting);
        terminal.show(
          { audience, target, setting },
          setting ? 'The price is set.' : 'The price is gone.',
        );
      }),
    );

  price
    .command('list')
    .description('all prices of accounts and groups')
    .action(() =>
      withShop(async (shop) => {
        const rules = await shop.get(PriceRuleService).list();
        const rows = rules.map((rule) => ({
          ...ruleWords(rule),
          fixed: rule.fixedPrice && numericText(rule.fixedPrice),
          percent: rule.percentage && numericText(rule.percentage),
        }));
        terminal.list(rows, 'Everyone pays the base prices.');
      }),
    );
};

/** Undefined takes the rule back. */
function settingOf({ percent, fixed, clear }: PriceOptions): PriceSetting | undefined {
  if ([percent, fixed, clear].filter((choice) => choice !== undefined).length !== 1) {
    throw new OperatorError('Say one of --percent, --fixed and --clear.');
  }
  if (percent !== undefined) return { percentage: percent };
  return fixed === undefined ? undefined : { fixedPrice: fixed };
}
