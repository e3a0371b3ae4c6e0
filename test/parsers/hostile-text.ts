/** What each kind of hostile text is made of, over and over. */
const UNITS: Readonly<Record<string, string>> = {
  'combining marks of two classes': '\u0301\u0316',
  'combining marks of three classes': '\u05b0\u0301\u0316',
  'letters with a hundred marks': `a${'\u0316\u0301'.repeat(50)}`,
  'composed Hangul': '\u1112\u1161\u11ab',
  'letters that grow in lower case': '\u0130',
  'opening brackets': '[',
  'closing brackets': ']',
  'nested objects': '{"a":[',
  slashes: '/',
  'slashes and ampersands with spaces': '/ & ',
  commas: ',',
  'commas with spaces': ' , ',
  'percent-encoded commas': '%2C',
  'percent signs': '%',
  'percent-encoded quotes': '%2522',
  'broken UTF-8': '%E0%A4%A',
  'encoded surrogates': '%ED%A0%80',
  'lone surrogates': '\ud800',
  digits: '1',
  zeros: '0',
  exponents: '1e9',
  'digits with points': '1.1.',
  'numbers in a list': '1,',
  spaces: ' ',
  'spaces of all kinds': ' \u00a0\u2003\u3000\ufeff\u2028',
  'ends of lines': '\r\n\t',
  'right-to-left text with its marks': '\u202e\u05d0\u0644\u200f',
  'emoji joined to families': '👩\u200d👩\u200d👧\u200d👦',
  'double quotes': '"',
  'escaped quotes': '\\"',
  'single quotes': "'",
  backslashes: '\\',
  NULs: '\0',
  'equal signs': '=',
  ampersands: '&',
  'many parameters': 'a=b&',
  'hyphens and underscores': '-_',
  'colons and points': '::1.',
  'weighted encodings': 'gzip;q=0,',
  'order ids': 'ID_9fffb0d849a45215,',
  'UUIDs without hyphens': '0b2f8c529c434c4c8f5a2f4f6f0f9f11',
};

/** Texts of so many UTF-16 units, with and without something at their ends that keeps a pattern from matching. */
export function hostileTexts(length: number): readonly string[] {
  return Object.values(UNITS).flatMap((unit) => {
    const text = unit.repeat(length / unit.length);
    return [text, `${text}x`, `x${text}`, `"${text}`, `[${text}]`];
  });
}

export const HOSTILE_KINDS = Object.keys(UNITS).length;
