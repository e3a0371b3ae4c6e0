import { itAgrees } from './quote-agreement.js';

const { QUOTE_CASES: cases } = process.env;

/** More by `npm run quote:cases`. The seed is fixed, so that all outcomes are sure to occur; there it is another each time. */
itAgrees({ cases: Number(cases ?? 400), seed: cases === undefined ? 15 : Date.now() });
