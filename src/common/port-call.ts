import { AsyncLocalStorage } from 'node:async_hooks';
import type { PortOf } from './port-shape.js';

interface Deciding {
  readonly kind: 'check' | 'handler' | 'listener' | 'policy' | 'section' | 'token source';
  readonly of: PortOf<object>;
}

const running = new AsyncLocalStorage<Deciding>();

/** Runs the code of a port that only decides, and must change nothing by itself. */
export function deciding<T>(kind: Deciding['kind'], of: Deciding['of'], work: () => T): T {
  return running.run({ kind, of }, work);
}

/** The port that is deciding where this is called, such as `the check evening of acme`; undefined if none is. */
export function decidingPort(): string | undefined {
  const present = running.getStore();
  if (!present) return undefined;
  const { kind, of } = present;
  const name = 'name' in of.port ? ` ${String(of.port.name)}` : '';
  return `the ${kind}${name} of ${of.extension}`;
}
