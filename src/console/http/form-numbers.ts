/** A number for digits; another text stays, so that the check of the class refuses it. */
export function numberOrText(text: string): number | string {
  return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
}

/** The same of a field that may be left empty; undefined if it is. */
export function typedNumber(text: string): number | string | undefined {
  return text === '' ? undefined : numberOrText(text);
}
