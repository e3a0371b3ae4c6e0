import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';

export const FOLDER = new URL('../../docker/', import.meta.url);

export type Environment = Readonly<Record<string, string>>;

interface Service {
  readonly image: string;
  readonly profiles?: readonly string[];
  readonly environment: Environment;
  readonly volumes: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<'postgres' | 'pgbouncer' | 'souk', Service>>;
}

export const compose = load(readFileSync(new URL('compose.yaml', FOLDER), 'utf8')) as ComposeFile;

/** Substitutes variables as compose does. @throws Error with the file's message for one that is required. */
function interpolated(value: string, given: Environment): string {
  return value.replace(
    /\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g,
    (_, name: string, operator: string | undefined, words: string) => {
      const found = given[name] ?? '';
      if (found !== '' || operator === undefined) return found;
      if (operator === ':-') return words;
      throw new Error(`${name}: ${words}`);
    },
  );
}

/** The environment that compose gives a container. */
export function environmentOf(
  service: keyof ComposeFile['services'],
  given: Environment,
): Environment {
  const entries = Object.entries(compose.services[service].environment);
  return Object.fromEntries(entries.map(([name, value]) => [name, interpolated(value, given)]));
}
