import type { DeliveryStepDto } from '../../operations/delivery/delivery.operations.js';
import { ProblemError } from '../../admin/problems/problem.js';
import type { FormValues } from '../http/form-values.js';
import { stepOfWay } from './delivery-way.js';
import type { Words } from '../../pages/words.js';

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
