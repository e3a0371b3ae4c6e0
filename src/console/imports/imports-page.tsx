import type { ImportDto } from '../../operations/catalog/import.answers.js';
import { FormCard } from '../../pages/card.js';
import { Check, Choice, FileInput, type FormState } from '../../pages/form.js';
import { Table } from '../../pages/table.js';
import { TextLink, PageLink } from '../../pages/text-links.js';
import { Time } from '../../pages/values.js';
import { Actor } from '../order-rows/order-parts.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { FILE_FIELD } from './arriving-form.js';
import { CsvHelp } from './csv-help.js';
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
            <li>
              <PageLink to="catalog/export" parameters={{ format: 'csv' }}>
                CSV
              </PageLink>
            </li>
            <li>
              <PageLink to="catalog/export" parameters={{ format: 'json' }}>
                JSON
              </PageLink>
            </li>
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
