import type { RunningRoute } from './routes.js';

/** A part of a path between slashes: a text, one text of any kind, or any number of texts. */
type Part = { readonly text: string } | 'any' | 'rest';

/** True if a request exists that both routes match, by the rules of Express: lower and upper case are the same. */
export function overlap(one: RunningRoute, other: RunningRoute): boolean {
  const methods = [methodOf(one), methodOf(other)];
  if (!methods.includes('ALL') && methods[0] !== methods[1]) return false;
  return doOverlap(partsOf(one.path), partsOf(other.path));
}

function methodOf({ method }: RunningRoute): string {
  return method === 'HEAD' ? 'GET' : method;
}

function partsOf(path: string): Part[] {
  // What follows an optional part may stand anywhere, so it is not looked at in detail.
  const optional = path.indexOf('{');
  const end = optional < 0 ? path.length : path.lastIndexOf('/', optional + 1);
  const certain = path.slice(0, end).replace('{', '');
  const parts = certain.split('/').filter((text) => text !== '');
  return [...parts.map(partOf), ...(optional < 0 ? [] : ['rest' as const])];
}

function partOf(text: string): Part {
  if (text.includes('*')) return 'rest';
  return text.includes(':') ? 'any' : { text: text.toLowerCase() };
}

function doOverlap(one: readonly Part[], other: readonly Part[]): boolean {
  const [first, ...rest] = one;
  const [otherFirst, ...otherRest] = other;
  if (first === undefined && otherFirst === undefined) return true;
  if (first === 'rest') {
    return doOverlap(rest, other) || (otherFirst !== undefined && doOverlap(one, otherRest));
  }
  if (otherFirst === 'rest') return doOverlap(other, one);
  if (first === undefined || otherFirst === undefined) return false;
  const isSame = first === 'any' || otherFirst === 'any' || first.text === otherFirst.text;
  return isSame && doOverlap(rest, otherRest);
}
