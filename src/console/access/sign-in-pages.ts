import type { SessionStage } from '../../people/sessions/session-validity.js';

/** The page on which a person goes on, by the stage of the session; undefined without a session. */
export function pageOfStage(stage: SessionStage | undefined): string {
  switch (stage) {
    case undefined:
      return 'sign-in';
    case 'code':
      return 'sign-in/code';
    case 'enrol':
      return 'sign-in/two-factor';
    case 'full':
      return '';
  }
}

const OWN_PAGE = /^\/console(?:\/[\w./-]*)?(?:\?[\w./?=&%:+-]*)?$/;

/**
 * A page that is to be shown again, such as the one that a sign-in was begun for, without the path of the console; the home
 * page for any other text, so that no link can lead elsewhere from here.
 */
export function consolePageOf(address: string): string {
  if (!OWN_PAGE.test(address) || address.includes('..') || address.includes('//')) return '';
  return address.replace(/^\/console\/?/, '');
}
