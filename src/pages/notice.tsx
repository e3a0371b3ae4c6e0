import type { ComponentChildren, VNode } from 'preact';

interface NoticeProps {
  readonly kind: 'good' | 'bad' | 'plain';
  readonly children: ComponentChildren;
}

/** A sentence about what was done, or what is wrong. */
export function Notice({ kind, children }: NoticeProps): VNode {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <p>{children}</p>
    </div>
  );
}
