import type { ComponentChildren } from 'preact';
import { percentChange } from '../common/percent-change.js';
import { moneyColumn, type Column } from './table.js';
import { Money, Text } from './values.js';
import { useWords } from './words.js';

interface ChangeProps {
  /** Undefined for what was not there before. */
  readonly before?: ComponentChildren;
  readonly after: ComponentChildren;
  /** How much it is more or less, such as `+5 %`. */
  readonly percent?: string | undefined;
}

/** A value and what it becomes, with an arrow between them. */
export function Change({ before, after, percent }: ChangeProps) {
  const { then } = useWords('page');
  return (
    <span class="change">
      {before !== undefined && (
        <>
          <del>{before}</del>{' '}
          <span class="then">
            <span class="unseen">{then}</span>
          </span>{' '}
        </>
      )}
      <span>{after}</span> <Percent>{percent}</Percent>
    </span>
  );
}

/** What something changes by, such as `+5 %`; nothing where that is not known. */
export function Percent({ children }: { readonly children: string | undefined }) {
  if (children === undefined) return null;
  return (
    <bdi dir="ltr" class="percent">
      {children}
    </bdi>
  );
}

/** An amount and what it becomes. */
export interface ChangedMoney {
  /** USD; null where there was none. */
  readonly before: string | null;
  /** USD; null where there is none any more. */
  readonly after: string | null;
}

/** The same of an amount, with what it changes by in percent. */
function MoneyChange({ before, after }: ChangedMoney) {
  return (
    <Change
      before={before === null ? undefined : <Money value={before} />}
      after={after === null ? '—' : <Money value={after} />}
      percent={before === null || after === null ? undefined : percentChange(before, after)}
    />
  );
}

/** A column of amounts that change, point below point. @param changeOf undefined where none changes */
export function changeColumn<Row>(
  title: string,
  changeOf: (row: Row) => ChangedMoney | undefined,
): Column<Row> {
  return moneyColumn(
    title,
    (row) => changeOf(row)?.after ?? null,
    {},
    (row) => {
      const change = changeOf(row);
      return change && <MoneyChange {...change} />;
    },
  );
}

/** A value with its name, before and after a change, in words. */
export interface NamedChange {
  readonly name: string;
  /** Undefined for what was not there before. */
  readonly before?: string | undefined;
  readonly after: string;
  readonly percent?: string | undefined;
}

interface ChangesProps {
  readonly values: readonly NamedChange[];
}

/** More of them would bury the next thing of a list. */
const SHOWN_CHANGES = 8;

/** Several values of one thing, a line for each; many of them behind the first ones. */
export function Changes({ values }: ChangesProps) {
  const words = useWords('page');
  const others = values.slice(SHOWN_CHANGES);
  return (
    <>
      <ChangeLines values={values.slice(0, SHOWN_CHANGES)} />
      {others.length > 0 && (
        <details>
          <summary>{words.moreChanges({ count: others.length })}</summary>
          <ChangeLines values={others} />
        </details>
      )}
    </>
  );
}

function ChangeLines({ values }: ChangesProps) {
  return (
    <ul class="changes">
      {values.map(({ name, before, after, percent }) => (
        <li key={name}>
          {name}:{' '}
          <Change
            before={before === undefined ? undefined : <Text>{before}</Text>}
            after={<Text>{after}</Text>}
            percent={percent}
          />
        </li>
      ))}
    </ul>
  );
}
