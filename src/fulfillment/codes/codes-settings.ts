import { IsString } from 'class-validator';
import type { OrderToFulfill } from '../../orders/delivery/fulfillment-handler.js';
import { NumberAsText, settingsReader } from '../handlers/handler-settings.js';
import { MAX_CODES } from './code-stock.service.js';

class CodesSettings {
  @NumberAsText()
  @IsString()
  readonly stock: string;
}

/** @throws OperatorError for settings that the handler does not take */
export const settingsOf = settingsReader(
  CodesSettings,
  'The handler "codes" takes one setting, stock, the name of a stock.',
);

/** Undefined for a quantity that no stock delivers. */
export function numberOfCodes({ quantity }: OrderToFulfill): number | undefined {
  const count = Number(quantity);
  return Number.isInteger(count) && count <= MAX_CODES ? count : undefined;
}
