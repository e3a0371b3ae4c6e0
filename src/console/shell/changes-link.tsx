import type { VNode } from 'preact';
import type { Visit } from '../visit/visit.js';
import { CONSOLE_WORDS } from './console-words.js';

interface Props {
  readonly visit: Visit;
  /** As the audit is searched by it, such as `group 2`. */
  readonly target: string;
}

/** Leads to all changes of a thing, for those who may read the audit. */
export function ChangesLink({ visit, target }: Props): VNode | null {
  if (!visit.caller.may('audit.read')) return null;
  return (
    <p>
      <a href={visit.links.to('audit', { target })}>{CONSOLE_WORDS[visit.language].changes}</a>
    </p>
  );
}
