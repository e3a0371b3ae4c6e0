import { isPrice } from '../../catalog/price-text.js';
import { messageKey } from '../../common/sentence.js';
import { readCostCsv } from '../../fulfillment/costs/cost-file.js';
import type { CostSource, ProductCost } from '../../fulfillment/costs/product-cost.js';
import { ProductCosts } from '../../fulfillment/costs/product-costs.service.js';
import type { CostChanges } from '../../fulfillment/costs/product-costs.repository.js';
import { flag, text, time, whole, word } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { FlagField, FormField, TextField, WordField } from '../fields/fields.js';
import { operation, type Target, type Work } from '../operation.js';

const SOURCES = ['manual', 'import', 'supplier'] as const satisfies readonly CostSource[];
const SEPARATORS = [',', ';', '\t'] as const;
/** Of a CSV in a body: some 15,000 rows. */
const MAX_CSV_CHARACTERS = 200_000;

export class CostDto {
  @FormField({
    accepts: isPrice,
    must: 'must be USD as a text such as "0.71", with at most 18 decimals',
    refusal: messageKey('field.money', { signed: false, decimals: 18 }),
    nullable: true,
    example: '0.71',
    description: 'USD for a unit; null makes it unknown, until the next sync of its supplier.',
  })
  cost: string | null;
}

export class CostImportDto {
  @TextField({
    min: 1,
    max: MAX_CSV_CHARACTERS,
    example: 'id,cost\n1001,0.71\n',
    description:
      'A CSV with the columns id and cost, such as the list of costs as CSV; an empty cost is unknown.',
  })
  csv: string;

  @WordField(SEPARATORS, { optional: true, description: 'Between columns; a comma if absent.' })
  separator?: (typeof SEPARATORS)[number];

  @FlagField({ optional: true, description: 'True only tells what would change.' })
  dry_run?: boolean;
}

/** What a product costs the shop. */
export const COST_SHAPE = shapeOf<ProductCost>()('ProductCostDto', {
  product_id: whole({ example: 1001 }),
  name: text({ example: '60 UC' }),
  price: text({ example: '0.89', description: 'USD: the base price.', csv: 'plain' }),
  cost: text.orNull({
    example: '0.71',
    description: 'USD for a unit; null if it is unknown.',
    csv: 'plain',
  }),
  source: word(SOURCES).orNull({ example: 'manual' }),
  set_at: time.orNull(),
});
export type ProductCostDto = ShownBy<typeof COST_SHAPE>;

/** What a change of a cost compares: not what others change of the product meanwhile, such as its price. */
export const costAlone = ({ cost, source }: Pick<ProductCostDto, 'cost' | 'source'>) => ({
  cost,
  source,
});

const PRODUCT = {
  noun: 'product',
  shape: COST_SHAPE,
  locked: (services, manager, id) => services(ProductCosts).locked(manager, id),
  compared: costAlone,
} satisfies Target<ProductCost>;

export const costSet = operation({
  name: 'cost set',
  summary: 'set what a product costs; a supplier no longer changes it then',
  permission: 'costs.edit',
  route: 'PUT products/:id/cost',
  target: PRODUCT,
  input: CostDto,
  run: async ({ services, manager, id, input: { cost } }) => {
    await services(ProductCosts).set(id, cost, { within: manager });
  },
});

/** Sets a cost as it was: one that a supplier's sync had set is followed again. */
export const costBack = {
  ...costSet,
  run: async ({ services, manager, id, thing, input }: CostWork) => {
    const { cost = thing.cost, source } = input;
    await services(ProductCosts).set(id, cost, { within: manager, ...(source && { source }) });
    return undefined;
  },
};

type CostWork = Work<
  ProductCost,
  { readonly cost?: string | null; readonly source?: CostSource | null }
>;

const IMPORTED = shapeOf<CostChanges & { readonly applied: boolean }>()('ImportedCostsDto', {
  applied: flag({ description: 'False for a dry run.' }),
  set: whole({ example: 2 }),
  removed: whole({ example: 0, description: 'Costs that are unknown now.' }),
  unchanged: whole({ example: 40 }),
});
export type ImportedCostsDto = ShownBy<typeof IMPORTED>;

export const costImport = operation({
  name: 'cost import',
  operationId: 'costs-import',
  summary: 'set the costs of many products from a CSV, all or nothing',
  permission: 'costs.edit',
  route: 'POST costs/import',
  input: CostImportDto,
  answer: IMPORTED.type,
  details: ({ csv }) => ({ bytes: Buffer.byteLength(csv) }),
  run: async ({ services, manager, input: { csv, separator, dry_run: isTried } }) => {
    const rows = await readCostCsv(csv, separator);
    const imported = await services(ProductCosts).import(rows, { within: manager });
    const { changes, before, after } = imported;
    return {
      answer: IMPORTED.of({ applied: isTried !== true, ...changes }),
      before: { costs: before },
      after: { ...changes, costs: after },
    };
  },
});

export const COST_OPERATIONS = [costSet, costImport];
