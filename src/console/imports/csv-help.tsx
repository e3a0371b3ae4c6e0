import { CSV_COLUMNS } from '../../catalog/import/reading/csv-columns.js';
import { Disclosure } from '../../pages/disclosure.js';
import { Details } from '../../pages/table.js';
import { LinkLine } from '../../pages/text-links.js';
import { useWords } from '../../pages/words.js';

/** What a CSV may have, and an empty one to begin with. */
export function CsvHelp() {
  const words = useWords('import');
  const columns = useWords('column');
  return (
    <>
      <p class="hint">{words.columnsHint}</p>
      <LinkLine to="catalog/export" parameters={{ format: 'template' }}>
        {words.template}
      </LinkLine>
      <Disclosure title={words.columns}>
        <Details entries={CSV_COLUMNS.map((column) => [column, columns[column]])} />
      </Disclosure>
    </>
  );
}
