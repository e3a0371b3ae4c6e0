const FORM = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** A number as the plain decimal that the wire wants: `1e-7` is `0.0000001`. */
export function decimalText(number: number): string {
  const text = String(number);
  const [, sign, first, rest = '', exponent] = FORM.exec(text) ?? [];
  if (sign === undefined || first === undefined) return text;
  const digits = first + rest;
  const point = 1 + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}
