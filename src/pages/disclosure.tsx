import type { ComponentChildren } from 'preact';

interface DisclosureProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** A part of a page that is shown when its title is chosen, such as a form that is seldom needed. */
export function Disclosure({ title, isOpen, children }: DisclosureProps) {
  return (
    <details class="card" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
