import type { supplierList } from '../../operations/suppliers/supplier.lists.js';
import {
  supplierAdd,
  type KnownSupplierDto,
} from '../../operations/suppliers/supplier.operations.js';
import { FormDisclosure } from '../../pages/card.js';
import { TextLink } from '../../pages/text-links.js';
import { Input, type FormState } from '../../pages/form.js';
import { moneyColumn, Table, type Column } from '../../pages/table.js';
import { Code, Time } from '../../pages/values.js';
import { WhereDeliveryIsChosen } from '../delivery/where-chosen.js';
import { formFor } from '../operations/form-for.js';
import type { Listed } from '../operations/list-page.decorator.js';
import { DoneNotice } from '../shell/done-notice.js';
import { ListLinks, sortingOf } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { CallFields, supplierAddress, SupplierState } from './supplier-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The suppliers with their state, and the form that adds one. */
export function suppliersPage(visit: Visit, { found, refused }: Listed<typeof supplierList>): Page {
  const words = wordsOf(visit.language, 'supplier');
  const title = words.suppliers;
  return {
    title,
    content: (
      <>
        <DoneNotice said={{ removed: words.removed }} />
        <Table
          {...{ label: title, columns: columnsOf(visit), rows: found.items, whenEmpty: words.none }}
          sorting={sortingOf(visit, 'suppliers', found)}
        />
        <ListLinks path="suppliers" next={found.next} />
        {visit.caller.may('suppliers.edit') && <NewSupplier state={refused?.state} />}
        <WhereDeliveryIsChosen />
      </>
    ),
  };
}

function columnsOf({ language, caller }: Visit): Column<KnownSupplierDto>[] {
  const words = wordsOf(language, 'supplier');
  const facts = { name: 'balance', isAdded: true };
  const balance = moneyColumn<KnownSupplierDto>(words.balance, 'balance', facts);
  return [
    [
      words.name,
      ({ name }) => <TextLink to={supplierAddress(name)}>{name}</TextLink>,
      { by: 'name' },
    ],
    [words.address, ({ url }) => <Code>{url}</Code>],
    [words.state, (supplier) => <SupplierState supplier={supplier} />],
    ...(caller.may('suppliers.balances') ? [balance] : []),
    [words.checkedAt, ({ checked_at: time }) => <Time value={time} />, { by: 'checked_at' }],
    [words.syncedAt, ({ synced_at: time }) => <Time value={time} />, { by: 'synced_at' }],
  ];
}

function NewSupplier({ state }: { readonly state: FormState | undefined }) {
  const words = useWords('supplier');
  return (
    <FormDisclosure
      title={words.addTitle}
      to="suppliers"
      state={state}
      button={words.add}
      {...formFor(supplierAdd)}
    >
      <Input name="name" label={words.name} hint={words.nameHint} maxLength={60} />
      <CallFields tokenHint={words.tokenHint} />
    </FormDisclosure>
  );
}
