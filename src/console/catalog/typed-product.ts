import { given } from '../../operations/given.js';
import type { FormValues } from '../http/form-values.js';
import { typedNumber } from '../http/form-numbers.js';

/** Most rows of account fields in a form: no product has as many. */
const MAX_FIELD_ROWS = 220;

/** The names of what is typed of one account field. */
export function fieldNames(row: number) {
  const name = (part: string): string => `field_${row}_${part}`;
  return {
    name: name('name'),
    label: name('label'),
    type: name('type'),
    required: name('required'),
    pattern: name('pattern'),
    options: name('options'),
  };
}

/** All that one form sets of a product: what it is and costs resellers, its quantities, and whether it is on sale. */
export function typedSettings(form: FormValues, categoryId: number | undefined): object {
  const image = form.text('image');
  return {
    // An empty one is refused, not left as it was.
    ...(form.has('name') && { name: form.text('name') }),
    // Left out for who may not set it.
    ...(form.has('price') && { price: form.text('price') }),
    available: form.has('available'),
    ...typedQuantities(form),
    ...given({
      category_id: categoryId,
      position: typedNumber(form.text('position')),
      codes_per_piece: typedNumber(form.text('codes_per_piece')),
    }),
    ...(form.has('delivers_codes') && {
      delivers_codes: DELIVERS_CODES.get(form.text('delivers_codes')) ?? null,
    }),
    image: image === '' ? null : image,
  };
}

/** Any other choice leaves it open until an order shows it. */
const DELIVERS_CODES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** What a unit costs the shop; an empty field makes it unknown. */
export function typedCost(form: FormValues): object {
  return { cost: form.given('cost').cost ?? null };
}

/** How quantities are chosen: nothing, bounds or a list, by the type. */
export function typedQuantities(form: FormValues): object {
  const type = form.text('product_type');
  return { product_type: type, qty_values: quantityValues(form, type) };
}

function quantityValues(form: FormValues, type: string): object | null {
  if (type === 'specificPackage') return form.lines('quantities');
  const [min, max] = [form.text('min'), form.text('max')];
  return min === '' && max === '' ? null : { min, max };
}

/** The account fields; a row without a name is none. */
export function typedFields(form: FormValues) {
  const rows = Array.from({ length: MAX_FIELD_ROWS }, (_, row) => fieldNames(row));
  return {
    fields: rows
      .filter(({ name }) => form.text(name) !== '')
      .map((names) => {
        const options = form.lines(names.options);
        return {
          name: form.text(names.name),
          label: form.text(names.label),
          type: form.text(names.type),
          required: form.has(names.required),
          pattern: form.exact(names.pattern),
          ...(options.length > 0 && { options }),
        };
      }),
  };
}

/** A new product, which is switched off unless its box is ticked. */
export function typedNewProduct(form: FormValues, categoryId: number): object {
  const image = form.text('image');
  return {
    ...form.given('name', 'price'),
    ...typedQuantities(form),
    ...typedFields(form),
    ...(image !== '' && { image }),
    category_id: categoryId,
    available: form.has('available'),
  };
}
