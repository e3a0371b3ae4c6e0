import { describeWhere } from '../support/describe-where.js';
import { missingChromium } from './chromium.js';

/** As in `SOUK_BROWSER=required npm test`, for machines where a run without a browser would prove too little. */
const isRequired = process.env.SOUK_BROWSER === 'required';

/** Tests in a browser. Where none starts they are skipped, or fail where one is required. */
export function describeInBrowser(title: string, tests: () => void): void {
  if (missingChromium === undefined || !isRequired) describeWhere(missingChromium, title, tests);
  else {
    describe(title, () => {
      it('has a browser, which SOUK_BROWSER requires', () => {
        throw new Error(missingChromium);
      });
    });
  }
}
