import type { ComponentChildren, VNode } from 'preact';
import { Notice } from '../../pages/notice.js';
import type { Visit } from '../visit/visit.js';

interface DoneNoticeProps {
  readonly visit: Visit;
  /** What each name in the parameter `done` says. */
  readonly said: Readonly<Record<string, ComponentChildren>>;
}

/** Says what was just done; nothing for a name that is not in the list. */
export function DoneNotice({ visit, said }: DoneNoticeProps): VNode | null {
  const done = visit.query.get('done');
  const text = Object.entries(said).find(([name]) => name === done)?.[1];
  return text === undefined ? null : <Notice kind="good">{text}</Notice>;
}
