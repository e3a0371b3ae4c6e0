import type { VNode } from 'preact';
import type { ImportDto } from '../../operations/catalog/import.answers.js';
import { Check, Choice, FileInput, Form, Submit, type FormState } from '../../pages/form.js';
import { Table } from '../../pages/table.js';
import { Text, Time } from '../../pages/values.js';
import { Actor } from '../orders/order-parts.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { FILE_FIELD } from './arriving-form.js';
import { CsvHelp } from './csv-help.js';
import { ImportBadge } from './import-parts.js';
import { IMPORT_WORDS } from './import-words.js';

/** Uploads, and the links to the whole catalog as a file. */
export function importsPage(
  visit: Visit,
  uploads: readonly ImportDto[],
  state: FormState = {},
): Page {
  const words = IMPORT_WORDS[visit.language];
  return {
    title: words.title,
    status: state.fault?.status,
    content: (
      <>
        <DoneNotice visit={visit} said={{ discarded: words.wasDiscarded }} />
        {visit.caller.may('catalog.import') && (
          <>
            <Upload visit={visit} state={state} />
            <Uploads visit={visit} uploads={uploads} />
          </>
        )}
        <section>
          <h2>{words.export}</h2>
          <p>{words.exportHint}</p>
          <ul>
            <li>
              <a href={visit.links.to('catalog/export', { format: 'csv' })}>CSV</a>
            </li>
            <li>
              <a href={visit.links.to('catalog/export', { format: 'json' })}>JSON</a>
            </li>
          </ul>
        </section>
      </>
    ),
  };
}

function Upload({ visit, state }: { readonly visit: Visit; readonly state: FormState }): VNode {
  const words = IMPORT_WORDS[visit.language];
  return (
    <section class="card">
      <h2>{words.upload}</h2>
      <Form action={visit.links.to('catalog/imports')} hasFile state={state} label={words.upload}>
        <p class="hint">{words.uploadHint}</p>
        <CsvHelp visit={visit} />
        <Choice
          name="separator"
          label={words.separator}
          options={[
            ['comma', words.comma],
            ['semicolon', words.semicolon],
            ['tab', words.tab],
          ]}
          state={state}
        />
        <Check
          name="hide_missing"
          value="true"
          label={words.hideMissing}
          isChecked={state.values?.hide_missing !== undefined}
        />
        <FileInput
          name={FILE_FIELD}
          label={words.file}
          hint={words.fileHint}
          accept=".csv,.json"
          state={state}
        />
        <Submit>{words.send}</Submit>
      </Form>
    </section>
  );
}

interface UploadsProps {
  readonly visit: Visit;
  readonly uploads: readonly ImportDto[];
}

function Uploads({ visit, uploads }: UploadsProps): VNode {
  const words = IMPORT_WORDS[visit.language];
  return (
    <section>
      <h2>{words.uploads}</h2>
      <Table
        label={words.uploads}
        columns={[
          {
            title: words.name,
            cell: ({ id, name }) => (
              <a href={visit.links.to(`catalog/imports/${id}`)}>
                <Text>{name}</Text>
              </a>
            ),
          },
          { title: words.state, cell: ({ state }) => <ImportBadge state={state} /> },
          { title: words.by, cell: ({ uploaded_by: by }) => <Actor name={by} /> },
          { title: words.at, cell: ({ uploaded_at: at }) => <Time value={at} /> },
        ]}
        rows={uploads}
        keyOf={({ id }) => id}
        whenEmpty={words.noUploads}
      />
    </section>
  );
}
