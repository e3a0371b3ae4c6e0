import { wordTable } from './language.js';
import { ARABIC } from './fault-words-ar.js';
import { ENGLISH } from './fault-words-en.js';
import type { FaultSentences } from './fault-sentences.js';
import { TURKISH } from './fault-words-tr.js';

/** Why forms are refused, said to those who fill them in. */
export const FAULT_WORDS = wordTable<FaultSentences>({ en: ENGLISH, ar: ARABIC, tr: TURKISH });
