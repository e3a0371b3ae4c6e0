/** Names and values, sorted by name. */
export type OrderFields = readonly (readonly [name: string, value: string])[];

/** What a request of newOrder asked for. */
export interface Wish {
  readonly product: string;
  /** A plain decimal; undefined for what is none. */
  readonly quantity: string | undefined;
  /** USD: what the whole order may cost. */
  readonly limit: bigint | undefined;
  readonly parameters: OrderFields;
  /** The same text for requests that differ in nothing but their limit and the spelling of key and quantity. */
  readonly text: string;
}

/** False for an order that costs more than its request allowed. */
export function allowsTotal({ limit }: Wish, total: bigint | undefined): boolean {
  return limit === undefined || total === undefined || total <= limit;
}

/**
 * False for an order whose field has another value than the request has under the very name. The value may have come
 * from another parameter; then the request says it there.
 */
export function allowsFields({ parameters }: Wish, fields: OrderFields | undefined): boolean {
  if (!fields) return true;
  const values = new Set(parameters.map(([, value]) => normal(value)));
  return fields.every(
    ([name, value]) =>
      values.has(normal(value)) ||
      !parameters.some(([sent, text]) => sent === name && text.trim() !== ''),
  );
}

function normal(value: string): string {
  return value.trim().normalize('NFC');
}
