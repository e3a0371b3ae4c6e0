import type { LedgerVerificationDto } from '../../operations/accounts/ledger-verification.js';
import { verdictKey, type CheckedReceiptsDto } from '../../operations/accounts/receipt-check.js';
import { testingAdd } from '../../operations/catalog/built-in.operations.js';
import type { PageOf } from '../../operations/lists/list.js';
import type { erasureList } from '../../operations/orders/erasure.operations.js';
import type { RequestFormsDto } from '../../operations/shop/maintenance.operations.js';
import type { SettlementDto } from '../../operations/shop/recovery.operations.js';
import { Card, FormCard } from '../../pages/card.js';
import { FaultText } from '../../pages/fault-text.js';
import { LinkLine } from '../../pages/text-links.js';
import {
  Check,
  FaultNotice,
  FileInput,
  Form,
  Input,
  Submit,
  type FormState,
} from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Details, Table } from '../../pages/table.js';
import { Code, Time } from '../../pages/values.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { ShopParts } from '../shop/shop-parts.js';
import { DoneNotice } from '../shell/done-notice.js';
import { formFor } from '../operations/form-for.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { ErasuresCard } from './erasures-card.js';
import { Backups, UPKEEP, type ShownBackups } from './backups-card.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The field of the box that is ticked to confirm. */
export const UNDERSTOOD_FIELD = 'understood';
/** The field of the button that turns request forms `on` or `off`. */
export const FORMS_FIELD = 'forms';

/** Forms that say themselves why they were refused. */
const PROVEN = ['download', 'key', 'receipts', 'erasures'];

/** What only an owner is shown. */
interface OwnersParts extends ShownBackups {
  readonly erasures: PageOf<typeof erasureList>;
  readonly forms: RequestFormsDto;
}

/** What is seldom done to a shop, as far as the operator may. */
export function upkeepPage(
  visit: Visit,
  owners: OwnersParts | undefined,
  refused?: RefusedForm<string>,
): Page {
  const { language, caller } = visit;
  const fault = refused?.state.fault;
  const words = wordsOf(language, 'upkeep');
  return {
    title: words.upkeep,
    status: fault?.status,
    content: (
      <>
        <ShopParts />
        <DoneNotice said={words.done} />
        {fault && !PROVEN.includes(refused.name) && <FaultNotice fault={fault} />}
        <div class="columns">
          {owners && <Backups {...owners} />}
          {caller.may('catalog.edit') && <TestProducts />}
          {caller.may('catalog.import') && <DemoShop />}
          {caller.may('ledger.verify') && <Ledgers />}
          {caller.may('ledger.verify') && <Receipts state={stateOf(refused, 'receipts')} />}
          {owners && <RequestForms forms={owners.forms} />}
          {owners && caller.may('orders.erase') && (
            <ErasuresCard erasures={owners.erasures.items} state={stateOf(refused, 'erasures')} />
          )}
          {caller.may('maintenance.settle') && <Settle />}
        </div>
      </>
    ),
  };
}

function TestProducts() {
  const words = useWords('upkeep');
  return (
    <Card title={words.testProducts}>
      <p class="hint">{words.testHint}</p>
      <Form
        {...formFor(testingAdd)}
        to={`${UPKEEP}/test-products`}
        button={words.add}
        kind="plain"
      />
      <Form to={`${UPKEEP}/test-products/remove`} button={words.remove} kind="danger" />
    </Card>
  );
}

function DemoShop() {
  const words = useWords('upkeep');
  const said = { title: words.demo, hint: words.demoHint, button: words.removeDemo };
  return <FormCard {...said} to={`${UPKEEP}/demo-shop/remove`} kind="danger" />;
}

function Ledgers() {
  const words = useWords('upkeep');
  const said = { title: words.ledgers, hint: words.ledgerHint, button: words.verify };
  return (
    <FormCard {...said} to={`${UPKEEP}/verification`} method="get" kind="plain">
      <Input name="account_id" label={words.account} isDecimal isOptional />
    </FormCard>
  );
}

function Receipts({ state }: { readonly state: FormState }) {
  const words = useWords('upkeep');
  const said = { title: words.receipts, hint: words.receiptsHint, button: words.verify };
  return (
    <FormCard {...said} to={`${UPKEEP}/receipts`} state={state} hasFile kind="plain">
      <FileInput name="file" label={words.file} accept=".json,.jsonl" />
    </FormCard>
  );
}

function RequestForms({ forms }: Pick<OwnersParts, 'forms'>) {
  const { state, since, release_before_unseen_since: unseenSince } = forms;
  const words = useWords('upkeep');
  const isOn = state === 'on';
  return (
    <Card title={words.forms}>
      <Details
        entries={[
          [words.state, words.formsStates[state]],
          [words.since, <Time value={since} />],
          unseenSince !== null && [words.unseen, <Time value={unseenSince} />],
        ]}
      />
      <p class="hint">{words.formsHint}</p>
      <Form to={`${UPKEEP}/request-forms`} label={words.forms}>
        <Submit kind={isOn ? 'danger' : 'plain'} name={FORMS_FIELD} value={isOn ? 'off' : 'on'}>
          {isOn ? words.formsOff : words.formsOn}
        </Submit>
        {state === 'waiting' && (
          <Submit kind="danger" name={FORMS_FIELD} value="off">
            {words.formsOff}
          </Submit>
        )}
      </Form>
    </Card>
  );
}

function Settle() {
  const words = useWords('upkeep');
  const said = { title: words.settle, hint: words.settleHint, button: words.hold };
  return (
    <FormCard {...said} to={`${UPKEEP}/settle`} kind="danger">
      <Check name={UNDERSTOOD_FIELD} label={words.understood} isRequired />
    </FormCard>
  );
}

/** Sentences that are in no other language. */
function English({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>
          <bdi lang="en">{sentence}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** What a verification of ledgers has found. */
export function verdictPage({ language, formats }: Visit, found: LedgerVerificationDto): Page {
  const words = wordsOf(language, 'upkeep');
  const isSound = found.wrong === 0;
  return {
    title: words.ledgers,
    content: (
      <>
        <Notice kind={isSound ? 'good' : 'bad'}>{isSound ? words.sound : words.fails}</Notice>
        <English sentences={found.faults} />
        <Details
          entries={[
            [words.accounts, formats.count(found.accounts)],
            [words.entries, formats.count(found.entries)],
            [words.digest, <Code>{found.digest}</Code>],
          ]}
        />
        <LinkLine to={UPKEEP}>{words.back}</LinkLine>
      </>
    ),
  };
}

const reachOf = (found: CheckedReceiptsDto, chain: 'entries' | 'events') => ({
  count: found[`${chain}_in_file`],
  first: found[`${chain}_from`],
  last: found[chain],
  bare: found[`${chain}_without_texts`],
  shop: found[`${chain}_in_shop`],
});

/** What is true of the file of a reseller. */
export function checkedPage({ language }: Visit, found: CheckedReceiptsDto): Page {
  const words = wordsOf(language, 'upkeep');
  return {
    title: words.receipts,
    content: (
      <>
        <Notice kind={found.verdict === 'ours' ? 'good' : 'bad'}>
          <FaultText messageKey={verdictKey(found)}>{found.says}</FaultText>
        </Notice>
        <Details
          entries={[
            [words.account, <Code>{String(found.account_id)}</Code>],
            [words.entries, words.reach(reachOf(found, 'entries'))],
            [words.events, words.reach(reachOf(found, 'events'))],
          ]}
        />
        <Table
          label={words.checkpoints}
          columns={[
            [words.checkpoints, ({ time }) => <Time value={time} />],
            [words.signature, ({ signature }) => words.signatures[signature]],
            [words.signedIn, ({ history }) => words.histories[history]],
            [words.key, ({ key }) => <Code>{key}</Code>],
          ]}
          rows={found.checkpoints}
        />
        <LinkLine to={UPKEEP}>{words.back}</LinkLine>
      </>
    ),
  };
}

/** What is to be done after things were held back. The session of the operator has ended with the others. */
export function settledPage({ language }: Visit, { steps }: SettlementDto): Page {
  const words = wordsOf(language, 'upkeep');
  return {
    title: words.held,
    content: (
      <>
        <English sentences={steps} />
        <LinkLine to="shop">{words.back}</LinkLine>
      </>
    ),
  };
}
