import type { VNode } from 'preact';
import type { ImportDto } from '../../operations/catalog/import.answers.js';
import type { ImportChangePageDto } from '../../operations/catalog/import.lists.js';
import { FaultNotice, Form, Submit, type FormFault } from '../../pages/form.js';
import { isolated } from '../../pages/language.js';
import { Notice } from '../../pages/notice.js';
import { Details } from '../../pages/table.js';
import { Text, Time } from '../../pages/values.js';
import { newFormKey } from '../http/form-key.js';
import { Actor } from '../orders/order-parts.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { DifferenceSection } from './difference-section.js';
import { ImportBadge } from './import-parts.js';
import { IMPORT_WORDS } from './import-words.js';

/** While a file is read, compared or applied. */
const REFRESH_SECONDS = 2;

/** What the page of an upload shows. */
export interface ShownImport {
  readonly upload: ImportDto;
  /** Null until it is compared. */
  readonly changes: ImportChangePageDto | null;
}

/** An upload: how far it has come, what it changes, and what can be done with it. */
export function importPage(visit: Visit, shown: ShownImport, fault?: FormFault): Page {
  const { upload, changes } = shown;
  const words = IMPORT_WORDS[visit.language];
  const isWork = ['reading', 'comparing', 'applying'].includes(upload.state);
  return {
    title: isolated(upload.name),
    status: fault?.status,
    refreshSeconds: isWork && !fault ? REFRESH_SECONDS : undefined,
    content: (
      <>
        <p>
          <a href={visit.links.to('catalog/imports')}>{words.title}</a>
        </p>
        {upload.state === 'applied' && <Notice kind="good">{words.wasApplied}</Notice>}
        {fault && <FaultNotice fault={fault} />}
        <Facts visit={visit} upload={upload} />
        {isWork && <p role="status">{words.working}</p>}
        <Actions visit={visit} upload={upload} />
        {upload.difference && changes && (
          <DifferenceSection
            visit={visit}
            uploadId={upload.id}
            difference={upload.difference}
            changes={changes}
          />
        )}
      </>
    ),
  };
}

interface UploadProps {
  readonly visit: Visit;
  readonly upload: ImportDto;
}

function Facts({ visit, upload }: UploadProps): VNode {
  const words = IMPORT_WORDS[visit.language];
  const { rows_done: done, rows_total: total, fault, apply_fault: applyFault } = upload;
  const progress = progressWord(words, upload.state);
  const count = (number: number): string => visit.formats.count(number);
  return (
    <section class="card">
      <Details
        entries={[
          [words.state, <ImportBadge state={upload.state} />],
          fault === null ? undefined : [words.refused, <bdi lang="en">{fault}</bdi>],
          applyFault === null ? undefined : [words.notApplied, <Text>{applyFault}</Text>],
          [
            progress,
            <>
              {total !== null && <progress max={total} value={done} aria-label={progress} />}{' '}
              <bdi>{total === null ? count(done) : `${count(done)} / ${count(total)}`}</bdi>
            </>,
          ],
          [words.bytes, <bdi>{count(upload.bytes)}</bdi>],
          upload.hide_missing ? [words.hideMissing, '✓'] : undefined,
          [words.by, <Actor name={upload.uploaded_by} />],
          [words.at, <Time value={upload.uploaded_at} />],
          [words.expires, <Time value={upload.expires_at} />],
        ]}
      />
    </section>
  );
}

function progressWord(words: (typeof IMPORT_WORDS)['en'], state: string): string {
  if (state === 'reading') return words.bytesRead;
  return state === 'applying' || state === 'applied' ? words.rowsApplied : words.rows;
}

function Actions({ visit, upload: { id, state, difference } }: UploadProps): VNode {
  const words = IMPORT_WORDS[visit.language];
  const action = (name: string): string => visit.links.to(`catalog/imports/${id}/${name}`);
  const canCompare = ['ready', 'interrupted'].includes(state);
  return (
    <section class="actions">
      {state === 'ready' && difference && (
        <Form
          action={action('apply')}
          formKey={newFormKey()}
          hidden={{ difference: difference.id }}
          label={words.apply}
        >
          <Submit>{words.apply}</Submit>
        </Form>
      )}
      {canCompare && (
        <Form action={action('compare')} label={words.compareAgain}>
          <Submit kind="plain">{words.compareAgain}</Submit>
        </Form>
      )}
      {state !== 'applying' && (
        <Form action={action('discard')} label={words.discard}>
          <Submit kind="plain">{words.discard}</Submit>
        </Form>
      )}
    </section>
  );
}
