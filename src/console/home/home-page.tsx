import type { ComponentChildren, VNode } from 'preact';
import type {
  HaltedAccount,
  SupplierTrouble,
  UnneededPurchaseRow,
  WaitingNow,
} from '../../reports/attention-shapes.js';
import type { BalanceRow, SalesReport, TopRows } from '../../reports/report-shapes.js';
import { Details, Table } from '../../pages/table.js';
import { Money, Text, Time } from '../../pages/values.js';
import { OrderLink } from '../orders/order-parts.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { HOME_WORDS } from './home-words.js';
import { LOW_BALANCE } from '../reports/low-balance.js';

/** Parts are undefined for those who may not see them. */
export interface Today {
  readonly sales: SalesReport | undefined;
  readonly waiting: (WaitingNow & { readonly more: boolean }) | undefined;
  readonly suppliers: TopRows<SupplierTrouble> | undefined;
  readonly unneeded: TopRows<UnneededPurchaseRow> | undefined;
  readonly balances: TopRows<BalanceRow> | undefined;
  readonly halted: TopRows<HaltedAccount> | undefined;
}

/** What was sold today, and what needs somebody. */
export function homePage(visit: Visit, today: Today): Page {
  return {
    title: CONSOLE_WORDS[visit.language].today,
    content: (
      <div class="columns">
        {today.waiting && <Waiting visit={visit} waiting={today.waiting} />}
        {today.sales && <Sales visit={visit} report={today.sales} />}
        {today.halted && <Halted visit={visit} halted={today.halted} />}
        {today.suppliers && <Suppliers visit={visit} suppliers={today.suppliers} />}
        {today.unneeded && today.unneeded.rows.length > 0 && (
          <Unneeded visit={visit} purchases={today.unneeded} />
        )}
        {today.balances && <Balances visit={visit} balances={today.balances} />}
      </div>
    ),
  };
}

interface CardProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Where there is more about it. */
  readonly link?: readonly [address: string, text: string] | undefined;
}

function Card({ title, link, children }: CardProps): VNode {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
      {link && (
        <p>
          <a href={link[0]}>{link[1]}</a>
        </p>
      )}
    </section>
  );
}

interface PartProps {
  readonly visit: Visit;
}

function Waiting({
  visit,
  waiting,
}: PartProps & { readonly waiting: NonNullable<Today['waiting']> }): VNode {
  const { language, links, formats } = visit;
  const words = HOME_WORDS[language];
  const count = formats.count(waiting.count);
  return (
    <Card title={CONSOLE_WORDS[language].waiting} link={[links.to('waiting'), words.openQueue]}>
      <p class="figure">{waiting.more ? words.moreThan(count) : count}</p>
      {waiting.oldestOrder !== null && (
        <p>
          {words.oldest}: <OrderLink id={waiting.oldestOrder} />, <Time value={waiting.oldestAt} />
        </p>
      )}
    </Card>
  );
}

function Sales({ visit, report }: PartProps & { readonly report: SalesReport }): VNode {
  const { language, links, formats } = visit;
  const words = HOME_WORDS[language];
  const { total, from } = report;
  const { costs } = total;
  const day = from.toISOString().slice(0, 10);
  return (
    <Card
      title={words.soldToday}
      link={[links.to('reports', { by: 'product', from: day }), words.openReport]}
    >
      <p class="figure">
        <Money value={total.sales} />
      </p>
      <Details
        entries={[
          [words.orders, formats.count(total.orders)],
          costs && [words.profit, <Money value={costs.profit} />],
          costs && [words.withoutCost, <Money value={costs.salesWithoutCost} />],
        ]}
      />
    </Card>
  );
}

function AccountLink({ visit, row }: PartProps & { readonly row: BalanceRow | HaltedAccount }) {
  if (!visit.caller.may('accounts.read')) return <Text>{row.name}</Text>;
  return (
    <a href={visit.links.to(`accounts/${row.accountId}`)}>
      <Text>{row.name}</Text>
    </a>
  );
}

function Halted({ visit, halted }: PartProps & { readonly halted: TopRows<HaltedAccount> }): VNode {
  const words = HOME_WORDS[visit.language];
  return (
    <Card title={words.halted}>
      <Table
        label={words.halted}
        columns={[
          { title: words.account, cell: (row) => <AccountLink visit={visit} row={row} /> },
          { title: words.since, cell: ({ haltedAt }) => <Time value={haltedAt} /> },
          { title: words.reason, cell: ({ reason }) => <Text>{reason}</Text> },
        ]}
        rows={halted.rows}
        keyOf={({ accountId }) => accountId}
        whenEmpty={words.noneHalted}
      />
      {halted.more && <p>{words.andMore}</p>}
    </Card>
  );
}

function Suppliers({
  visit,
  suppliers,
}: PartProps & { readonly suppliers: TopRows<SupplierTrouble> }): VNode {
  const words = HOME_WORDS[visit.language];
  return (
    <Card title={words.suppliers}>
      <Table
        label={words.suppliers}
        columns={[
          { title: words.supplier, cell: ({ name }) => <Text>{name}</Text> },
          { title: words.trouble, cell: (row) => <Trouble visit={visit} supplier={row} /> },
        ]}
        rows={suppliers.rows}
        keyOf={({ name }) => name}
        whenEmpty={words.allSuppliersWell}
      />
      {suppliers.more && <p>{words.andMore}</p>}
    </Card>
  );
}

function Trouble({ visit, supplier }: PartProps & { readonly supplier: SupplierTrouble }): VNode {
  const words = HOME_WORDS[visit.language];
  const { probeError, syncError, lowBalance } = supplier;
  return (
    <ul>
      {probeError !== '' && (
        <li>
          {words.unreachable}: <Text>{probeError}</Text>
        </li>
      )}
      {syncError !== '' && (
        <li>
          {words.notSynced}: <Text>{syncError}</Text>
        </li>
      )}
      {lowBalance !== null && (
        <li>
          {words.balanceThere}: <Money value={lowBalance} />
        </li>
      )}
    </ul>
  );
}

function Unneeded({
  visit,
  purchases,
}: PartProps & { readonly purchases: TopRows<UnneededPurchaseRow> }): VNode {
  const words = HOME_WORDS[visit.language];
  return (
    <Card title={words.unneeded}>
      <Table
        label={words.unneeded}
        columns={[
          { title: words.order, cell: ({ orderId }) => <OrderLink id={orderId} /> },
          { title: words.supplier, cell: ({ supplier }) => <Text>{supplier}</Text> },
          {
            title: words.trouble,
            cell: ({ bought, cost }) => (
              <>
                {bought ? words.delivered : words.mayDeliver}
                {cost !== null && (
                  <>
                    {' '}
                    <Money value={cost} />
                  </>
                )}
              </>
            ),
          },
        ]}
        rows={purchases.rows}
        keyOf={({ orderId }) => orderId}
        whenEmpty=""
      />
      {purchases.more && <p>{words.andMore}</p>}
    </Card>
  );
}

function Balances({
  visit,
  balances,
}: PartProps & { readonly balances: TopRows<BalanceRow> }): VNode {
  const words = HOME_WORDS[visit.language];
  const isReader = visit.caller.may('reports.read');
  return (
    <Card
      title={words.lowBalances(`${LOW_BALANCE} USD`)}
      link={isReader ? [visit.links.to('reports/balances'), words.openBalances] : undefined}
    >
      <Table
        label={words.lowBalances(`${LOW_BALANCE} USD`)}
        columns={[
          { title: words.account, cell: (row) => <AccountLink visit={visit} row={row} /> },
          {
            title: words.spendable,
            cell: ({ spendable }) => <Money value={spendable} />,
            isNumber: true,
          },
        ]}
        rows={balances.rows}
        keyOf={({ accountId }) => accountId}
        whenEmpty={words.noLowBalance}
      />
      {balances.more && <p>{words.andMore}</p>}
    </Card>
  );
}
