import { Code } from './values.js';
import { useWords } from './words.js';

/** Codes below each other, to be copied one by one. */
export function CodeList({ codes }: { readonly codes: readonly string[] }) {
  return (
    <ul class="codes">
      {codes.map((code) => (
        <li>
          <Code>{code}</Code>
        </li>
      ))}
    </ul>
  );
}

/** A text that is shown once. The button copies it, where scripts may; without them it can be selected. */
export function Secret({ children }: { readonly children: string }) {
  const words = useWords('common');
  return (
    <p class="secret">
      <Code>{children}</Code>{' '}
      <button type="button" class="plain" data-copied={words.copied} hidden>
        {words.copy}
      </button>{' '}
      <output />
    </p>
  );
}
