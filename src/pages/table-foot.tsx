import { sumOf } from '../common/money.js';
import { factsOf, type Column, type ColumnFacts } from './column.js';
import { usePage } from './page-context.js';
import { Money } from './values.js';
import { useWords } from './words.js';

interface TableFootProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** All that the list has. */
  readonly rows: readonly Row[];
}

/** The sums of a list that is wholly shown, where all amounts are known; nothing where none of its columns is added up. */
export function TableFoot<Row>({ columns, rows }: TableFootProps<Row>) {
  const { total } = useWords('common');
  if (rows.length < 2 || !columns.some((column) => factsOf(column).isAdded)) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row">{total}</th>
        {columns.slice(1).map((column) => {
          const [title] = column;
          const facts = factsOf(column);
          return (
            <td key={title} data-title={title} class={facts.kind}>
              <div>{facts.isAdded && <Sum facts={facts} rows={rows} />}</div>
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}

interface SumProps<Row> {
  readonly facts: ColumnFacts<Row>;
  readonly rows: readonly Row[];
}

function Sum<Row>({ facts: { amount, count }, rows }: SumProps<Row>) {
  const { formats } = usePage();
  if (count) return <>{formats.count(rows.reduce((before, row) => before + count(row), 0))}</>;
  const known = rows.flatMap((row) => amount?.(row) ?? []);
  return known.length < rows.length ? <>—</> : <Money value={known.reduce(sumOf)} />;
}
