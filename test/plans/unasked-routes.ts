import { runningRoutes } from '../../src/common/http/routes.js';
import { adminRoutes } from '../admin/admin-routes.js';
import type { TestShop } from '../support/test-shop.js';
import { ADMIN_LEFT_OUT, ADMIN_LISTS, ADMIN_SINGLES, ADMIN_SUMS } from './admin-questions.js';
import { CONSOLE_LEFT_OUT, CONSOLE_PAGES, CONSOLE_SUMS } from './console-questions.js';
import type { Question } from './question.js';

/** The GET routes of the admin API and the console that `npm run plans` neither asks nor leaves out with a reason. */
export function unaskedRoutes(shop: TestShop): string[] {
  const console = runningRoutes(shop.app.getHttpAdapter().getInstance())
    .filter(({ path }) => /^\/console(?:\/|$)/.test(path))
    .map(({ method, path }) => `${method} ${path.slice('/console'.length)}`);
  return [
    ...unasked(
      adminRoutes(shop),
      [...ADMIN_LISTS, ...ADMIN_SINGLES, ...ADMIN_SUMS],
      ADMIN_LEFT_OUT,
    ),
    ...unasked(console, [...CONSOLE_PAGES, ...CONSOLE_SUMS], CONSOLE_LEFT_OUT),
  ];
}

function unasked(
  routes: readonly string[],
  questions: readonly Question[],
  leftOut: Readonly<Record<string, string>>,
): string[] {
  const known = new Set([...questions.map(({ route }) => route), ...Object.keys(leftOut)]);
  return routes.filter((route) => route.startsWith('GET ') && !known.has(route));
}
