import { AsyncLocalStorage } from 'node:async_hooks';

const COPY = 'souk-copy';
const current = new AsyncLocalStorage<string>();
let last = 0;

/**
 * Runs work that loads extensions as if it were a process of its own: in a test, a command must not share what the modules of
 * an extension keep with the server that runs in the same process.
 */
export function withOwnCopies<T>(work: () => T): T {
  return current.run(String(++last), work);
}

/** What is imported for the file of an extension. */
export function copyOf(url: string): string {
  const copy = current.getStore();
  return copy === undefined ? url : withCopy(url, copy);
}

/** The same for a file that a copy imports; packages have no copies. */
export function sameCopy(url: string, parentUrl: string | undefined): string {
  if (!parentUrl?.includes(COPY) || !url.startsWith('file:') || url.includes('/node_modules/'))
    return url;
  const copy = new URL(parentUrl).searchParams.get(COPY);
  return copy === null ? url : withCopy(url, copy);
}

function withCopy(url: string, copy: string): string {
  const copied = new URL(url);
  copied.searchParams.set(COPY, copy);
  return copied.href;
}
