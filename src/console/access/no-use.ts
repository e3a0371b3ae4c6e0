import { mark } from '../../common/http/mark.js';

/** Marks what a page asks for by itself: it keeps no session from ending for want of use. */
export const IsNoUse = mark();
