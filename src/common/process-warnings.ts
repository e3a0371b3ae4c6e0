import type { Logger } from 'pino';

/** Logs the warnings of Node and of packages such as pg, which Node would print as text on standard error. */
export function logProcessWarnings(logger: Logger): void {
  // The listener by which Node prints them.
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error & { readonly code?: string }) => {
    const { name, code, message } = warning;
    logger.warn({ warning: name, code }, message);
  });
}
