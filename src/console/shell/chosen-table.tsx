import { Check, Form } from '../../pages/form.js';
import { factsOf, Table, type Column, type TableProps } from '../../pages/table.js';
import { useWords } from '../../pages/words.js';
import { useVisit } from '../visit/use-visit.js';
import { leftOut, type ChosenList } from '../visit/kept-columns.js';

interface ChosenTableProps<Row> extends TableProps<Row> {
  readonly list: ChosenList;
}

/** A list of which everybody chooses the columns; the browser keeps the choice. */
export function ChosenTable<Row>({ list, columns, ...table }: ChosenTableProps<Row>) {
  const { keptColumns } = useVisit();
  const left = leftOut(keptColumns, list);
  const shown = columns.filter((column) => !left.includes(factsOf(column).name ?? ''));
  return (
    <>
      {table.rows.length > 0 && <ColumnChoice {...{ list, left }} columns={columns} />}
      <Table columns={shown} {...table} />
    </>
  );
}

interface ColumnChoiceProps<Row> {
  readonly list: ChosenList;
  readonly left: readonly string[];
  readonly columns: readonly Column<Row>[];
}

function ColumnChoice<Row>({ list, left, columns }: ColumnChoiceProps<Row>) {
  const visit = useVisit();
  const words = useWords('page');
  return (
    <details class="choice">
      <summary>{words.columns}</summary>
      <Form
        to="own/preferences"
        class="inline"
        label={words.columns}
        hidden={{ list, page: visit.address }}
      >
        {columns.map((column) => {
          const { name } = factsOf(column);
          if (name === undefined) return null;
          return (
            <>
              <input type="hidden" name="offered" value={name} />
              <Check
                {...{ name: 'shown', value: name, label: column[0] }}
                isTicked={!left.includes(name)}
              />
            </>
          );
        })}
        <button type="submit" class="plain">
          {words.apply}
        </button>
      </Form>
    </details>
  );
}
