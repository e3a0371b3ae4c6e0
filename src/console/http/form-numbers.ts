/** A number for digits; another text stays, so that the check of the class refuses it. */
export function numberOrText(text: string): number | string {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** The fields among these that were filled in, as numbers. */
export function numbersIn(fields: Readonly<Record<string, string>>): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, numberOrText(text)] as const),
  );
}
