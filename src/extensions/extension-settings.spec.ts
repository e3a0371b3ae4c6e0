import { ConfigError } from '../config/souk-config.js';
import { integer, text } from '../config/variable-readers.js';
import { defineExtension, type ExtensionSetting } from './extension.js';
import { readExtensionSettings, unknownSettings } from './extension-settings.js';

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

it('stop the start when a required one is missing, and keep a secret out of the message', () => {
  const settings: Record<string, ExtensionSetting> = {
    ACME_X_KEY: { read: integer(1, 9), required: true, secret: true, sentence: 'Of the gateway.' },
  };
  expect(() => read(settings)).toThrow(new ConfigError('ACME_X_KEY must be set: Of the gateway.'));
  expect(() => read(settings, { ACME_X_KEY: 's3cret' })).toThrow(
    new ConfigError('ACME_X_KEY must be a whole number from 1 to 9; it is "***".'),
  );
  expect(read(settings, { ACME_X_KEY: '7' })).toEqual({ ACME_X_KEY: 7 });
});

it('are read from files where they are secret, unless the extension does so itself', () => {
  const key: ExtensionSetting = { read: text, required: true, secret: true, sentence: 'A key.' };
  const environment = { ACME_X_KEY_FILE: '/nowhere' };
  expect(() => read({ ACME_X_KEY: key }, environment)).toThrow(
    new ConfigError('ACME_X_KEY_FILE must name a file; /nowhere cannot be read (ENOENT).'),
  );
  expect(() => read({ ACME_X_KEY: key }, { ACME_X_KEY_FILE: 'LICENSE' })).not.toThrow();
  expect(() => read({ ACME_X_KEY: key, ACME_X_KEY_FILE: NAME }, environment)).toThrow(
    new ConfigError('ACME_X_KEY must be set: A key.'),
  );
});

it('are told of that no extension has', () => {
  const key: ExtensionSetting = { read: text, required: true, secret: true, sentence: 'A key.' };
  const extensions = [
    { name: 'acme', settings: { ACME_LIMIT: LIMIT, ACME_KEY: key } },
    { name: 'acme-x', settings: {} },
    { name: 'other', settings: {} },
  ];
  const environment = {
    ACME_LIMIT: '1',
    ACME_LIMTI: '1',
    ACME_KEY_FILE: '1',
    ACME_LIMIT_FILE: '1',
    ACME_X_LIMIT: '1',
    ACMES: '1',
    HOME: '/',
  };
  expect(unknownSettings(extensions, environment)).toEqual([
    'ACME_LIMTI is set, but the extension acme has no such setting; it has ACME_LIMIT, ACME_KEY, ACME_KEY_FILE.',
    'ACME_LIMIT_FILE is set, but the extension acme has no such setting; it has ACME_LIMIT, ACME_KEY, ACME_KEY_FILE.',
    'ACME_X_LIMIT is set, but the extension acme-x has no such setting; it has none.',
  ]);
});
