import type { ComponentChildren } from 'preact';
import { useWords } from './words.js';

/** The last part of a page: what is hard to undo, or felt by resellers at once. */
export function DangerZone({ children }: { readonly children: ComponentChildren }) {
  const words = useWords('page');
  return (
    <section class="danger">
      <h2>{words.dangerZone}</h2>
      <div class="columns">{children}</div>
    </section>
  );
}
