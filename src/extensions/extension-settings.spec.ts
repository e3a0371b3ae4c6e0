import { ConfigError } from '../config/souk-config.js';
import { integer, text } from '../config/variable-readers.js';
import { defineExtension, type ExtensionSetting } from './extension.js';
import { readExtensionSettings } from './extension-settings.js';

const LIMIT: ExtensionSetting = { read: integer(1, 9), default: 5, sentence: 'The limit.' };
const NAME: ExtensionSetting = { read: text, default: undefined, sentence: 'The name.' };

const read = (
  settings: Readonly<Record<string, ExtensionSetting>>,
  environment: Record<string, string> = {},
  name = 'acme-x',
): Readonly<Record<string, unknown>> =>
  readExtensionSettings(defineExtension({ name, souk: '*', settings }), environment);

it('are read from the environment; empty ones count as unset', () => {
  const settings = { ACME_X_LIMIT: LIMIT, ACME_X_NAME: NAME };
  expect(read(settings, { ACME_X_LIMIT: ' 7 ', ACME_X_NAME: '', OTHER: 'x' })).toEqual({
    ACME_X_LIMIT: 7,
    ACME_X_NAME: undefined,
  });
  expect(read(settings)).toEqual({ ACME_X_LIMIT: 5, ACME_X_NAME: undefined });
  expect(Object.isFrozen(read({}))).toBe(true);
});

it('begin with the name of their extension, whose hyphens are underscores', () => {
  const settings = { ACME_STEAM_CODES_LIMIT: LIMIT };
  expect(read(settings, { ACME_STEAM_CODES_LIMIT: '7' }, 'acme-steam-codes')).toEqual({
    ACME_STEAM_CODES_LIMIT: 7,
  });
});

it('are refused like those of Souk, in one line that names the variable', () => {
  expect(() => read({ ACME_X_LIMIT: LIMIT }, { ACME_X_LIMIT: '70' })).toThrow(
    new ConfigError('ACME_X_LIMIT must be a whole number from 1 to 9; it is "70".'),
  );
});

it.each([
  ['ACME_LIMIT', 'acme-x'],
  ['ACME_X', 'acme-x'],
  ['ACME_X_limit', 'acme-x'],
  ['ACME-X_LIMIT', 'acme-x'],
  ['DATABASE_POOL_SIZE', 'database'],
])('%s is refused as a variable of the extension %s', (variable, name) => {
  expect(() => read({ [variable]: LIMIT }, {}, name)).toThrow(
    `The extension ${name} has a setting ${variable};`,
  );
});
