import { canonicalText, inLowerCase } from '../../common/text.js';

/** Letters and digits. */
const GROUP = /[\p{L}\p{N}]+/gu;
const FOREIGN_DIGIT = /(?![0-9])\p{Nd}/gu;
/** Directions and the like, which Arabic texts have beside numbers. */
const INVISIBLE = /\p{Cf}/gu;
const DIGIT = /^\p{Nd}$/u;
/** A country is dialled with so many digits, which a number may have or lack. */
const COUNTRY_DIGITS = 3;
const LEAST_PHONE_DIGITS = 7;

/** The text in canonical form with the digits 0 to 9. */
export function inAsciiDigits(text: string): string {
  return canonicalText(text).replace(INVISIBLE, '').replace(FOREIGN_DIGIT, asciiDigit);
}

/** The values as they are looked for by `withoutValues`. */
export function valuesToTakeOut(fields: Readonly<Record<string, string>>): string[] {
  return Object.values(fields).flatMap((value) => {
    const squashed = groupsOf(inAsciiDigits(value)).map(lowered).join('');
    if (!/^\d+$/.test(squashed)) return squashed === '' ? [] : [squashed];
    const beginnings = Math.min(COUNTRY_DIGITS, squashed.length - LEAST_PHONE_DIGITS);
    const shorter = Array.from({ length: Math.max(0, beginnings) }, (_, n) =>
      squashed.slice(n + 1),
    );
    return [squashed, ...shorter];
  });
}

/**
 * The text with a comma instead of each of these values, whatever stands between its letters and digits, and with the digits of
 * a country before a number. A value within a longer sequence of letters and digits is none.
 */
export function withoutValues(text: string, values: readonly string[]): string {
  const groups = groupsOf(text);
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  let squashed = '';
  for (const [index, group] of groups.entries()) {
    starts.set(squashed.length, index);
    squashed += lowered(group);
    ends.set(squashed.length, index);
  }
  const taken = new Set<number>();
  for (const value of values) {
    for (let at = squashed.indexOf(value); at >= 0; at = squashed.indexOf(value, at + 1)) {
      const last = ends.get(at + value.length);
      const first = last === undefined ? undefined : firstGroup(at, value);
      for (let index = first ?? Infinity; index <= (last ?? -1); index += 1) taken.add(index);
    }
  }
  let index = -1;
  return text.replace(GROUP, (group) => (taken.has((index += 1)) ? ',' : group));

  /** The group with which a value begins, or the digits of a country before it. */
  function firstGroup(at: number, value: string): number | undefined {
    const isNumber = value.length >= LEAST_PHONE_DIGITS && /^\d+$/.test(value);
    for (let before = 0; before <= (isNumber ? COUNTRY_DIGITS : 0); before += 1) {
      const first = starts.get(at - before);
      if (first !== undefined && /^\d*$/.test(squashed.slice(at - before, at))) return first;
    }
    return undefined;
  }
}

function groupsOf(text: string): string[] {
  return text.match(GROUP) ?? [];
}

function lowered(group: string): string {
  return inLowerCase(group);
}

/** Each script has its ten digits one after the other. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
