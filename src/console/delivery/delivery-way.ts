import type { DeliveryStepDto } from '../../operations/delivery/delivery.operations.js';
import { ProblemError } from '../../admin/problems/problem.js';
import { settingsText, stepOf } from './step-text.js';
import { isolated, type Language } from '../../locales/language.js';
import { wordsOf, type Words } from '../../pages/words.js';
import type { FormValues } from '../http/form-values.js';

/** Who delivers, as it is chosen from a list and typed beside it. */
export interface DeliveryWay {
  /** `manual`, `stock:NAME`, `supplier:NAME` or `handler:CODE`; `stock` for a stock that is typed. */
  readonly by: string;
  /** The product id at a supplier, the settings of another handler, or the name of a stock; else empty. */
  readonly detail: string;
}

export const OTHER_STOCK = 'stock';
const SUPPLIER_PRODUCT = /^[1-9]\d{0,14}$/;

/** What kind delivers, and which one of them. */
export function partsOf(by: string) {
  const [kind = '', ...rest] = by.split(':');
  return { kind, name: rest.join(':') };
}

/** A handler with its settings as people choose it. */
export function wayOf({ handler, settings }: DeliveryStepDto): DeliveryWay {
  const given: Readonly<Record<string, unknown>> = { ...settings };
  const [first, second] = Object.keys(given).sort();
  const isAlone = second === undefined;
  if (handler === 'manual' && first === undefined) return { by: 'manual', detail: '' };
  if (handler === 'codes' && first === 'stock' && isAlone && isName(given.stock)) {
    return { by: `stock:${given.stock}`, detail: '' };
  }
  const hasProduct = first === 'product' && SUPPLIER_PRODUCT.test(String(given.product));
  const isPurchase = hasProduct && second === 'supplier' && Object.keys(given).length === 2;
  if (handler === 'upstream' && isPurchase && isName(given.supplier)) {
    return { by: `supplier:${given.supplier}`, detail: String(given.product) };
  }
  return { by: `handler:${handler}`, detail: settingsText(settings) };
}

/** The command line makes a number of a name of digits. */
function isName(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * The handler that was chosen.
 * @param noProduct says that the product id at the supplier is missing.
 * @throws ProblemError
 */
export function stepOfWay({ by, detail }: DeliveryWay, noProduct: string): DeliveryStepDto {
  const { kind, name } = partsOf(by);
  switch (kind) {
    case 'manual':
      return { handler: 'manual', settings: {} };
    case 'stock':
      return { handler: 'codes', settings: { stock: by === OTHER_STOCK ? detail : name } };
    case 'supplier':
      if (!SUPPLIER_PRODUCT.test(detail)) throw new ProblemError('invalid', noProduct);
      return { handler: 'upstream', settings: { supplier: name, product: Number(detail) } };
    default:
      return stepOf(name, detail);
  }
}

/** Who delivers, in the order in which they are asked, as one text. */
export function wayText(language: Language, steps: readonly DeliveryStepDto[]): string {
  const { manual } = wordsOf(language, 'delivery');
  if (steps.length === 0) return manual;
  return steps.map((step) => isolated(stepText(language, step))).join(', ');
}

function stepText(language: Language, step: DeliveryStepDto): string {
  const words = wordsOf(language, 'delivery');
  const { by, detail } = wayOf(step);
  const { kind, ...parts } = partsOf(by);
  const name = isolated(parts.name);
  if (kind === 'manual') return words.manual;
  if (kind === 'stock') return `${words.fromStock} ${name}`;
  if (kind === 'supplier') {
    return `${words.fromSupplier} ${name} (${words.product} ${isolated(detail)})`;
  }
  return detail === '' ? name : `${name} ${isolated(detail)}`;
}

/** Rows of the form: as many handlers as a product has at most. */
export const MAX_ROWS = 10;

/** The names of what is typed in a row. */
export function rowNames(row: number) {
  return { position: `position_${row}`, by: `by_${row}`, detail: `detail_${row}` };
}

/** The handlers that were chosen, by their number; rows without a choice are none. @throws ProblemError */
export function typedDelivery(form: FormValues, words: Words<'delivery'>): DeliveryStepDto[] {
  const rows = Array.from({ length: MAX_ROWS }, (_, row) => {
    const { position, by, detail } = rowNames(row);
    return { position: form.text(position), by: form.text(by), detail: form.text(detail) };
  });
  const chosen = rows.filter(({ by }) => by !== '');
  if (chosen.some(({ position }) => !/^\d{1,9}$/.test(position))) {
    throw new ProblemError('invalid', words.wrongOrder);
  }
  return chosen
    .toSorted((one, other) => Number(one.position) - Number(other.position))
    .map((way) => stepOfWay(way, words.noProduct));
}
