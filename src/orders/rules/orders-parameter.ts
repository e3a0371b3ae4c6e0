import { BadParameterError } from '../../common/app-error.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';

/** Orders that one check may ask for. */
export const CHECK_LIMIT = 200;

/**
 * The identifiers of a check request, in their order and each once. Written in the wild as `[ID_1,ID_2]`, without
 * brackets, as quoted JSON, percent-encoded twice, with spaces, and with a stray `/` or `&` at the end.
 * @throws BadParameterError (114) when the parameter is missing or lists too many.
 */
export function listedOrders(text: string | undefined): string[] {
  if (text === undefined) throw new BadParameterError('Required parameter missing: orders');
  const list = decodedAgain(text)
    .trim()
    .replace(/[/&\s]+$/, '')
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((item) => item.trim().replace(/^["']|["']$/g, ''))
    .filter((item) => item !== '');
  const orders = [...new Set(list)];
  if (orders.length > CHECK_LIMIT) {
    throw new BadParameterError(`At most ${CHECK_LIMIT} orders can be checked at once`);
  }
  return orders;
}

/** `1` and `true` switch a parameter on. */
export function isSwitchedOn(parameters: FlatParameters, name: string): boolean {
  const value = parameters.single(name)?.toLowerCase();
  return value === '1' || value === 'true';
}

function decodedAgain(text: string): string {
  if (!/%(5b|5d|2c|22|27|20)/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
