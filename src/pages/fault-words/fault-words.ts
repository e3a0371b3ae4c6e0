import { wordTable } from '../language.js';
import { ARABIC } from './arabic.js';
import { ENGLISH } from './english.js';
import type { FaultSentences } from './fault-sentences.js';
import { TURKISH } from './turkish.js';

/** Why forms are refused, said to those who fill them in. */
export const FAULT_WORDS = wordTable<FaultSentences>({ en: ENGLISH, ar: ARABIC, tr: TURKISH });
