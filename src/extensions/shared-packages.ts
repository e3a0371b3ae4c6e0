import { registerHooks } from 'node:module';
import { sameCopy } from './own-copies.js';

/** Their classes, decorators and metadata are compared by identity, so extension and server must share one copy. */
const SHARED =
  /^(@nestjs\/[^/]+|typeorm|reflect-metadata|rxjs|class-validator|class-transformer)($|\/)/;

/** What the package `souk` exports, relative to this file. */
const OWN: Readonly<Record<string, string>> = {
  souk: '../extension.js',
  'souk/testing': '../testing.js',
};

let isRegistered = false;

/**
 * Lets extensions import `souk` and the packages of this Souk, wherever their own files are: also where an extension has
 * installed another copy beside itself, or none at all.
 */
export function sharePackages(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const own = OWN[specifier];
      if (own === undefined && !SHARED.test(specifier)) {
        const found = nextResolve(specifier, context);
        return { ...found, url: sameCopy(found.url, context.parentURL) };
      }
      return nextResolve(own ?? specifier, { ...context, parentURL: import.meta.url });
    },
  });
}
