/** Path of the home page of the console; all its other pages are below. */
export const CONSOLE_ROOT = '/console';

const BELOW_CONSOLE = /^\/console(?:\/|$)/i;

/** True for a path that the console answers for, whether it has such a page or not. Express ignores letter case. */
export function isBelowConsole(path: string): boolean {
  return BELOW_CONSOLE.test(path);
}
