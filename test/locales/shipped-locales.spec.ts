import { readdirSync, readFileSync } from 'node:fs';
import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { parsed } from '../../src/locales/compiled-message.js';
import { Locale } from '../../src/locales/locale.js';
import { messageFault } from '../../src/locales/message-faults.js';

const FOLDER = new URL('../../locales/', import.meta.url);
const messagesOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8')) as Record<string, string>;
const ENGLISH = messagesOf('en');

it('all files are languages', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  const expected = [...Locale.languages().map((name) => `${name}.json`), 'en.notes.json'];
  expect(files.sort()).toEqual(expected.sort());
});

it('notes for translators are of keys, and each text that stands twice has one at each key', () => {
  const notes = messagesOf('en.notes');
  expect(Object.keys(notes).filter((key) => !(key in ENGLISH))).toEqual([]);
  const texts = Object.values(ENGLISH);
  const repeated = Object.entries(ENGLISH).filter(
    ([key, text]) => !(key in notes) && texts.indexOf(text) !== texts.lastIndexOf(text),
  );
  expect(repeated).toEqual([]);
});

/** docs/console-words.md says what stands in their place. */
const OF_PROGRAMMERS = /\b(?:reversal|handler|forget|instance|lineage|upstream|idempotency)/i;

it('English messages have the words of a shop owner', () => {
  const found = Object.entries(ENGLISH).filter(([, text]) => OF_PROGRAMMERS.test(text));
  expect(found).toEqual([]);
});

describe.each([...Locale.languages()])('the messages in %s', (language) => {
  const messages = messagesOf(language);

  it('are those of English, in its order', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(ENGLISH));
  });

  it('can be said with the same arguments', () => {
    const faults = Object.entries(messages).map(([key, text]) => [
      key,
      messageFault(key, text, ENGLISH[key] ?? ''),
    ]);
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([]);
  });

  it('have each plural form of the language, and no other', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const forms = (elements: readonly MessageFormatElement[]): string[] =>
      elements.flatMap((element) => {
        if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
        const inner = Object.values(element.options).flatMap(({ value }) => forms(value));
        if (element.type === TYPE.select) return inner;
        const given = Object.keys(element.options).filter((name) => !name.startsWith('='));
        return [given.sort().join(' '), ...inner];
      });
    const wanted = [...pluralCategories].sort().join(' ');
    const wrong = Object.entries(messages).filter(([, text]) =>
      forms(parsed(text)).some((form) => form !== wanted),
    );
    expect(wrong).toEqual([]);
  });
});
