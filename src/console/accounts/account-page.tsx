import {
  accountCreditLimit,
  type AccountDto,
} from '../../operations/accounts/account.operations.js';
import type { BalanceDto } from '../../operations/accounts/balance.operations.js';
import type { SalesSums } from '../../reports/report-shapes.js';
import { Card, FormCard, DangerZone, ThingHead } from '../../pages/card.js';
import { Details } from '../../pages/table.js';
import { ButtonLink, PageLink, TextLink } from '../../pages/text-links.js';
import { Input, Choice, Form } from '../../pages/form.js';
import { Code, Money, Text, Time, YesNo } from '../../pages/values.js';
import { stateOf, type RefusedForm } from '../http/refused-form.js';
import { formFor } from '../operations/form-for.js';
import type { ConfirmQuestion } from '../shell/confirmation.js';
import { LatestOrders, type NamedOrders } from '../order-rows/order-parts.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { accountFrame } from './account-frame.js';
import { AccountState } from './account-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** What the first page of an account shows. */
export interface ShownAccount {
  readonly account: AccountDto;
  /** The name of its group. */
  readonly group: string | undefined;
  /** Undefined for those who may not see it. */
  readonly balance: BalanceDto | undefined;
  /** Its last orders; undefined for those who may not see them. */
  readonly latest: NamedOrders | undefined;
  /** In the last 30 days; undefined for those who may not see it. */
  readonly sold: Pick<SalesSums, 'sales' | 'orders'> | 'too-many' | undefined;
}

/** The first page of an account: what it has and may, its last orders, its details, and last what stops it. */
export function accountOverview(
  visit: Visit,
  shown: ShownAccount,
  refused?: RefusedForm<string>,
): Page {
  const { account, latest } = shown;
  const words = wordsOf(visit.language, 'account');
  return accountFrame({
    account,
    part: 'overview',
    about: { page: 'account', id: account.id },
    said: {
      created: <Created id={account.id} />,
      suspended: words.wasSuspended,
      resumed: words.wasResumed,
      'orders-resumed': words.ordersWereResumed,
      'credit-limit': words.limitWasSet,
    },
    content: (
      <>
        <Head shown={shown} />
        {latest && (
          <LatestOrders
            {...latest}
            whenEmpty={words.noOrders}
            all={words.orders}
            filter={{ account_id: String(account.id) }}
          />
        )}
        <div class="columns">
          <Facts account={account} />
          {visit.caller.may('accounts.credit') && <CreditLimit {...{ account, refused }} />}
        </div>
        <Dangers account={account} refused={refused} />
      </>
    ),
  });
}

/** What a new account still needs, with links to it. */
function Created({ id }: { readonly id: number }) {
  const words = useWords('account');
  const { caller } = useVisit();
  return (
    <>
      {words.wasCreated}{' '}
      {caller.may('tokens.issue') && (
        <PageLink to={`accounts/${id}/tokens`}>{words.toToken}</PageLink>
      )}{' '}
      {caller.may('balance.deposit') && (
        <PageLink to={`accounts/${id}/statement`} parameters={{ form: 'deposit' }}>
          {words.toDeposit}
        </PageLink>
      )}
    </>
  );
}

/** The field that says what a suspension closes. Servers of the release before read it, too. */
export const PART_FIELD = 'part';
/** The recommended one first. */
const PARTS = ['orders', 'everything'] as const;

/** Asked before an account is suspended. */
export function suspensionQuestion(
  { language }: Visit,
  part: (typeof PARTS)[number],
): ConfirmQuestion {
  const words = wordsOf(language, 'account');
  return { title: words.suspendTitle, warning: words.suspendHints[part], button: words.suspend };
}

/** What matters most: whether it may order, what it has, and what it can spend. */
function Head({ shown: { account, balance, group, sold } }: { readonly shown: ShownAccount }) {
  const { caller, formats } = useVisit();
  const words = useWords('account');
  const { orders: soldOrders } = useWords('report');
  const { id, orders_halted: halted, group_id: groupId } = account;
  const toReports = <PageLink to="reports">{words.reports}</PageLink>;
  const toGroup = group && <TextLink to={`groups/${groupId}`}>{group}</TextLink>;
  return (
    <ThingHead
      state={<AccountState account={account} />}
      beside={
        halted !== null && (
          <span>
            {words.haltedBecause}: <Text>{halted}</Text>
          </span>
        )
      }
      facts={[
        balance && { title: words.balance, value: <Money value={balance.balance} /> },
        balance && {
          title: words.spendable,
          value: <Money value={balance.spendable} />,
          more: (
            <>
              {words.creditLimit}: <Money value={balance.credit_limit} />
            </>
          ),
        },
        sold && {
          title: words.turnover,
          value: sold === 'too-many' ? '—' : <Money value={sold.sales} />,
          more: sold === 'too-many' ? toReports : `${soldOrders}: ${formats.count(sold.orders)}`,
        },
        { title: words.group, value: toGroup ?? words.noGroup },
      ]}
      actions={
        caller.may('balance.deposit') && (
          <ButtonLink to={`accounts/${id}/statement`} parameters={{ form: 'deposit' }} isMain>
            {words.toDeposit}
          </ButtonLink>
        )
      }
    />
  );
}

/** What seldom matters. */
function Facts({ account }: Pick<ShownAccount, 'account'>) {
  const visit = useVisit();
  const words = useWords('account');
  return (
    <Card title={words.details}>
      <Details
        entries={[
          [words.id, <Code>{account.id}</Code>],
          [words.email, <Text>{account.email}</Text>],
          account.phone && [words.phone, <Text>{account.phone}</Text>],
          account.telegram && [words.telegram, <Text>{account.telegram}</Text>],
          account.tags && [words.tags, <Text>{account.tags}</Text>],
          account.note && [words.note, <Text>{account.note}</Text>],
          [words.created, <Time value={account.created_at} />],
          [words.testing, <YesNo value={account.testing} />],
          [words.showUnavailable, <YesNo value={account.show_unavailable} />],
          [words.requestsPerMinute, limitText(visit, account.requests_per_minute)],
          [words.ordersPerMinute, limitText(visit, account.orders_per_minute)],
          [words.errorHttpStatus, <Text>{account.error_http_status ?? words.serverDefault}</Text>],
          [words.orderUuid, <Text>{account.order_uuid ?? words.serverDefault}</Text>],
        ]}
      />
    </Card>
  );
}

function limitText({ language, formats }: Visit, limit: number | null): string {
  const words = wordsOf(language, 'account');
  if (limit === null) return words.serverDefault;
  return limit === 0 ? words.noLimit : formats.count(limit);
}

interface PartProps extends Pick<ShownAccount, 'account'> {
  readonly refused: RefusedForm<string> | undefined;
}

/** What stops an account or lets it go on, and what to do about a token that somebody else has. */
function Dangers({ account, refused }: PartProps) {
  const { caller } = useVisit();
  const words = useWords('account');
  const maySuspend = caller.may('accounts.bar');
  const mayRevoke = caller.may('tokens.revoke');
  const mayResume = account.orders_halted !== null && caller.may('accounts.resume');
  if (!maySuspend && !mayRevoke && !mayResume) return null;
  return (
    <DangerZone>
      {mayResume && (
        <FormCard
          title={words.resumeOrders}
          to={`accounts/${account.id}/resume-orders`}
          state={stateOf(refused, 'resume-orders')}
          hint={words.resumeOrdersHint}
          button={words.resumeOrders}
        />
      )}
      {maySuspend && <Access account={account} refused={refused} />}
      {mayRevoke && (
        <Card title={words.leaked}>
          <p class="hint">{words.leakedHint}</p>
          <ButtonLink to={`accounts/${account.id}/tokens`}>{words.toTokens}</ButtonLink>
        </Card>
      )}
    </DangerZone>
  );
}

function CreditLimit({ account, refused }: PartProps) {
  const words = useWords('account');
  return (
    <FormCard
      title={words.creditLimit}
      to={`accounts/${account.id}/credit-limit`}
      label={words.setLimit}
      state={stateOf(refused, 'credit-limit')}
      button={words.setLimit}
      {...formFor(accountCreditLimit, account)}
    >
      <Input name="credit_limit" label={words.limitUsd} />
    </FormCard>
  );
}

function Access({ account, refused }: PartProps) {
  const words = useWords('account');
  const { api_permitted: isPermitted, orders_suspended: isClosed } = account;
  const page = `accounts/${account.id}`;
  return (
    <Card title={isPermitted ? words.suspendTitle : words.resumeTitle}>
      {isPermitted && (
        <Form
          to={`${page}/suspend`}
          label={words.suspendTitle}
          state={stateOf(refused, 'suspend')}
          button={words.suspend}
          kind="danger"
        >
          <Choice
            name={PART_FIELD}
            label={words.suspendPart}
            options={PARTS.map((part) => [part, words.suspendParts[part]] as const)}
            hint={words.suspendPartHint}
          />
        </Form>
      )}
      {(!isPermitted || isClosed) && (
        <Form to={`${page}/resume`} label={words.resumeTitle} button={words.resume} />
      )}
    </Card>
  );
}
