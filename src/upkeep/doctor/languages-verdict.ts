import { languageName } from '../../locales/language.js';
import { namesText, ok, warn, type Verdict } from './finding.js';

/** More would hide the other findings; the next are named when these are mended. */
const MAX_FAULTS = 20;

/** What is wrong with the languages of a folder, each message by its key. */
export async function languagesVerdict(folder: string | undefined): Promise<Verdict> {
  if (folder === undefined) return ok('those that come with Souk');
  // Loaded here, since the commands that never read messages would start more slowly.
  const { Locale } = await import('../../locales/locale.js');
  const { languages, faults } = Locale.examine(folder);
  const names = [...languages.keys()].map((language) => `${languageName(language)} (${language})`);
  const found = `LOCALES_DIR has ${names.length === 0 ? 'no language' : names.join(', ')}`;
  if (faults.length === 0) return ok(found);
  const texts = faults.map(({ file, key, reason }) =>
    key === undefined
      ? `${JSON.stringify(file)} ${reason}`
      : `${JSON.stringify(key)} of ${JSON.stringify(file)} ${reason}`,
  );
  const named = namesText(texts, { most: MAX_FAULTS, separator: '; ' });
  return warn(
    `${found}; these are not used: ${named}. Mend them, and start the servers again; see docs/translating.md.`,
  );
}
