/** A string of JSON, a number, or what stands between them; each character belongs to one of these. */
const TOKEN = /"(?:[^"\\]|\\[^])*"|-?\d[\d.eE+-]*|[^"\d-]+|[^]/g;

/** The JSON with each number named `price` as a string of the same digits: a number of JavaScript would lose some. */
export function withPriceTexts(json: string): string {
  let [name, colon] = ['', ''];
  return json.replace(TOKEN, (token) => {
    const isPrice = name === '"price"' && colon.trim() === ':' && /^[-\d]/.test(token);
    [name, colon] = [colon, token];
    return isPrice ? `"${token}"` : token;
  });
}

/** The same with decimal texts for prices. */
export type PriceTexts<Value> = Value extends readonly (infer Item)[]
  ? PriceTexts<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Key extends 'price' ? string : PriceTexts<Value[Key]> }
    : Value;
