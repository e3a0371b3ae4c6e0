import { CSV_COLUMNS } from '../../catalog/import/reading/csv-columns.js';
import type { ImportDto } from '../../operations/catalog/import.answers.js';
import { FormCard, Disclosure } from '../../pages/card.js';
import { Check, Choice, FileInput, type FormState } from '../../pages/form.js';
import { Details, Table } from '../../pages/table.js';
import { LinkLine, PageLink, TextLink } from '../../pages/text-links.js';
import { Time } from '../../pages/values.js';
import { Actor } from '../order-rows/order-parts.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { FILE_FIELD } from './arriving-form.js';
import { ImportBadge } from './import-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** Uploads, and the links to the whole catalog as a file. */
export function importsPage(
  visit: Visit,
  uploads: readonly ImportDto[],
  state: FormState = {},
): Page {
  const words = wordsOf(visit.language, 'import');
  return {
    title: words.importAndExport,
    status: state.fault?.status,
    content: (
      <>
        <DoneNotice said={{ discarded: words.wasDiscarded }} />
        {visit.caller.may('catalog.import') && (
          <>
            <Upload state={state} />
            <Uploads uploads={uploads} />
          </>
        )}
        <section>
          <h2>{words.export}</h2>
          <p>{words.exportHint}</p>
          <ul>
            {['csv', 'json'].map((format) => (
              <li>
                <PageLink to="catalog/export" parameters={{ format }}>
                  {format.toUpperCase()}
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      </>
    ),
  };
}

function Upload({ state }: { readonly state: FormState }) {
  const words = useWords('import');
  return (
    <FormCard
      title={words.upload}
      to="catalog/imports"
      hasFile
      state={state}
      hint={words.uploadHint}
      button={words.send}
    >
      <CsvHelp />
      <Choice
        name="separator"
        label={words.separator}
        options={[
          ['comma', words.comma],
          ['semicolon', words.semicolon],
          ['tab', words.tab],
        ]}
      />
      <Check name="hide_missing" value="true" label={words.hideMissing} />
      <FileInput name={FILE_FIELD} label={words.file} hint={words.fileHint} accept=".csv,.json" />
    </FormCard>
  );
}

/** What a CSV may have, and an empty one to begin with. */
function CsvHelp() {
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

function Uploads({ uploads }: { readonly uploads: readonly ImportDto[] }) {
  const words = useWords('import');
  return (
    <section>
      <h2>{words.uploads}</h2>
      <Table
        label={words.uploads}
        columns={[
          [words.name, ({ id, name }) => <TextLink to={`catalog/imports/${id}`}>{name}</TextLink>],
          [words.state, ({ state }) => <ImportBadge state={state} />],
          [words.by, ({ uploaded_by: by }) => <Actor name={by} />],
          [words.at, ({ uploaded_at: at }) => <Time value={at} />],
        ]}
        rows={uploads}
        whenEmpty={words.noUploads}
      />
    </section>
  );
}
