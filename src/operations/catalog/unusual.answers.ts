import type { Unusual, UnusualItem } from '../../catalog/unusual/unusual.js';
import { UNUSUAL_REASONS } from '../../catalog/unusual/unusual-change.js';
import { money, text, whole, word } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { IntegerField } from '../fields/fields.js';

const UNUSUAL_ITEM = shapeOf<UnusualItem>()('UnusualItemDto', {
  id: whole({ example: 1001 }),
  name: text({ example: '60 UC' }),
  before: money({ example: '0.89', description: 'USD a unit.' }),
  after: money.orNull({ example: '0.089', description: 'Null if the product vanishes.' }),
  reason: word(UNUSUAL_REASONS)(),
});

/** What is unusual among the changes of a difference. */
export const UNUSUAL = shapeOf<Unusual>()('UnusualDto', {
  count: whole({ example: 9, description: 'What `accept_unusual` has to be where it is not 0.' }),
  percent: whole({ example: 30, description: 'Prices that change by more are unusual.' }),
  price: whole({ example: 9, description: 'Prices that change by more than that.' }),
  below_cost: whole((one) => one.below_cost, { example: 0, description: 'Prices below cost.' }),
  vanishes: whole({ example: 0, description: 'Products that vanish.' }),
  first: many(UNUSUAL_ITEM, ({ first }: Unusual) => first, { description: 'At most 20, by id.' }),
});
export type UnusualDto = ShownBy<typeof UNUSUAL>;

/** The number of unusual changes that were looked at. */
export const AcceptUnusualField = (): PropertyDecorator =>
  IntegerField({
    ...{ min: 0, max: 10_000_000, optional: true, flag: 'accept-unusual', example: 9 },
    description:
      'How many changes are unusual, once you have looked at them; another number is refused.',
  });
