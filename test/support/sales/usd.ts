const UNITS_PER_USD = 100_000_000n;

/** Units of 0.00000001 USD as the shortest decimal text. */
export function usd(units: bigint): string {
  const size = units < 0n ? -units : units;
  const fraction = (size % UNITS_PER_USD).toString().padStart(8, '0').replace(/0+$/, '');
  const text = `${size / UNITS_PER_USD}${fraction === '' ? '' : `.${fraction}`}`;
  return units < 0n ? `-${text}` : text;
}

/** The units of a decimal text with at most 8 decimals. */
export function unitsOf(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`${text} is no amount`);
  const units = BigInt(whole) * UNITS_PER_USD + BigInt(fraction.padEnd(8, '0'));
  return sign === '-' ? -units : units;
}
