import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { usePage } from './page-context.js';
import { useWords } from './words.js';

/** A text in the script of its author, or an id, which keeps its own direction; nothing for an empty one. */
export function Text({ children }: { readonly children: ComponentChildren }) {
  return children === '' ? null : <bdi>{children}</bdi>;
}

/** The same that stays in one line unless it is long, such as a number that is copied by hand. */
export function Kept({ children }: { readonly children: string }) {
  return <bdi class={children.length > 30 ? undefined : 'kept'}>{children}</bdi>;
}

/** An id, a code or another text that is copied as it is; nothing for null. */
export function Code({ children }: { readonly children: ComponentChildren }) {
  return children === null ? null : (
    <bdi dir="ltr">
      <code>{children}</code>
    </bdi>
  );
}

/** The longest decimals of a column of amounts, such as `.2345…`; empty where amounts do not stand below each other. */
export const LongestDecimals = createContext('');

/** The decimals of an amount as it is shown. */
export function decimalsOf(text: string): string {
  return text.slice(text.indexOf('.'));
}

/** True where amounts are decided upon: none is cut. */
export const ShowsAllDigits = createContext(false);

interface MoneyProps {
  readonly value: string | null;
  /** False for what is no loss for sure, though it is less than nothing. */
  readonly marksLoss?: boolean;
}

/** USD; nothing for null. Digits that are cut off are told where the pointer rests. */
export function Money({ value, marksLoss = true }: MoneyProps) {
  const { formats } = usePage();
  const longest = useContext(LongestDecimals);
  const isWhole = useContext(ShowsAllDigits);
  if (value === null) return null;
  const { text, exact } = formats.money(value, isWhole);
  // Takes the place of what it has less than the longest.
  const pad = longest.slice(decimalsOf(text).length);
  return (
    <bdi
      dir="ltr"
      class={marksLoss && value.startsWith('-') ? 'money negative' : 'money'}
      title={exact && `${exact} USD`}
      data-pad={pad === '' ? undefined : pad}
    >
      {text} USD
    </bdi>
  );
}

interface TimeProps {
  readonly value: string | Date | null;
  /** True to say how long ago it was. */
  readonly isAge?: boolean;
}

/** A time of the database; nothing for null. */
export function Time({ value, isAge }: TimeProps) {
  const { formats } = usePage();
  if (value === null) return null;
  const text = typeof value === 'string' ? value : value.toISOString();
  const shown = formats.time(text);
  return (
    <time dateTime={text} title={isAge ? shown : text}>
      <bdi>{isAge ? formats.age(text, Date.now()) : shown}</bdi>
    </time>
  );
}

export function YesNo({ value }: { readonly value: boolean }) {
  const words = useWords('common');
  return <>{value ? words.yes : words.no}</>;
}

/** A short word about a state; the color never says more than the word. */
export function Badge({
  kind,
  children,
}: {
  readonly kind: 'good' | 'bad' | 'open' | 'plain';
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${kind}`}>{children}</span>;
}
