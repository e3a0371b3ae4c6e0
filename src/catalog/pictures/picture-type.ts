/** The first bytes of each kind of picture that is kept. Others, such as SVG, may hold scripts. */
const BEGINNINGS: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];
const LONGEST_BEGINNING = 12;

/** The type of a picture by its content; undefined for what is none that is kept. */
export function pictureType(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('latin1', 0, LONGEST_BEGINNING);
  return BEGINNINGS.find(([, expression]) => expression.test(beginning))?.[0];
}
