import { ConfigError, givenText, valueOf, variablesOf } from '../config/souk-config.js';
import { VARIABLES } from '../config/variables.js';
import { OperatorError } from '../common/app-error.js';
import type { ExtensionDefinition, ExtensionSetting } from './extension.js';

/**
 * The settings of an extension, read from the environment like those of Souk. An empty variable counts as unset.
 * @throws ConfigError that names a variable and what it must be; OperatorError for a variable that is not the extension's
 */
export function readExtensionSettings(
  { name: extension, settings = {} }: ExtensionDefinition,
  environment: NodeJS.ProcessEnv,
): Readonly<Record<string, unknown>> {
  const prefix = prefixOf(extension);
  const values = Object.entries(settings).map(([name, setting]) => {
    if (!name.startsWith(prefix) || !/^[A-Z0-9_]+$/.test(name) || Object.hasOwn(VARIABLES, name)) {
      throw new OperatorError(
        `The extension ${extension} has a setting ${name}; its settings begin with ${prefix}, and none of them is one of Souk's.`,
      );
    }
    const isSecret = setting.secret && !Object.hasOwn(settings, `${name}_FILE`);
    return [name, settingOf(name, setting, givenText(environment, name, isSecret))];
  });
  return Object.freeze(Object.fromEntries(values)) as Readonly<Record<string, unknown>>;
}

/** @throws ConfigError */
function settingOf(name: string, setting: ExtensionSetting, given: string): unknown {
  const { read, required, secret, sentence } = setting;
  if (given === '' && required) throw new ConfigError(`${name} must be set: ${sentence}`);
  if (given === '') return setting.default;
  try {
    return valueOf(name, read, given);
  } catch (error) {
    if (!secret || !(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.message.replaceAll(given, '***'));
  }
}

function prefixOf(extension: string): string {
  return `${extension.toUpperCase().replaceAll('-', '_')}_`;
}

/**
 * A sentence for each variable that has the prefix of an extension and is none of its settings, such as a mistyped one.
 * @param extensions all that are loaded: the prefix of one may begin with that of another
 */
export function unknownSettings(
  extensions: readonly Pick<ExtensionDefinition, 'name' | 'settings'>[],
  environment: NodeJS.ProcessEnv,
): string[] {
  const longestFirst = extensions.toSorted((one, other) => other.name.length - one.name.length);
  return Object.keys(environment).flatMap((variable) => {
    const owner = longestFirst.find(({ name }) => variable.startsWith(prefixOf(name)));
    if (!owner || Object.hasOwn(VARIABLES, variable)) return [];
    const own = Object.entries(owner.settings ?? {}).flatMap(([name, { secret }]) =>
      variablesOf(name, secret),
    );
    if (own.includes(variable)) return [];
    const has = own.length === 0 ? 'it has none' : `it has ${own.join(', ')}`;
    return [`${variable} is set, but the extension ${owner.name} has no such setting; ${has}.`];
  });
}
