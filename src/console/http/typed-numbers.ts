const WHOLE_NUMBER = /^\d{1,15}$/;

/** A typed whole number; any other text as it is, for a check to refuse. Undefined for an empty one. */
export function typedNumber(text: string): number | string | undefined {
  if (text === '') return undefined;
  return WHOLE_NUMBER.test(text) ? Number(text) : text;
}
