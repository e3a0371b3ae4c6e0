import { canonicalText } from '../../common/text.js';
import { inAsciiDigits, valuesToTakeOut, withoutValues } from './own-values.js';
import { withoutDates } from './text-dates.js';

/**
 * Whether a delivered text is a code, which is for one customer. `evident` ones show that a product is delivered as codes, which
 * takes certainty. Of such a product `possible` ones are compared as well, since a code that two orders get costs money.
 */
export type CodeLikeness = 'none' | 'possible' | 'evident';

/** Letters and digits, and what stands before them. */
interface Group {
  readonly word: string;
  readonly gap: string;
}

const WORDS = /[\p{L}\p{N}]+/gu;
const HYPHEN = /^[\p{Pd}_]$/u;
const HYPHEN_OR_BLANKS = /^(?:\s+|\s?[\p{Pd}_]\s?)$/u;
const PHONE_NUMBER = /\+\d[\d\s().-]{6,}\d/gu;
/** A link, also without its scheme, or an e-mail address. */
const ADDRESS = /:\/\/|^www\.|@|^[^/]+\.\p{L}{2,}\/./iu;
/** An e-mail address with a password. */
const CREDENTIALS = /@[^@\s]+[:;|]\S/u;
const HOST = /^[^/]*\/\/[^/?#]*/u;
/** Five consonants, or changes of letter case, as hardly a word has. */
const UNLIKE_WORDS = /[B-DF-HJ-NP-TV-Z]{5}|[a-z][A-Z]+[a-z]+[A-Z]+[a-z]+[A-Z]/;

const LEAST_CHARACTERS = 8;
/** With small letters, in which words stand together with numbers. */
const LEAST_CHARACTERS_OF_BOTH_CASES = 12;
/** Of a text that is nothing else. */
const LEAST_CHARACTERS_ALONE = 6;
const LEAST_CHARACTERS_OF_GROUP = 4;

/**
 * What each text of a delivery is. The order's own values and dates are taken out first. What a delivery repeats is no evidence.
 * Links, e-mail addresses and phone numbers often stand beside codes, so they count where no text is evident by its words.
 * @param fields of the order
 */
export function codeLikenessOf(
  texts: readonly string[],
  fields: Readonly<Record<string, string>>,
): CodeLikeness[] {
  const values = valuesToTakeOut(fields);
  const once = new Set(textsOnce(texts));
  const parts = texts.map((text) => partsOf(inAsciiDigits(text), values));
  const hasCode = parts.some(({ words }) => words === 'evident');
  return parts.map(({ words, addresses }, index) => {
    const found = hasCode ? words : stronger(words, addresses);
    return found === 'evident' && !once.has(canonicalText(texts[index] ?? '')) ? 'possible' : found;
  });
}

/** The texts, in canonical form, that a delivery does not repeat. */
export function textsOnce(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts.map(canonicalText)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].flatMap(([text, count]) => (count === 1 ? [text] : []));
}

function partsOf(text: string, values: readonly string[]) {
  const addresses: string[] = text.match(PHONE_NUMBER) ?? [];
  const words = text
    .replace(PHONE_NUMBER, ',')
    .split(/\s+/u)
    .map((token) => {
      if (!ADDRESS.test(token)) return token;
      addresses.push(token.replace(HOST, ''));
      return ',';
    });
  const isAlone = words.every((word) => word === ',');
  return {
    words: likenessOf(withoutDates(withoutValues(words.join(' '), values))),
    addresses: addresses
      .map((address) => likenessOfAddress(withoutValues(address, values), isAlone))
      .reduce(stronger, 'none'),
  };
}

/** @param isAlone whether the text is nothing else */
function likenessOfAddress(address: string, isAlone: boolean): CodeLikeness {
  const groups = groupsOf(address);
  if (isAlone && groups.some((group) => isMixed(group, LEAST_CHARACTERS_OF_BOTH_CASES)))
    return 'evident';
  const isPossible =
    digitsIn(address) >= LEAST_CHARACTERS ||
    CREDENTIALS.test(address) ||
    groups.some((group) => isUnlikeWords(group) || (isLong([group]) && digitsIn(group.word) > 0));
  return isPossible ? 'possible' : 'none';
}

function likenessOf(text: string): CodeLikeness {
  const groups = groupsOf(text);
  const chains = chainsOf(groups, isEven);
  if (groups.some(isEvidentWord) || chains.some(isEvidentChain)) return 'evident';
  const digits = digitsIn(text);
  const isOneWord = digits > 0 && !/\s/u.test(text);
  const isPossible =
    digits >= LEAST_CHARACTERS ||
    (isOneWord && isLong(groups)) ||
    (groups.length === 1 && groups.some((group) => isMixed(group, LEAST_CHARACTERS_ALONE))) ||
    groups.some(isUnlikeWords) ||
    chains.some(isPossibleChain) ||
    chainsOf(groups, ({ gap }) => HYPHEN.test(gap)).some(isPossibleRun);
  return isPossible ? 'possible' : 'none';
}

/** A number of ten digits or more, or letters and digits that alternate. */
function isEvidentWord(group: Group): boolean {
  const hasSmall = /[a-z]/.test(group.word);
  return (
    /^\d{10,}$/.test(group.word) ||
    isMixed(group, hasSmall ? LEAST_CHARACTERS_OF_BOTH_CASES : LEAST_CHARACTERS)
  );
}

/** Of words with a number letters and digits alternate once. */
function isMixed({ word }: Group, leastCharacters: number): boolean {
  const switches = word.match(/\d(?=\D)|\D(?=\d)/g)?.length ?? 0;
  return word.length >= leastCharacters && isAscii(word) && switches >= 2;
}

function isUnlikeWords({ word }: Group): boolean {
  return word.length >= LEAST_CHARACTERS && UNLIKE_WORDS.test(word);
}

/** Chains of groups of one length as in `ABCD-EFGH-IJKL` and `ABCD 1234 EFGH 5678`. */
function isEven({ word, gap }: Group, last: Group): boolean {
  return (
    HYPHEN_OR_BLANKS.test(gap) &&
    word.length >= LEAST_CHARACTERS_OF_GROUP &&
    word.length === last.word.length &&
    isAscii(word) &&
    isAscii(last.word)
  );
}

function isEvidentChain(chain: readonly Group[]): boolean {
  const hasDigits = groupsWithDigits(chain) >= 2;
  return (
    chain.length >= 3 &&
    (isHyphenated(chain) ? hasDigits || isCapital(chain) : hasDigits && isCapital(chain))
  );
}

function isPossibleChain(chain: readonly Group[]): boolean {
  const isTelling = isHyphenated(chain) || chain.length >= 3 || groupsWithDigits(chain) >= 2;
  return chain.length >= 2 && isCapital(chain) && isTelling;
}

/** Groups of any length with hyphens; neither words with a short number between, such as `1-year-subscription`. */
function isPossibleRun(run: readonly Group[]): boolean {
  return isLong(run) && run.some(({ word }) => /\d{3}|\d[a-z]|[a-z]\d/i.test(word));
}

function isLong(groups: readonly Group[]): boolean {
  return groups.reduce((sum, { word }) => sum + word.length, 0) >= LEAST_CHARACTERS;
}

function digitsIn(text: string): number {
  return text.match(/\d/g)?.length ?? 0;
}

function isHyphenated([, ...others]: readonly Group[]): boolean {
  return others.every(({ gap }) => !/\s/u.test(gap));
}

function isCapital(chain: readonly Group[]): boolean {
  return chain.every(({ word }) => !/[a-z]/.test(word));
}

function isAscii(word: string): boolean {
  return /^[a-z\d]+$/i.test(word);
}

function groupsWithDigits(chain: readonly Group[]): number {
  return chain.filter(({ word }) => /\d/.test(word)).length;
}

function groupsOf(text: string): Group[] {
  let end = 0;
  return [...text.matchAll(WORDS)].map(({ 0: word, index }) => {
    const gap = text.slice(end, index);
    end = index + word.length;
    return { gap, word };
  });
}

/** The longest sequences in which each group belongs to the one before. */
function chainsOf(
  groups: readonly Group[],
  belongs: (group: Group, last: Group) => boolean,
): Group[][] {
  const chains: Group[][] = [];
  for (const group of groups) {
    const chain = chains.at(-1);
    const last = chain?.at(-1);
    if (chain && last && belongs(group, last)) chain.push(group);
    else chains.push([group]);
  }
  return chains;
}

const STRENGTHS: readonly CodeLikeness[] = ['none', 'possible', 'evident'];

function stronger(left: CodeLikeness, right: CodeLikeness): CodeLikeness {
  return STRENGTHS.indexOf(left) < STRENGTHS.indexOf(right) ? right : left;
}
