import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { loggableError } from './logger.js';
import { readCounter } from './read-metrics.js';

/** Where the code of an extension lies. */
export interface ExtensionFolder {
  readonly extension: string;
  /** The absolute path of the folder of its package, without symbolic links. */
  readonly folder: string;
}

const MESSAGE = 'a promise was rejected that no code awaits; the server goes on';

/** Rejections since the process started, by the name of the extension, empty where none is named. */
const counts = new Map<string, number>();

/** Counts them as a metric. */
export function showRejections(registry: Registry): void {
  const help =
    'Promises that were rejected and that no code awaits, by the extension whose code it is.';
  const name = 'souk_unhandled_rejections_total';
  readCounter(registry, { name, help, label: 'extension' }, () => counts);
}

/**
 * Keeps the process alive when a promise is rejected that no code awaits, such as one in the background work of a
 * handler. Node would end the process, and with it all requests. The error is logged with its stack, and counted.
 */
export function keepGoingAfterRejections(
  logger: Logger,
  extensions: () => readonly ExtensionFolder[],
): void {
  process.on('unhandledRejection', (reason) => {
    try {
      const extension = extensionIn(reason, extensions()) ?? '';
      counts.set(extension, (counts.get(extension) ?? 0) + 1);
      const of = extension === '' ? {} : { extension };
      logger.error({ ...of, err: loggableError(reason) }, MESSAGE);
    } catch {
      // What is thrown here would end the process.
      logger.error(MESSAGE);
    }
  });
}

/** The extension whose file comes first in the stack of an error; undefined if none does. */
export function extensionIn(
  reason: unknown,
  extensions: readonly ExtensionFolder[],
): string | undefined {
  const { stack } = loggableError(reason);
  const places = extensions.flatMap(({ extension, folder }) =>
    [folder, pathToFileURL(folder).href].map((place) => ({ extension, place })),
  );
  for (const line of stack?.split('\n') ?? []) {
    const found = places.find(({ place }) => isIn(place, line));
    if (found) return found.extension;
  }
  return undefined;
}

/** False for packages that the folder has installed: Souk may be one of them. */
function isIn(folder: string, line: string): boolean {
  const at = line.indexOf(folder);
  if (at < 0) return false;
  const rest = line.slice(at + folder.length);
  return (rest.startsWith('/') || rest.startsWith(sep)) && !rest.includes('node_modules');
}
