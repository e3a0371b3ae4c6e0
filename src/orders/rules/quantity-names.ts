import type { AccountField } from '../../catalog/account-field.js';
import { BadParameterError } from '../../common/app-error.js';
import type { FlatParameters, Parameter } from '../../common/http/parameters/flat-parameters.js';
import { bareFieldNames, bareName, shortlyNamed } from './own-names.js';
import { isOnlyOne, requestedQuantity, type QuantityRule } from './quantity.js';

const QUANTITY = 'qty';

/** Other names of the quantity, in the order in which they are tried. */
const OTHER_NAMES: readonly ReadonlySet<string>[] = [
  new Set([QUANTITY]),
  new Set(['quantity', 'qt']),
];

/** Names that may mean something else, such as a price: an order that may have meant the quantity is refused. */
const DOUBTFUL_NAMES: ReadonlySet<string> = new Set(['count', 'amount', 'units', 'pieces']);

/**
 * The parameters that give the quantity under another name than `qty`, all by the first name that has a value; none where
 * `qty` is sent. They are neither fields nor extras.
 * @param schema of the product; a name that one of its fields bears is never the quantity's.
 */
export function quantityGivenBy(
  parameters: FlatParameters,
  schema: readonly AccountField[],
): readonly Parameter[] {
  if (parameters.first(QUANTITY) !== undefined) return [];
  const sent = otherParameters(parameters, schema);
  const steps = OTHER_NAMES.map((names) => sent.filter(([name]) => names.has(bareName(name))));
  return steps.find(({ length }) => length > 0) ?? [];
}

/**
 * Reads the quantity of a request: `qty`, else what gives it under another name, else 1.
 * @returns plain decimal text
 * @throws QuantityNotAllowedError (106), BadParameterError (114) when it is given twice
 */
export function givenQuantity(parameters: FlatParameters, givenBy: readonly Parameter[]): string {
  if (givenBy.length === 0) return requestedQuantity(parameters.single(QUANTITY));
  const [quantity = '', ...others] = new Set(givenBy.map(([, text]) => requestedQuantity(text)));
  if (others.length > 0) throw new BadParameterError(`Different values for parameter: ${QUANTITY}`);
  return quantity;
}

/**
 * Refuses a new order without a quantity whose client seems to have named it in a way that is not read: it would get one
 * piece.
 * @throws BadParameterError (114)
 */
export function assertQuantityNotMissed(
  parameters: FlatParameters,
  { fields, ...rule }: QuantityRule & { readonly fields: readonly AccountField[] },
): void {
  if (parameters.first(QUANTITY) !== undefined || isOnlyOne(rule)) return;
  const missed = otherParameters(parameters, fields).find(
    ([name, value]) => DOUBTFUL_NAMES.has(bareName(name)) && !isOne(value),
  );
  if (missed) {
    throw new BadParameterError(
      `Send the quantity as ${QUANTITY}: it is not read from ${missed[0].slice(0, 100)}`,
    );
  }
}

/** The parameters that have a value, and whose name no field bears. */
function otherParameters(
  parameters: FlatParameters,
  schema: readonly AccountField[],
): readonly Parameter[] {
  const fieldNames = bareFieldNames(schema);
  return shortlyNamed(parameters).filter(
    ([name, value]) => value.trim() !== '' && !fieldNames.has(bareName(name)),
  );
}

function isOne(value: string): boolean {
  return /^0*1(\.0*)?$/.test(value.trim());
}
