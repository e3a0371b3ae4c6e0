import type { SupplierImportedDto } from '../../operations/suppliers/supplier.operations.js';
import type { UnusualDto } from '../../operations/catalog/unusual.answers.js';
import { UnusualSection } from '../unusual/unusual-parts.js';
import { Card, DetailsCard } from '../../pages/card.js';
import { TextLink, LinkLine } from '../../pages/text-links.js';
import { FaultNotice, Form } from '../../pages/form.js';
import { isolated } from '../../locales/language.js';
import { Notice } from '../../pages/notice.js';
import { Details } from '../../pages/table.js';
import { Code, Money, Time } from '../../pages/values.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { SupplierForms, type SentForms, type ShownSupplier } from './supplier-forms.js';
import { supplierAddress, SupplierState } from './supplier-parts.js';
import { ChangesLink } from '../shell/changes-link.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** One supplier. */
export function supplierPage(visit: Visit, shown: ShownSupplier, sent: SentForms = {}): Page {
  const { supplier } = shown;
  const words = wordsOf(visit.language, 'supplier');
  const { added, checked, frozen, wasChanged: saved, synced } = words;
  return {
    title: `${words.supplier} ${isolated(supplier.name)}`,
    content: (
      <>
        <DoneNotice said={{ added, checked, frozen, saved, synced }} />
        {sent.fault && <FaultNotice fault={sent.fault} />}
        {sent.imported && <Imported imported={sent.imported} />}
        <Facts {...shown} />
        {supplier.held && <Held held={supplier.held} />}
        {visit.caller.may('suppliers.edit') && (
          <LinkLine to={`${supplierAddress(supplier.name)}/catalog`}>{words.pick}</LinkLine>
        )}
        {visit.caller.may('suppliers.edit') && <SupplierForms sent={sent} {...shown} />}
        <ChangesLink target={`supplier ${supplier.name}`} />
        <LinkLine to="suppliers">{words.back}</LinkLine>
      </>
    ),
  };
}

function Facts({ supplier, category }: ShownSupplier) {
  const { caller } = useVisit();
  const words = useWords('supplier');
  const { error, sync_error: syncError, checked_at: checkedAt, synced_at: syncedAt } = supplier;
  return (
    <section class="card">
      <Details
        entries={[
          [words.address, <Code>{supplier.url}</Code>],
          [words.state, <SupplierState supplier={supplier} />],
          supplier.frozen_until !== null && [
            words.frozenUntil,
            <Time value={supplier.frozen_until} />,
          ],
          caller.may('suppliers.balances')
            ? [words.balance, <Money value={supplier.balance} />]
            : undefined,
          checkedAt !== null && [words.checkedAt, <Time value={checkedAt} />],
          error !== '' && [words.error, <bdi lang="en">{error}</bdi>],
          syncedAt !== null && [words.syncedAt, <Time value={syncedAt} />],
          syncError !== '' && [words.syncError, <bdi lang="en">{syncError}</bdi>],
          [words.markup, <bdi>{supplier.markup}</bdi>],
          category.kind === 'one'
            ? [
                words.intoCategory,
                <TextLink to={`catalog/categories/${category.id}`}>{category.name}</TextLink>,
              ]
            : undefined,
        ]}
      />
      {caller.may('suppliers.edit') && (
        <Form
          to={`${supplierAddress(supplier.name)}/check`}
          class="inline"
          button={words.check}
          kind="plain"
        />
      )}
    </section>
  );
}

function Held({ held }: { readonly held: UnusualDto }) {
  const words = useWords('unusual');
  return (
    <Card title={words.held}>
      <p class="hint">{words.heldHint}</p>
      <UnusualSection unusual={held} />
    </Card>
  );
}

function Imported({ imported }: { readonly imported: SupplierImportedDto }) {
  const { formats } = useVisit();
  const words = useWords('supplier');
  const { applied } = imported;
  return (
    <>
      <Notice kind={applied ? 'good' : 'plain'}>{applied ? words.imported : words.tried}</Notice>
      <DetailsCard
        entries={[
          [words.created, formats.count(imported.created)],
          [words.updated, formats.count(imported.updated)],
          [words.reordered, formats.count(imported.reordered)],
          [words.gone, formats.count(imported.gone)],
          [words.returned, formats.count(imported.returned)],
        ]}
      />
      {!applied && <UnusualSection unusual={imported.unusual} />}
    </>
  );
}
