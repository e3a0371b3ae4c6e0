import type { FormState } from '../../pages/form.js';
import { Table } from '../../pages/table.js';
import { Code, Text } from '../../pages/values.js';
import { wordsOf } from '../../pages/words.js';
import { paper } from '../shell/paper.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { sumsOf } from './shown-sums.js';
import { statementColumns, sumEntries, type ShownMoney } from './statement-page.js';

/** Most entries of a paper. */
export const MOST_PRINTED = 1_000;

/** The statement of an account to be printed, the oldest entry first, with the sums of all of them. */
export function statementPaper(
  visit: Visit,
  { account, entries: { items, next }, products }: ShownMoney,
  values: NonNullable<FormState['values']>,
): Page {
  const words = wordsOf(visit.language, 'money');
  const time = (text: string | undefined) => text && <Code>{text.replace('T', ' ')}</Code>;
  const columns = statementColumns(visit, products).filter(([title]) => title !== words.by);
  return paper(visit, {
    title: words.paper,
    to: `accounts/${account.id}/statement`,
    parameters: values,
    facts: [
      [
        words.account,
        <>
          <Text>{account.name}</Text> (<Code>{account.id}</Code>)
        </>,
      ],
      values.from !== undefined && [words.from, time(values.from)],
      values.to !== undefined && [words.to, time(values.to)],
      ...sumEntries(words, sumsOf(items)),
    ],
    content: (
      <>
        {next !== null && <p>{words.newestOnly({ most: MOST_PRINTED })}</p>}
        <Table
          label={words.paper}
          columns={columns}
          rows={items.toReversed()}
          whenEmpty={words.noEntries}
          isDense
        />
      </>
    ),
  });
}
