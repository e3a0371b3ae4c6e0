/** The first bytes of each kind of picture that is kept, in hexadecimal. Others, such as SVG, may hold scripts. */
const BEGINNINGS: readonly (readonly [type: string, beginning: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  // RIFF, a length, WEBP.
  ['image/webp', /^52494646.{8}57454250/],
];
const LONGEST_BEGINNING = 12;

/** The type of a picture by its content; undefined for what is none that is kept. */
export function pictureType(bytes: Buffer): string | undefined {
  const beginning = bytes.toString('hex', 0, LONGEST_BEGINNING);
  return BEGINNINGS.find(([, expression]) => expression.test(beginning))?.[0];
}
