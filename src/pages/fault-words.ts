import { wordTable } from './language.js';
import { ARABIC } from './fault-words-arabic.js';
import { ENGLISH } from './fault-words-english.js';
import type { FaultSentences } from './fault-sentences.js';
import { TURKISH } from './fault-words-turkish.js';

/** Why forms are refused, said to those who fill them in. */
export const FAULT_WORDS = wordTable<FaultSentences>({ en: ENGLISH, ar: ARABIC, tr: TURKISH });
