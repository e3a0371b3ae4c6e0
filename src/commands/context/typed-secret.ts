import { text } from 'node:stream/consumers';
import { OperatorError } from '../../common/app-error.js';
import type { Terminal } from './terminal.js';
import { contentOf } from './typed-lines.js';

/** Where a command gets a secret from, by its options `--<what>-file` and `--<what>-stdin`. */
export interface SecretSource {
  readonly file: string | undefined;
  readonly isStdin: true | undefined;
}

/**
 * Reads a secret, which is never an argument: other users and the history of the shell could read it.
 * @param what its name in the options, such as `token`
 * @returns undefined if neither option was given
 */
export async function typedSecret(
  { file, isStdin }: SecretSource,
  what: 'token' | 'password',
  { streams }: Terminal,
): Promise<string | undefined> {
  if (file !== undefined && isStdin) {
    throw new OperatorError(`Say --${what}-file or --${what}-stdin, not both.`);
  }
  if (isStdin) return secretIn(await text(streams.stdin), 'Standard input', what);
  if (file === undefined) return undefined;
  return secretIn(await contentOf(file), `The file ${file}`, what);
}

function secretIn(content: string, where: string, what: string): string {
  const secret = content.trim();
  if (/^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new OperatorError(`${where} holds no ${what}; put it there on one line.`);
}
