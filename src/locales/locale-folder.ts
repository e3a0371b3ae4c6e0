import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf, SOURCE, type Language } from './language.js';
import { messageFault } from './message-faults.js';

/** MessageTexts by their keys. */
export type MessageTexts = Readonly<Record<string, string>>;

/** What is wrong with a file of a language, or with a message of it, which is shown in English then. */
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
    const read = (): MessageTexts | string => {
      if (language === undefined) return 'is not named after a language, such as de.json';
      if (language === SOURCE) return 'cannot replace English, from which all else is translated';
      return messagesIn(join(folder, file), file, english, faults);
    };
    const messages = read();
    if (typeof messages === 'string') faults.push({ file, reason: messages });
    else if (language !== undefined && Object.keys(messages).length > 0) {
      languages.set(language, messages);
    }
  }
  return { languages, faults };
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
    if (statSync(path).size > MAX_FILE_BYTES) return 'is larger than 1 MB';
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return error instanceof SyntaxError ? 'is no JSON' : `cannot be read (${codeOf(error)})`;
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return 'is no JSON object of messages by their keys';
  }
  const taken: [string, string][] = [];
  for (const [key, text] of Object.entries(content)) {
    const source = Object.hasOwn(english, key) ? english[key] : undefined;
    const reason = source === undefined ? 'is no key of en.json' : messageFault(text, source);
    if (reason === undefined) taken.push([key, String(text)]);
    else faults.push({ file, key, reason });
  }
  return Object.fromEntries(taken);
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? error);
}
