import type { VNode } from 'preact';
import { CSV_COLUMNS } from '../../catalog/import/reading/csv-columns.js';
import { Disclosure } from '../../pages/disclosure.js';
import { Details } from '../../pages/table.js';
import type { Visit } from '../visit/visit.js';
import { COLUMN_WORDS } from './column-words.js';
import { IMPORT_WORDS } from './import-words.js';

/** What a CSV may have, and an empty one to begin with. */
export function CsvHelp({ visit }: { readonly visit: Visit }): VNode {
  const words = IMPORT_WORDS[visit.language];
  const columns = COLUMN_WORDS[visit.language];
  return (
    <>
      <p class="hint">{words.columnsHint}</p>
      <p>
        <a href={visit.links.to('catalog/export', { format: 'template' })}>{words.template}</a>
      </p>
      <Disclosure title={words.columns}>
        <Details entries={CSV_COLUMNS.map((column) => [column, columns[column]])} />
      </Disclosure>
    </>
  );
}
