import type { ComponentChildren } from 'preact';
import { Notice } from '../../pages/notice.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';

interface DoneNoticeProps {
  /** What each name in the parameter `done` says. */
  readonly said: Readonly<Record<string, ComponentChildren>>;
}

/** Says what was just done; nothing for a name that is not in the list. */
export function DoneNotice({ said }: DoneNoticeProps) {
  const visit = useVisit();
  const done = doneIn(visit, said);
  return done === undefined ? null : <Notice kind="good">{said[done]}</Notice>;
}

/** The name of what was just done; undefined if it is not in the list. */
export function doneIn({ query }: Visit, said: DoneNoticeProps['said']): string | undefined {
  const done = query.get('done');
  return Object.keys(said).find((name) => name === done);
}
