/**
 * Replaces a method of the built server before it starts, so that what the method is worth can be measured.
 * @throws Error when there is no such method any more.
 */
export function replaceMethod({ prototype, name: className }, name, replacement) {
  if (typeof prototype[name] !== 'function') throw new Error(`${className} has no method ${name}`);
  prototype[name] = replacement;
}
