import type {
  KnownSupplierDto,
  SupplierImportedDto,
} from '../../operations/suppliers/supplier.operations.js';
import { UnusualSection } from '../unusual/unusual-parts.js';
import { Card, DetailsCard, ThingHead } from '../../pages/card.js';
import { ButtonLink, LinkLine, TextLink } from '../../pages/text-links.js';
import { FaultNotice, Form } from '../../pages/form.js';
import { isolated } from '../../locales/language.js';
import { Notice } from '../../pages/notice.js';
import { Code, Money, Time } from '../../pages/values.js';
import { DoneNotice } from '../shell/done-notice.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import {
  SupplierDangers,
  SupplierForms,
  type SentForms,
  type ShownSupplier,
} from './supplier-forms.js';
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
        <Head supplier={supplier} />
        <Held held={supplier.held} />
        <Facts {...shown} />
        {visit.caller.may('suppliers.edit') && <SupplierForms sent={sent} {...shown} />}
        <ChangesLink target={`supplier ${supplier.name}`} />
        <LinkLine to="suppliers">{words.back}</LinkLine>
        {visit.caller.may('suppliers.edit') && <SupplierDangers sent={sent} {...shown} />}
      </>
    ),
  };
}

/** What matters most: whether it answers, what we have there, and at which prices its catalog is listed here. */
function Head({ supplier }: { readonly supplier: KnownSupplierDto }) {
  const { caller } = useVisit();
  const words = useWords('supplier');
  const { checked_at: checkedAt, synced_at: syncedAt, frozen_until: frozenUntil } = supplier;
  const page = supplierAddress(supplier.name);
  return (
    <ThingHead
      state={<SupplierState supplier={supplier} />}
      beside={
        frozenUntil !== null && (
          <span>
            {words.frozenUntil}: <Time value={frozenUntil} />
          </span>
        )
      }
      facts={[
        caller.may('suppliers.balances') && {
          title: words.balance,
          value: supplier.balance === null ? '—' : <Money value={supplier.balance} />,
          more: checkedAt !== null && (
            <>
              {words.checkedAt}: <Time value={checkedAt} />
            </>
          ),
        },
        {
          title: words.markup,
          value: <bdi>{supplier.markup}</bdi>,
          more: syncedAt !== null && (
            <>
              {words.syncedAt}: <Time value={syncedAt} />
            </>
          ),
        },
      ]}
      actions={
        caller.may('suppliers.edit') && (
          <>
            <ButtonLink to={`${page}/catalog`} isMain>
              {words.pick}
            </ButtonLink>
            <Form to={`${page}/check`} class="inline" button={words.check} kind="plain" />
          </>
        )
      }
    />
  );
}

function Facts({ supplier, category }: ShownSupplier) {
  const words = useWords('supplier');
  const { error, sync_error: syncError } = supplier;
  return (
    <DetailsCard
      entries={[
        [words.address, <Code>{supplier.url}</Code>],
        error !== '' && [words.error, <bdi lang="en">{error}</bdi>],
        syncError !== '' && [words.syncError, <bdi lang="en">{syncError}</bdi>],
        category.kind === 'one' && [
          words.intoCategory,
          <TextLink to={`catalog/categories/${category.id}`}>{category.name}</TextLink>,
        ],
      ]}
    />
  );
}

function Held({ held }: Pick<KnownSupplierDto, 'held'>) {
  const words = useWords('unusual');
  if (!held) return null;
  return (
    <Card title={words.held}>
      <p class="hint">{words.heldHint}</p>
      <UnusualSection unusual={held} />
    </Card>
  );
}

const COUNTS = ['created', 'updated', 'reordered', 'gone', 'returned'] as const;

function Imported({ imported }: { readonly imported: SupplierImportedDto }) {
  const { formats } = useVisit();
  const words = useWords('supplier');
  const { applied } = imported;
  return (
    <>
      <Notice kind={applied ? 'good' : 'plain'}>{applied ? words.imported : words.tried}</Notice>
      <DetailsCard
        entries={COUNTS.map((name) => [words[name], formats.count(imported[name])] as const)}
      />
      {!applied && <UnusualSection unusual={imported.unusual} />}
    </>
  );
}
