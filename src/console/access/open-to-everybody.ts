import { mark } from '../../common/http/mark.js';

/** Opens a page of the console to those who have not signed in. */
export const OpenToEverybody = mark();
