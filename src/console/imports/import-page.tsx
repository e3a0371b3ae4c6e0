import type { ImportDto } from '../../operations/catalog/import.answers.js';
import type { ImportChangePageDto } from '../../operations/catalog/import.lists.js';
import type { AuditEntryDto } from '../../operations/shop/audit.lists.js';
import { DetailsCard } from '../../pages/card.js';
import { FaultNotice, Form, type FormState } from '../../pages/form.js';
import { isolated } from '../../locales/language.js';
import { Notice } from '../../pages/notice.js';
import { LinkLine } from '../../pages/text-links.js';
import { Text, Time } from '../../pages/values.js';
import { AcceptUnusual, UnusualNotice } from '../unusual/unusual-parts.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { newFormKey } from '../http/form-key.js';
import { Actor } from '../order-rows/order-parts.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { DifferenceSection } from './difference-section.js';
import { ImportBadge } from './import-parts.js';
import { useWords, type Words, wordsOf } from '../../pages/words.js';

/** While a file is read, compared or applied. */
const REFRESH_SECONDS = 2;

/** What the page of an upload shows. */
interface ShownImport {
  readonly upload: ImportDto;
  /** Null until it is compared. */
  readonly changes: ImportChangePageDto | null;
  /** Its entry in the audit, when it is applied, for those who may read that. */
  readonly entry: AuditEntryDto | undefined;
  readonly takenBackBy: AuditEntryDto | undefined;
}

/** An upload: how far it has come, what it changes, and what can be done with it. */
export function importPage(visit: Visit, shown: ShownImport, refused?: RefusedForm<string>): Page {
  const { upload, changes } = shown;
  const fault = refused?.state.fault;
  const isOfForm = refused?.name === 'apply' && upload.state === 'ready';
  const words = wordsOf(visit.language, 'import');
  const isWork = ['reading', 'comparing', 'applying'].includes(upload.state);
  return {
    title: isolated(upload.name),
    status: fault?.status,
    refreshSeconds: isWork && !fault ? REFRESH_SECONDS : undefined,
    content: (
      <>
        <LinkLine to="catalog/imports">{words.importAndExport}</LinkLine>
        {upload.state === 'applied' && <Applied {...shown} />}
        {fault && !isOfForm && <FaultNotice fault={fault} />}
        <Facts upload={upload} />
        {isWork && <p role="status">{words.working}</p>}
        {upload.difference && upload.state === 'ready' && (
          <UnusualNotice unusual={upload.difference.unusual} />
        )}
        <Actions upload={upload} state={stateOf(refused, 'apply')} />
        {upload.difference && changes && (
          <DifferenceSection {...{ changes, difference: upload.difference }} uploadId={upload.id} />
        )}
      </>
    ),
  };
}

function Applied({ entry, takenBackBy }: ShownImport) {
  const words = useWords('import');
  const { toEntry } = useWords('undo');
  const [said, way] = takenBackBy
    ? [words.wasTakenBack, toEntry]
    : [words.wasApplied, words.takeBack];
  return (
    <Notice kind="good" action={entry && <LinkLine to={`audit/${entry.id}`}>{way}</LinkLine>}>
      {said}
    </Notice>
  );
}

function Facts({ upload }: { readonly upload: ImportDto }) {
  const visit = useVisit();
  const words = useWords('import');
  const { rows_done: done, rows_total: total, fault, apply_fault: applyFault } = upload;
  const progress = progressWord(words, upload.state);
  const count = (number: number): string => visit.formats.count(number);
  return (
    <DetailsCard
      entries={[
        [words.state, <ImportBadge state={upload.state} />],
        fault !== null && [words.refused, <bdi lang="en">{fault}</bdi>],
        applyFault !== null && [words.notApplied, <Text>{applyFault}</Text>],
        [
          progress,
          <>
            {total !== null && <progress max={total} value={done} aria-label={progress} />}{' '}
            <bdi>{total === null ? count(done) : `${count(done)} / ${count(total)}`}</bdi>
          </>,
        ],
        [words.bytes, <bdi>{count(upload.bytes)}</bdi>],
        upload.hide_missing && [words.hideMissing, '✓'],
        [words.by, <Actor name={upload.uploaded_by} />],
        [words.at, <Time value={upload.uploaded_at} />],
        [words.expires, <Time value={upload.expires_at} />],
      ]}
    />
  );
}

function progressWord(words: Words<'import'>, state: string): string {
  if (state === 'reading') return words.bytesRead;
  return state === 'applying' || state === 'applied' ? words.rowsApplied : words.rows;
}

function Actions({ upload, state }: { readonly upload: ImportDto; readonly state: FormState }) {
  const { id, difference } = upload;
  const words = useWords('import');
  const to = (name: string): string => `catalog/imports/${id}/${name}`;
  const canCompare = ['ready', 'interrupted'].includes(upload.state);
  return (
    <section class="actions">
      {upload.state === 'ready' && difference && (
        <Form
          to={to('apply')}
          formKey={newFormKey()}
          state={state}
          hidden={{ difference: difference.id }}
          button={words.apply}
          kind={difference.unusual.count > 0 ? 'danger' : 'main'}
        >
          {difference.unusual.count > 0 && <AcceptUnusual />}
        </Form>
      )}
      {canCompare && <Form to={to('compare')} button={words.compareAgain} kind="plain" />}
      {upload.state !== 'applying' && (
        <Form
          {...{ to: to('discard'), hint: words.discardHint, button: words.discard }}
          kind="plain"
        />
      )}
    </section>
  );
}
