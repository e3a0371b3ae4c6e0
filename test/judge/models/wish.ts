/** Names and values, sorted by name. */
export type OrderFields = readonly (readonly [name: string, value: string])[];

/** What a request of newOrder asked for. */
export interface Wish {
  readonly product: string;
  /** A plain decimal; undefined for what is none. */
  readonly quantity: string | undefined;
  /** The same without the other names of `qty`: a repetition may be read so, too. */
  readonly plainQuantity: string | undefined;
  /** USD: what the whole order may cost. */
  readonly limit: bigint | undefined;
  /** Those that can be account fields, as they were sent. */
  readonly parameters: OrderFields;
  /** Those of them that can be a field under another name. */
  readonly nameless: OrderFields;
  /** The same text for requests that differ in nothing but their limit and the spelling of key and quantity. */
  readonly text: string;
}

/** False for an order that costs more than its request allowed. */
export function allowsTotal({ limit }: Wish, total: bigint | undefined): boolean {
  return limit === undefined || total === undefined || total <= limit;
}

/** False for the fields of an order that the request has not placed: answers tell them by the names, and values, that it sent. */
export function hasFields({ parameters }: Wish, fields: OrderFields = []): boolean {
  return fields.every(([name, value]) =>
    parameters.some(([sent, text]) => sent === name && normal(text) === normal(value)),
  );
}

/**
 * False for a request that does not repeat an order with these fields. It may name a field otherwise than the one that placed the
 * order, but a parameter with the name of another field is that field.
 */
export function repeatsFields(wish: Wish, fields: OrderFields = []): boolean {
  const names = new Set(fields.map(([name]) => name));
  const others = wish.nameless.filter(([sent]) => !names.has(sent));
  return fields.every(
    ([name, value]) =>
      hasFields(wish, [[name, value]]) || others.some(([, text]) => normal(text) === normal(value)),
  );
}

function normal(value: string): string {
  return value.trim().normalize('NFC');
}
