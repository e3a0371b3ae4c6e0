import { CSV_COLUMNS } from '../../catalog/import/reading/csv-columns.js';
import { Disclosure } from '../../pages/disclosure.js';
import { useWords } from '../../pages/page-context.js';
import { Details } from '../../pages/table.js';
import { LinkLine } from '../../pages/text-links.js';
import { COLUMN_WORDS } from './column-words.js';
import { IMPORT_WORDS } from './import-words.js';

/** What a CSV may have, and an empty one to begin with. */
export function CsvHelp() {
  const words = useWords(IMPORT_WORDS);
  const columns = useWords(COLUMN_WORDS);
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
