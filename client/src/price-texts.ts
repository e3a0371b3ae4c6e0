/** A string of JSON, with the number that it names if there is one. */
const STRING = /("[^"\\]*(?:\\.[^"\\]*)*")(?:(\s*:\s*)(-?\d[\d.eE+-]*))?/g;

/** The JSON with each number named `price` as a string of the same digits: a number of JavaScript would lose some. */
export function withPriceTexts(json: string): string {
  return json.replace(STRING, (all, name: string, colon?: string, digits?: string) =>
    name === '"price"' && digits !== undefined ? `${name}${colon}"${digits}"` : all,
  );
}

/** The same with decimal texts for prices. */
export type PriceTexts<Value> = Value extends readonly (infer Item)[]
  ? PriceTexts<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Key extends 'price' ? string : PriceTexts<Value[Key]> }
    : Value;
