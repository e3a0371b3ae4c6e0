import type { VNode } from 'preact';
import type { PageOf } from '../../operations/lists/list.js';
import type { supplierList } from '../../operations/suppliers/supplier.lists.js';
import type { KnownSupplierDto } from '../../operations/suppliers/supplier.operations.js';
import { Disclosure } from '../../pages/disclosure.js';
import { TextLink } from '../../pages/text-links.js';
import { Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Table, type Column } from '../../pages/table.js';
import { Code, Money, Time } from '../../pages/values.js';
import { WhereDeliveryIsChosen } from '../delivery/where-chosen.js';
import { newFormKey } from '../http/form-key.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import { DoneNotice } from '../shell/done-notice.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { CallFields, supplierAddress, SupplierState } from './supplier-parts.js';
import { SUPPLIER_WORDS } from './supplier-words.js';

/** The suppliers with their state, and the form that adds one. */
export function suppliersPage(
  visit: Visit,
  found: PageOf<typeof supplierList>,
  state: FormState = {},
): Page {
  const { language } = visit;
  const words = SUPPLIER_WORDS[language];
  const title = CONSOLE_WORDS[language].suppliers;
  return {
    title,
    status: state.fault?.status,
    content: (
      <>
        <DoneNotice visit={visit} said={{ removed: words.removed }} />
        <Table
          label={title}
          columns={columnsOf(visit)}
          rows={found.items}
          keyOf={({ name }) => name}
          whenEmpty={words.none}
        />
        <ListLinks visit={visit} path="suppliers" next={found.next} />
        {visit.caller.may('suppliers.edit') && (
          <Disclosure title={words.addTitle} isOpen={state.fault !== undefined}>
            <NewSupplier visit={visit} state={state} />
          </Disclosure>
        )}
        <WhereDeliveryIsChosen visit={visit} />
      </>
    ),
  };
}

function columnsOf({ language, caller }: Visit): Column<KnownSupplierDto>[] {
  const words = SUPPLIER_WORDS[language];
  const balance: Column<KnownSupplierDto> = {
    title: words.balance,
    cell: (supplier) => <Money value={supplier.balance} />,
    isNumber: true,
  };
  return [
    {
      title: words.name,
      cell: ({ name }) => <TextLink to={supplierAddress(name)}>{name}</TextLink>,
    },
    { title: words.address, cell: ({ url }) => <Code>{url}</Code> },
    { title: words.state, cell: (supplier) => <SupplierState supplier={supplier} /> },
    ...(caller.may('suppliers.balances') ? [balance] : []),
    { title: words.checkedAt, cell: ({ checked_at: time }) => <Time value={time} /> },
    { title: words.syncedAt, cell: ({ synced_at: time }) => <Time value={time} /> },
  ];
}

interface NewSupplierProps {
  readonly visit: Visit;
  readonly state: FormState;
}

function NewSupplier({ visit: { language }, state }: NewSupplierProps): VNode {
  const words = SUPPLIER_WORDS[language];
  return (
    <Form to="suppliers" formKey={newFormKey()} state={state} label={words.addTitle}>
      <Input name="name" label={words.name} hint={words.nameHint} maxLength={60} state={state} />
      <Input name="url" label={words.address} hint={words.urlHint} state={state} />
      <Input
        name="token"
        type="password"
        label={words.token}
        hint={words.tokenHint}
        autocomplete="new-password"
        state={state}
      />
      <CallFields state={state} />
      <Submit>{words.add}</Submit>
    </Form>
  );
}
