import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './souk-config.js';

/**
 * The environment of this process; nothing else in Souk reads it. Variables that it does not set are taken from the
 * file `.env` of the working folder, if there is one.
 * @throws ConfigError if the file cannot be read
 */
export function processEnvironment(folder = '.', own = process.env): NodeJS.ProcessEnv {
  return { ...fileVariables(join(folder, '.env')), ...own };
}

function fileVariables(path: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new ConfigError(`The file .env cannot be read (${code ?? String(error)}).`);
  }
}
