import { BasePriceService, type PriceChange } from '../../catalog/editing/base-price.service.js';
import { assertAccepted, type Unusual } from '../../catalog/unusual/unusual.js';
import { UnusualChanges } from '../../catalog/unusual/unusual-changes.service.js';
import type { RuleOn } from '../../catalog/rules/rule-key.js';
import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { PRICE_SCALE } from '../../common/money.js';
import { flag, money, text, whole } from '../answers/answer-fields.js';
import { many, one, shapeOf, type ShownBy } from '../answers/shape.js';
import { FlagField, FormField, IdField, IdsField, IntegerField } from '../fields/fields.js';
import { given } from '../given.js';
import { operation } from '../operation.js';
import { AcceptUnusualField, UNUSUAL } from './unusual.answers.js';
import { PERCENTAGE } from './described-values.js';

/** Prices that are shown of those that were changed. */
export const SHOWN_PRICES = 100;

/** Most products that are left out by their ids. */
const MAX_LEFT = 1_000;

export class BasePriceChangeDto {
  @FormField({ ...PERCENTAGE, flag: 'percent', description: '+10 makes 2 USD 2.2 USD.' })
  percentage: string;

  @IdField({ optional: true, flag: 'category', description: 'A category with all below it.' })
  category_id?: number;

  @IdField({ optional: true, flag: 'product', description: 'One product.' })
  product_id?: number;

  @FlagField({ optional: true, flag: 'all', description: 'True for the whole catalog.' })
  all?: boolean;

  @IntegerField({
    min: 0,
    max: PRICE_SCALE,
    optional: true,
    description: 'Decimals that the new prices keep, rounded half up; all of them if absent.',
  })
  decimals?: number;

  @IdsField({ max: MAX_LEFT, optional: true, description: 'Products that keep their price.' })
  except?: number[];

  @FlagField({ optional: true, flag: 'dry-run', description: 'True only tells what would change.' })
  dry_run?: boolean;

  @AcceptUnusualField()
  accept_unusual?: number;
}

export const CHANGED_PRICE = shapeOf<PriceChange>()('ChangedPriceDto', {
  product_id: whole(({ id }) => id, { example: 1001 }),
  name: text({ example: '60 UC' }),
  before: money({ example: '2', description: 'USD a unit.' }),
  after: money({ example: '2.2', description: 'USD a unit.' }),
  percent: money({ example: '10', description: 'What the price rises by, rounding included.' }),
  mostly_rounding: flag({
    description: 'True if rounding moves the price further than the percentage does.',
  }),
});
export type ChangedPriceDto = ShownBy<typeof CHANGED_PRICE>;

interface ChangedPrices {
  readonly applied: boolean;
  readonly changed: readonly PriceChange[];
  /** Compared with costs for who may see them. */
  readonly unusual: Unusual;
  /** How many of them are shown. */
  readonly most: number;
}

const CHANGED_PRICES = shapeOf<ChangedPrices>()('ChangedPricesDto', {
  applied: flag({ description: 'False for a dry run.' }),
  count: whole(({ changed }) => changed.length, {
    example: 1,
    description: 'How many prices differ.',
  }),
  unusual: one(UNUSUAL, ({ unusual }: ChangedPrices) => unusual),
  items: many(CHANGED_PRICE, ({ changed, most }) => changed.slice(0, most), {
    description: `The first ${SHOWN_PRICES} of them, by id.`,
  }),
});
export type ChangedPricesDto = ShownBy<typeof CHANGED_PRICES>;

/** What the audit tells of changed prices: the first of them, and how many there are. */
function toldPrices(changed: readonly PriceChange[], when: 'before' | 'after') {
  const first = changed.slice(0, SHOWN_PRICES).map((one) => [one.id, one[when]] as const);
  return { count: changed.length, prices: Object.fromEntries(first) as Record<string, string> };
}

/** The products whose base prices are to be changed. @throws OperatorError unless exactly one target is named */
export function priceTargetOf({
  category_id: categoryId,
  product_id: productId,
  all,
}: Pick<BasePriceChangeDto, 'category_id' | 'product_id' | 'all'>): RuleOn {
  const targets = [categoryId, productId, all === true ? all : undefined];
  if (targets.filter((target) => target !== undefined).length !== 1) {
    throw new OperatorError(...sentence('prices.target-missing'));
  }
  return given<RuleOn>({ categoryId, productId });
}

/** @param most prices that are shown of those that were changed */
export const priceBaseShowing = (most: number) =>
  operation({
    name: 'price base',
    operationId: 'base-prices-change',
    summary: 'change base prices by a percentage, for everyone, or tell what would change',
    permission: 'prices.edit',
    route: 'POST base-prices',
    kind: 'once',
    status: 200,
    input: BasePriceChangeDto,
    answer: CHANGED_PRICES.type,
    run: async ({ services, manager, input, expects, may }) => {
      const { percentage, decimals, except = [], dry_run: dryRun = false, ...rest } = input;
      const { accept_unusual, ...target } = rest;
      const options = { dryRun, within: manager, except, ...given({ decimals }) };
      const on = priceTargetOf(target);
      const all = await services(BasePriceService).changeByPercent(on, percentage, options);
      expects(all);
      const left = new Set(except);
      const changed = all.filter(({ id }) => !left.has(id));
      const unusualChanges = services(UnusualChanges);
      const unusual = await unusualChanges.amongPrices(manager, changed, may('costs.read'));
      if (!dryRun) assertAccepted(unusual, accept_unusual);
      return {
        answer: CHANGED_PRICES.of({ applied: !dryRun, changed, unusual, most }),
        before: toldPrices(changed, 'before'),
        after: toldPrices(changed, 'after'),
      };
    },
  });

export const priceBase = priceBaseShowing(SHOWN_PRICES);
