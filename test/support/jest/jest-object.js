/** `@jest/globals` for the specs: each file has a `jest` of its own, and this module is loaded once for all of them. */
export const jest = new Proxy({}, { get: (_target, name) => globalThis.jest[name] });
