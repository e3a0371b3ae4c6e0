import { createRequire } from 'node:module';
import type * as Parser from '@formatjs/icu-messageformat-parser';
import type * as Formats from 'intl-messageformat';

const load = createRequire(import.meta.url);

/**
 * The libraries of ICU MessageFormat, loaded at the first message with arguments: a command that says none starts without
 * their 25 ms of CPU time.
 */
export const parser = (): typeof Parser =>
  load('@formatjs/icu-messageformat-parser') as typeof Parser;
export const formats = (): typeof Formats => load('intl-messageformat') as typeof Formats;
