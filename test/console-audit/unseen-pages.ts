import type { RunningRoute } from '../../src/common/http/routes.js';

/** Answers that are no pages: files, the stream of events, and what only leads to a page. */
const NO_PAGE = /\/(export|live|next|\w+\.csv|color\/:file)$/;

/**
 * The pages of the console that none of the paths leads to, so that no audit passes without a new one.
 * @param routes in the order in which they are matched
 */
export function unseenPages(
  routes: readonly RunningRoute[],
  paths: readonly string[],
): readonly string[] {
  const pages = routes
    .filter(({ method, path }) => method === 'GET' && /^\/console(\/|$)/.test(path))
    .map(({ path }) => path);
  const seen = new Set(paths.map((path) => pages.find((page) => leadsTo(page, path))));
  return pages.filter((page) => !NO_PAGE.test(page) && !seen.has(page));
}

function leadsTo(page: string, path: string): boolean {
  return new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
}
