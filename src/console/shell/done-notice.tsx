import type { ComponentChildren } from 'preact';
import { Form } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { useWords } from '../../pages/words.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';

/** What the parameter `done` says after a change was undone. */
export const UNDONE = 'undone';

interface DoneNoticeProps {
  /** What each name in the parameter `done` says. */
  readonly said: Readonly<Record<string, ComponentChildren>>;
}

/** Says what was just done, and undoes it where that can be; nothing for a name that is not in the list. */
export function DoneNotice({ said }: DoneNoticeProps) {
  const visit = useVisit();
  const words = useWords('undo');
  const all: DoneNoticeProps['said'] = { ...said, [UNDONE]: words.undone };
  const done = doneIn(visit, all);
  if (done === undefined) return null;
  return (
    <Notice kind="good" action={<Undo backTo={visit.page} />}>
      {all[done]}
    </Notice>
  );
}

/** Undoes the change that the page tells of, for a minute. @param backTo the page that is shown then */
export function Undo({ backTo }: { readonly backTo: string }) {
  const { undoable } = useVisit();
  const words = useWords('undo');
  if (undoable === undefined) return null;
  return (
    <Form
      to="undo"
      class="inline undo"
      hidden={{ entry: String(undoable), page: backTo }}
      button={words.undo}
      kind="plain"
    />
  );
}

/** The name of what was just done; undefined if it is not in the list. */
export function doneIn({ query }: Visit, said: DoneNoticeProps['said']): string | undefined {
  const done = query.get('done');
  return Object.keys(said).find((name) => name === done);
}
