import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEnglish, languageOf, type Language } from './language.js';
import { messageFault } from './message-faults.js';

/** Messages by their keys. */
export type MessageTexts = Readonly<Record<string, string>>;

/** What is wrong with a file of a language, or with a message of it, which is not used then. */
export interface LocaleFault {
  readonly file: string;
  /** Of the message; undefined where the whole file is not taken. */
  readonly key?: string;
  /** Continues the name of the file or the key. */
  readonly reason: string;
}

/** The languages of a folder. */
export interface LocaleFolder {
  readonly languages: ReadonlyMap<Language, MessageTexts>;
  readonly faults: readonly LocaleFault[];
}

const ENDING = '.json';
/** Takes a byte order mark, and nothing that is no UTF-8. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });
const MAX_FILE_BYTES = 1_000_000;
const MAX_FILES = 100;

/**
 * Reads the files of a folder whose names are those of languages, such as `de.json`, and takes of each the messages that
 * can stand for the English ones.
 */
export function readLocaleFolder(folder: string, english: MessageTexts): LocaleFolder {
  const languages = new Map<Language, MessageTexts>();
  const faults: LocaleFault[] = [];
  for (const file of filesOf(folder, faults)) {
    const language = languageOf(file.slice(0, -ENDING.length));
    const refused = refusalOf(language, languages);
    const messages = refused ?? messagesIn(join(folder, file), file, english, faults);
    if (typeof messages === 'string') faults.push({ file, reason: messages });
    else if (Object.keys(messages).length > 0) languages.set(language ?? '', messages);
  }
  return { languages, faults };
}

/** Why a file of this name is not read. */
function refusalOf(
  language: Language | undefined,
  known: ReadonlyMap<Language, MessageTexts>,
): string | undefined {
  if (language === undefined) return 'is not named after a language, such as de.json or pt-BR.json';
  if (isEnglish(language)) return 'cannot replace English, from which all else is translated';
  return known.has(language) ? `is a second file of ${language}` : undefined;
}

function filesOf(folder: string, faults: LocaleFault[]): string[] {
  try {
    const files = readdirSync(folder).filter((name) => name.endsWith(ENDING));
    if (files.length <= MAX_FILES) return files.sort();
    faults.push({ file: folder, reason: `has more than ${MAX_FILES} files` });
  } catch (error) {
    faults.push({ file: folder, reason: `cannot be read (${codeOf(error)})` });
  }
  return [];
}

/** A text is why the file is not taken. */
function messagesIn(
  path: string,
  file: string,
  english: MessageTexts,
  faults: LocaleFault[],
): MessageTexts | string {
  let content: unknown;
  try {
    const bytes = bytesOf(path);
    if (typeof bytes === 'string') return bytes;
    content = JSON.parse(UTF_8.decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) return 'is no JSON';
    return error instanceof TypeError ? 'is no UTF-8' : `cannot be read (${codeOf(error)})`;
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return 'is no JSON object of messages by their keys';
  }
  const taken: [string, string][] = [];
  for (const [key, text] of Object.entries(content)) {
    const source = Object.hasOwn(english, key) ? english[key] : undefined;
    const reason = source === undefined ? 'is no key of en.json' : messageFault(key, text, source);
    if (reason === undefined) taken.push([key, String(text)]);
    else faults.push({ file, key, reason });
  }
  return Object.fromEntries(taken);
}

/** The content of a file, or why it is not read. A pipe or device, which never ends, is not waited for. */
function bytesOf(path: string): Buffer | string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return 'is no file';
    return found.size > MAX_FILE_BYTES ? 'is larger than 1 MB' : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? error);
}
