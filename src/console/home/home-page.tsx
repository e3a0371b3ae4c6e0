import type { VNode } from 'preact';
import type { NightlyState } from '../../upkeep/nightly/nightly-state.repository.js';
import type {
  ForgottenPurchaseRow,
  HaltedAccount,
  LostStock,
  LowStock,
  SupplierTrouble,
  SuspendedAccount,
  UnneededPurchaseRow,
  WaitingNow,
} from '../../reports/attention-shapes.js';
import type { BalanceRow, TopRows } from '../../reports/report-shapes.js';
import type { SalesReportDto } from '../../operations/reports/report.lists.js';
import { TextLink } from '../../pages/text-links.js';
import { Details, Table } from '../../pages/table.js';
import { Money, Text, Time } from '../../pages/values.js';
import { FORGOTTEN_WORDS } from '../orders/forgotten-words.js';
import { OrderLink } from '../orders/order-parts.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import { stockAddress } from '../stock/stock-parts.js';
import { STOCK_WORDS } from '../stock/stock-words.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import type { ClockVerdict } from '../../database/clock/clock-verdict.js';
import { useWords } from '../../pages/page-context.js';
import { Balances, Halted, Suspended } from './account-cards.js';
import { Clocks } from './clock-card.js';
import { Card } from './home-parts.js';
import { HOME_WORDS } from './home-words.js';
import { LostStocks } from './lost-stocks-card.js';

/** Parts are undefined for those who may not see them. */
export interface Today {
  readonly sales: SalesReportDto | undefined;
  readonly waiting: (WaitingNow & { readonly more: boolean }) | undefined;
  readonly suppliers: TopRows<SupplierTrouble> | undefined;
  readonly unneeded: TopRows<UnneededPurchaseRow> | undefined;
  readonly forgotten: TopRows<ForgottenPurchaseRow> | undefined;
  readonly balances: TopRows<BalanceRow> | undefined;
  readonly halted: TopRows<HaltedAccount> | undefined;
  readonly suspended: TopRows<SuspendedAccount> | undefined;
  readonly lostStocks: TopRows<LostStock> | undefined;
  readonly stocks: TopRows<LowStock> | undefined;
  /** Also undefined while they agree. */
  readonly clocks: ClockVerdict | undefined;
  /** Undefined also where no backup was tried yet. */
  readonly backups: NightlyState | undefined;
}

/** What was sold today, and what needs somebody. */
export function homePage(visit: Visit, today: Today): Page {
  return {
    title: CONSOLE_WORDS[visit.language].today,
    content: (
      <div class="cards">
        {today.clocks && <Clocks clocks={today.clocks} />}
        {today.lostStocks && today.lostStocks.rows.length > 0 && (
          <LostStocks stocks={today.lostStocks} />
        )}
        {today.waiting && <Waiting waiting={today.waiting} />}
        {today.sales && <Sales report={today.sales} />}
        {today.halted && <Halted halted={today.halted} />}
        {today.suspended && <Suspended suspended={today.suspended} />}
        {today.stocks && <LowStocks stocks={today.stocks} />}
        {today.suppliers && <Suppliers suppliers={today.suppliers} />}
        {today.forgotten && today.forgotten.rows.length > 0 && (
          <Forgotten purchases={today.forgotten} />
        )}
        {today.unneeded && today.unneeded.rows.length > 0 && (
          <Unneeded purchases={today.unneeded} />
        )}
        {today.balances && <Balances balances={today.balances} />}
        {today.backups && <Backups backups={today.backups} />}
      </div>
    ),
  };
}

function Waiting({ waiting }: { readonly waiting: NonNullable<Today['waiting']> }): VNode {
  const { links, formats } = useVisit();
  const words = useWords(HOME_WORDS);
  const count = formats.count(waiting.count);
  return (
    <Card title={useWords(CONSOLE_WORDS).waiting} link={[links.to('waiting'), words.openQueue]}>
      <p class="figure">{waiting.more ? words.moreThan(count) : count}</p>
      {waiting.oldestOrder !== null && (
        <p>
          {words.oldest}: <OrderLink id={waiting.oldestOrder} />, <Time value={waiting.oldestAt} />
        </p>
      )}
    </Card>
  );
}

function Sales({ report }: { readonly report: SalesReportDto }): VNode {
  const visit = useVisit();
  const { links, formats } = visit;
  const words = useWords(HOME_WORDS);
  const { total, from } = report;
  const costs = visit.caller.may('costs.read') ? total : undefined;
  return (
    <Card
      title={words.soldToday}
      link={[links.to('reports', { by: 'product', from: from.slice(0, 10) }), words.openReport]}
    >
      <p class="figure">
        <Money value={total.sales} />
      </p>
      <Details
        entries={[
          [words.orders, formats.count(total.orders)],
          costs && [words.profit, <Money value={costs.profit} />],
          costs && [words.withoutCost, <Money value={costs.sales_without_cost} />],
        ]}
      />
    </Card>
  );
}

function LowStocks({ stocks }: { readonly stocks: TopRows<LowStock> }): VNode {
  const { links, formats } = useVisit();
  const words = useWords(HOME_WORDS);
  const own = useWords(STOCK_WORDS);
  return (
    <Card title={words.lowStocks} link={[links.to('stock'), words.openStocks]}>
      <Table
        label={words.lowStocks}
        columns={[
          [own.name, ({ stock }) => <TextLink to={stockAddress(stock)}>{stock}</TextLink>],
          [own.free, ({ free }) => formats.count(free), 'number'],
          [own.warnBelow, ({ lowStock }) => formats.count(lowStock), 'number'],
        ]}
        rows={stocks.rows}
        whenEmpty={words.noLowStock}
      />
      {stocks.more && <p>{words.andMore}</p>}
    </Card>
  );
}

function Backups({ backups }: { readonly backups: NightlyState }): VNode {
  const { links, caller } = useVisit();
  const words = useWords(HOME_WORDS);
  const { good, failure, restoreFailure, untriedRestore, confirmedAt } = backups;
  const mayConfirm = good !== null && caller.may('settings.edit');
  return (
    <Card
      title={words.backups}
      link={mayConfirm ? [links.to('shop/upkeep'), words.openBackups] : undefined}
    >
      <p>{good ? <Time value={good.at} /> : words.noBackup}</p>
      {[failure, restoreFailure, untriedRestore]
        .filter((text) => text !== '')
        .map((text) => (
          <p key={text}>
            <bdi lang="en">{text}</bdi>
          </p>
        ))}
      {good?.key === '' && <p>{words.backupNotEncrypted}</p>}
      {good && confirmedAt === null && <p>{words.backupUnconfirmed}</p>}
    </Card>
  );
}

function Suppliers({ suppliers }: { readonly suppliers: TopRows<SupplierTrouble> }): VNode {
  const words = useWords(HOME_WORDS);
  return (
    <Card title={words.suppliers}>
      <Table
        label={words.suppliers}
        columns={[
          [words.supplier, ({ name }) => <Text>{name}</Text>],
          [words.trouble, (row) => <Trouble supplier={row} />],
        ]}
        rows={suppliers.rows}
        whenEmpty={words.allSuppliersWell}
      />
      {suppliers.more && <p>{words.andMore}</p>}
    </Card>
  );
}

function Trouble({ supplier }: { readonly supplier: SupplierTrouble }): VNode {
  const words = useWords(HOME_WORDS);
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

/** The page of each order leads on: ask again, or buy again. */
function Forgotten({ purchases }: { readonly purchases: TopRows<ForgottenPurchaseRow> }): VNode {
  const words = useWords(HOME_WORDS);
  const { title } = useWords(FORGOTTEN_WORDS);
  return (
    <Card title={title}>
      <Table
        label={title}
        columns={[
          [words.order, ({ orderId }) => <OrderLink id={orderId} />],
          [words.supplier, ({ supplier }) => <Text>{supplier}</Text>],
          [words.since, ({ forgottenAt }) => <Time value={forgottenAt} />],
        ]}
        rows={purchases.rows}
        whenEmpty=""
      />
      {purchases.more && <p>{words.andMore}</p>}
    </Card>
  );
}

function Unneeded({ purchases }: { readonly purchases: TopRows<UnneededPurchaseRow> }): VNode {
  const words = useWords(HOME_WORDS);
  return (
    <Card title={words.unneeded}>
      <Table
        label={words.unneeded}
        columns={[
          [words.order, ({ orderId }) => <OrderLink id={orderId} />],
          [words.supplier, ({ supplier }) => <Text>{supplier}</Text>],
          [
            words.trouble,
            ({ bought, cost }) => (
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
          ],
        ]}
        rows={purchases.rows}
        whenEmpty=""
      />
      {purchases.more && <p>{words.andMore}</p>}
    </Card>
  );
}
