import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Messages } from '../../locales/en.js';
import { compiledMessage, type Message } from './compiled-message.js';
import { SOURCE, type Language } from './language.js';
import { readLocaleFolder, type LocaleFault, type MessageTexts } from './locale-folder.js';

/** The first part of the keys of messages, such as `order` of `order.acceptTitle`. */
export type MessageGroup = keyof Messages;

/** What is put into a message, by the names of its arguments. */
export type MessageArguments = Readonly<Record<string, unknown>>;

/** Those that come with Souk. */
const FOLDER = fileURLToPath(new URL('../../locales', import.meta.url));

/** The messages of one language; those that it lacks, in English. */
export class Locale {
  private static readonly made = new Map<Language, Locale>();
  private static further: ReadonlyMap<Language, MessageTexts> = new Map();
  private static all: readonly Language[] | undefined;
  private readonly messages = new Map<string, Message>();
  private readonly groups = new Map<MessageGroup, object>();

  private constructor(
    private readonly language: Language,
    private readonly texts: MessageTexts,
    private readonly english: Locale | undefined,
  ) {}

  /** All languages, English first. */
  static languages(): readonly Language[] {
    if (Locale.all) return Locale.all;
    const others = new Set([...ownLanguages(), ...Locale.further.keys()]);
    others.delete(SOURCE);
    Locale.all = [SOURCE, ...[...others].sort()];
    return Locale.all;
  }

  static isLanguage(text: unknown): text is Language {
    return Locale.languages().some((language) => language === text);
  }

  /** Files are read when a language is first asked for: most commands say nothing in it. English for one that there is not. */
  static of(language: Language): Locale {
    let locale = Locale.made.get(language);
    if (!locale) {
      locale = Locale.read(language);
      Locale.made.set(language, locale);
    }
    return locale;
  }

  /** Reads what else would be read at the first page in each language, when the files may be those of another release. */
  static readAll(): void {
    for (const language of Locale.languages()) Locale.of(language);
  }

  /**
   * Takes the languages of a folder besides those that come with Souk, whose messages it may replace, in place of those of
   * any folder before. @returns what is wrong with it
   */
  static useFolder(folder: string | undefined): readonly LocaleFault[] {
    const read = folder === undefined ? undefined : Locale.examine(folder);
    Locale.further = read?.languages ?? new Map();
    Locale.made.clear();
    Locale.all = undefined;
    return read?.faults ?? [];
  }

  /** What is in a folder. */
  static examine(folder: string): ReturnType<typeof readLocaleFolder> {
    return readLocaleFolder(folder, Locale.of(SOURCE).texts);
  }

  private static read(language: Language): Locale {
    if (language === SOURCE) return new Locale(SOURCE, ownMessages(SOURCE), undefined);
    const own = ownLanguages().includes(language) ? ownMessages(language) : {};
    const texts = { ...own, ...Locale.further.get(language) };
    return new Locale(language, texts, Locale.of(SOURCE));
  }

  /** A message with its arguments. @throws Error for a key that English does not have, or without one of its arguments */
  say(key: string, values: MessageArguments = {}): string {
    const message = this.message(key);
    if (message === undefined) throw new Error(`there is no message ${key}`);
    return typeof message === 'string' ? message : message(values);
  }

  /** All messages of a group, by the rest of their keys: texts, and functions of arguments. */
  group<Group extends MessageGroup>(group: Group): Messages[Group] {
    let found = this.groups.get(group);
    if (!found) {
      found = this.grouped(`${group}.`);
      this.groups.set(group, found);
    }
    return found as Messages[Group];
  }

  private grouped(prefix: string): object {
    const group = {};
    const { texts } = this.english ?? this;
    for (const key of Object.keys(texts).filter((one) => one.startsWith(prefix))) {
      const parts = key.slice(prefix.length).split('.');
      const name = parts.pop() ?? '';
      let inner: Record<string, unknown> = group;
      for (const part of parts) inner = (inner[part] ??= {}) as Record<string, unknown>;
      inner[name] = this.message(key);
    }
    return group;
  }

  private message(key: string): Message | undefined {
    const known = this.messages.get(key);
    if (known !== undefined) return known;
    const text = Object.hasOwn(this.texts, key) ? this.texts[key] : undefined;
    if (text === undefined) return this.english?.message(key);
    const message = compiledMessage(text, this.language);
    this.messages.set(key, message);
    return message;
  }
}

function ownLanguages(): readonly Language[] {
  // The notes for translators are in en.notes.json.
  return readdirSync(FOLDER).flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? []);
}

function ownMessages(language: Language): MessageTexts {
  return JSON.parse(readFileSync(`${FOLDER}/${language}.json`, 'utf8')) as MessageTexts;
}
