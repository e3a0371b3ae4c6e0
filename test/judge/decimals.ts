/** Decimal arithmetic of the wire's promises, written anew: a judge does not reckon with what it judges. */

/** `digits` × 10^−`scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const MONEY_SCALE = 8;
const PRICE_SCALE = 18;
const PLAIN = /^(-?)(\d+)(?:\.(\d+))?$/;

/** USD in units of 10^-8; undefined for a text that is no such amount. */
export function usd(text: string): bigint | undefined {
  const decimal = parsed(plain(text) ?? '');
  return decimal && decimal.scale <= MONEY_SCALE ? rescaled(decimal, MONEY_SCALE) : undefined;
}

/** The same, but digits beyond the eighth decimal are cut off. */
export function usdCut(text: string): bigint | undefined {
  return usd(text.replace(/(\.\d{8})\d+$/, '$1'));
}

export function usdText(amount: bigint): string {
  return textOf({ digits: amount, scale: MONEY_SCALE });
}

/** The same number as one text: `1.50` is `1.5`. Undefined for what is no plain decimal. */
export function plain(text: string): string | undefined {
  const decimal = parsed(text);
  return decimal && textOf(decimal);
}

/** Price × quantity, rounded half up to 8 decimals, once. */
export function charge(unitPrice: string, quantity: string): bigint | undefined {
  const price = parsed(unitPrice);
  const factor = parsed(quantity);
  if (!price || !factor) return undefined;
  const product = { digits: price.digits * factor.digits, scale: price.scale + factor.scale };
  return rescaled(product, MONEY_SCALE);
}

/** A price with so many percent more, rounded half up to 18 decimals. */
export function withPercentage(price: string, percentage: string): string | undefined {
  const base = parsed(price);
  const percent = parsed(percentage.replace(/^\+/, ''));
  if (!base || !percent) return undefined;
  const factor = percent.digits + 100n * 10n ** BigInt(percent.scale);
  const exact = { digits: base.digits * factor, scale: base.scale + percent.scale + 2 };
  return textOf({ digits: rescaled(exact, PRICE_SCALE), scale: PRICE_SCALE });
}

function parsed(text: string): Decimal | undefined {
  const [, sign = '', whole = '', fraction = ''] = PLAIN.exec(text) ?? [];
  if (whole === '') return undefined;
  return { digits: BigInt(sign + whole + fraction), scale: fraction.length };
}

/** Half up, away from zero. */
function rescaled({ digits, scale }: Decimal, wanted: number): bigint {
  if (scale <= wanted) return digits * 10n ** BigInt(wanted - scale);
  const divisor = 10n ** BigInt(scale - wanted);
  const half = divisor / 2n;
  return digits < 0n ? -((-digits + half) / divisor) : (digits + half) / divisor;
}

function textOf({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, '');
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}
