import { readFileSync, writeFileSync } from 'node:fs';
import { messageTypes } from './message-types.js';

const FOLDER = new URL('../../locales/', import.meta.url);
const FILE = new URL('en.d.ts', FOLDER);

/** `npm run locales:types` writes the file. */
it('the types of messages are those of the English ones', () => {
  const messages = JSON.parse(readFileSync(new URL('en.json', FOLDER), 'utf8')) as object;
  const types = messageTypes(messages as Readonly<Record<string, string>>);
  if (process.env.MESSAGE_TYPES === 'write') writeFileSync(FILE, types);
  expect(readFileSync(FILE, 'utf8')).toBe(types);
});
