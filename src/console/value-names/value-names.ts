import { wordTable } from '../../pages/language.js';
import { VALUE_NAMES_AR } from './value-names-ar.js';
import { VALUE_NAMES_EN, type ValueNames } from './value-names-en.js';
import { VALUE_NAMES_TR } from './value-names-tr.js';

/** The names of what has changed in words. */
export const VALUE_NAMES = wordTable<ValueNames>({
  en: VALUE_NAMES_EN,
  ar: VALUE_NAMES_AR,
  tr: VALUE_NAMES_TR,
});
