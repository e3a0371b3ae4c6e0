import { valueOf } from '../config/souk-config.js';
import { VARIABLES } from '../config/variables.js';
import { OperatorError } from '../common/app-error.js';
import type { ExtensionDefinition } from './extension.js';

/**
 * The settings of an extension, read from the environment like those of Souk. An empty variable counts as unset.
 * @throws ConfigError that names a variable and what it must be; OperatorError for a variable that is not the extension's
 */
export function readExtensionSettings(
  { name: extension, settings = {} }: ExtensionDefinition,
  environment: NodeJS.ProcessEnv,
): Readonly<Record<string, unknown>> {
  const prefix = `${extension.toUpperCase().replaceAll('-', '_')}_`;
  const values = Object.entries(settings).map(([name, { read, default: fallback }]) => {
    if (!name.startsWith(prefix) || !/^[A-Z0-9_]+$/.test(name) || Object.hasOwn(VARIABLES, name)) {
      throw new OperatorError(
        `The extension ${extension} has a setting ${name}; its settings begin with ${prefix}, and none of them is one of Souk's.`,
      );
    }
    const given = environment[name]?.trim() ?? '';
    return [name, given === '' ? fallback : valueOf(name, read, given)];
  });
  return Object.freeze(Object.fromEntries(values)) as Readonly<Record<string, unknown>>;
}
