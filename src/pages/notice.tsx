import type { ComponentChildren } from 'preact';

interface NoticeProps {
  readonly kind: 'good' | 'bad' | 'plain';
  readonly children: ComponentChildren;
  /** What can be done about it, below the sentence. */
  readonly action?: ComponentChildren;
}

/** A sentence about what was done, or what is wrong. */
export function Notice({ kind, children, action }: NoticeProps) {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <p>{children}</p>
      {action}
    </div>
  );
}
