import { dayOf } from '../../common/zoned-time.js';
import type { ClockVerdict } from '../../database/clock/clock-verdict.js';
import type { SalesReportDto } from '../../operations/reports/report.lists.js';
import { Card } from '../../pages/card.js';
import { Details } from '../../pages/table.js';
import { LinkLine } from '../../pages/text-links.js';
import { Money, Time } from '../../pages/values.js';
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
import type { NightlyState } from '../../upkeep/nightly/nightly-state.repository.js';
import { OrderLink } from '../orders/order-parts.js';
import { Profit } from '../reports/profit.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { Clocks } from './clock-card.js';
import {
  Balances,
  Forgotten,
  Halted,
  LostStocks,
  LowStocks,
  Suppliers,
  Suspended,
  Unneeded,
} from './top-cards.js';
import { useWords, wordsOf } from '../../pages/words.js';

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
    title: wordsOf(visit.language, 'home').today,
    content: (
      <div class="cards">
        {today.clocks && <Clocks clocks={today.clocks} />}
        <LostStocks top={today.lostStocks} />
        {today.waiting && <Waiting waiting={today.waiting} />}
        {today.sales && <Sales report={today.sales} />}
        <Halted top={today.halted} />
        {today.suspended && <Suspended suspended={today.suspended} />}
        <LowStocks top={today.stocks} />
        <Suppliers top={today.suppliers} />
        <Forgotten top={today.forgotten} />
        <Unneeded top={today.unneeded} />
        <Balances top={today.balances} />
        {today.backups && <Backups backups={today.backups} />}
      </div>
    ),
  };
}

function Waiting({ waiting }: { readonly waiting: NonNullable<Today['waiting']> }) {
  const words = useWords('home');
  const { formats } = useVisit();
  const { count } = waiting;
  return (
    <Card title={words.waiting}>
      <p class="figure">{waiting.more ? words.moreThan({ count }) : formats.count(count)}</p>
      {waiting.oldestOrder !== null && (
        <p>
          {words.oldest}: <OrderLink id={waiting.oldestOrder} />, <Time value={waiting.oldestAt} />
        </p>
      )}
      <LinkLine to="waiting">{words.openQueue}</LinkLine>
    </Card>
  );
}

function Sales({ report: { total, from } }: { readonly report: SalesReportDto }) {
  const visit = useVisit();
  const words = useWords('home');
  const costs = visit.caller.may('costs.read') ? total : undefined;
  const day = dayOf(new Date(from), visit.conventions.timeZone);
  return (
    <Card title={words.soldToday}>
      <p class="figure">
        <Money value={total.sales} />
      </p>
      <Details
        entries={[
          [words.orders, visit.formats.count(total.orders)],
          costs && [words.profit, <Profit sums={costs} />],
          costs && [words.withoutCost, <Money value={costs.sales_without_cost} />],
        ]}
      />
      <LinkLine to="reports" parameters={{ by: 'product', from: day }}>
        {words.openReport}
      </LinkLine>
    </Card>
  );
}

function Backups({ backups }: { readonly backups: NightlyState }) {
  const { caller } = useVisit();
  const words = useWords('home');
  const { good, failure, restoreFailure, untriedRestore, confirmedAt } = backups;
  return (
    <Card title={words.backups}>
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
      {good && caller.may('settings.edit') && (
        <LinkLine to="shop/upkeep">{words.openBackups}</LinkLine>
      )}
    </Card>
  );
}
