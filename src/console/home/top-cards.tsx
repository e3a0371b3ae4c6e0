import { Card } from '../../pages/card.js';
import { moneyColumn } from '../../pages/table.js';
import { LinkLine, TextLink } from '../../pages/text-links.js';
import { Money, Text, Time } from '../../pages/values.js';
import type {
  ForgottenPurchaseRow,
  HaltedAccount,
  LostStock,
  LowStock,
  SupplierTrouble,
  SuspendedAccount,
  UnneededPurchaseRow,
} from '../../reports/attention-shapes.js';
import type { BalanceRow, TopRows } from '../../reports/report-shapes.js';
import { AccountLink } from '../accounts/account-parts.js';
import { OrderLink } from '../orders/order-parts.js';
import { LOW_BALANCE } from '../reports/low-balance.js';
import { stockAddress } from '../stock/stock-parts.js';
import { useVisit } from '../visit/use-visit.js';
import { TopCard, type Top } from './home-parts.js';
import { useWords } from '../../pages/words.js';

/** Stocks whose codes are held back after a failover; the page of each releases them. */
export function LostStocks({ top }: Top<LostStock>) {
  const words = useWords('home');
  return (
    <TopCard
      title={words.lostStocks}
      hint={words.lostStocksWhy}
      top={top}
      columns={[
        [useWords('stock').name, ({ stock }) => <StockLink name={stock} />],
        [words.soldFrom, ({ lostFrom }) => <Time value={lostFrom} />],
        [words.soldUntil, ({ lostUntil }) => <Time value={lostUntil} />],
      ]}
    >
      <LinkLine to="stock">{words.openStocks}</LinkLine>
    </TopCard>
  );
}

export function LowStocks({ top }: Top<LowStock>) {
  const { formats } = useVisit();
  const words = useWords('home');
  const own = useWords('stock');
  return (
    <TopCard
      title={words.lowStocks}
      top={top}
      columns={[
        [own.name, ({ stock }) => <StockLink name={stock} />],
        [own.free, ({ free }) => formats.count(free), 'number'],
        [own.warnBelow, ({ lowStock }) => formats.count(lowStock), 'number'],
      ]}
      whenEmpty={words.noLowStock}
    >
      <LinkLine to="stock">{words.openStocks}</LinkLine>
    </TopCard>
  );
}

const StockLink = ({ name }: { readonly name: string }) => (
  <TextLink to={stockAddress(name)}>{name}</TextLink>
);

export function Halted({ top }: Top<HaltedAccount>) {
  const words = useWords('home');
  return (
    <TopCard
      title={words.halted}
      top={top}
      columns={[
        [words.account, ({ accountId: id, name }) => <AccountLink account={{ id, name }} />],
        [words.since, ({ haltedAt }) => <Time value={haltedAt} />],
        [words.reason, ({ reason }) => <Text>{reason}</Text>],
      ]}
      whenEmpty={words.noneHalted}
    />
  );
}

/** Shown only where there are any: a shop may keep them so for good. */
export function Suspended({ suspended }: { readonly suspended: TopRows<SuspendedAccount> }) {
  const words = useWords('home');
  if (suspended.rows.length === 0) return null;
  return (
    <Card title={words.suspended}>
      <ul>
        {suspended.rows.map(({ accountId: id, name }) => (
          <li key={id}>
            <AccountLink account={{ id, name }} />
          </li>
        ))}
      </ul>
      {suspended.more && <p>{words.andMore}</p>}
      <LinkLine to="accounts">{words.openAccounts}</LinkLine>
    </Card>
  );
}

export function Balances({ top }: Top<BalanceRow>) {
  const visit = useVisit();
  const words = useWords('home');
  return (
    <TopCard
      title={words.lowBalances({ amount: `${LOW_BALANCE} USD` })}
      top={top}
      columns={[
        [words.account, ({ accountId: id, name }) => <AccountLink account={{ id, name }} />],
        moneyColumn<BalanceRow>(words.spendable, ({ spendable }) => spendable),
      ]}
      whenEmpty={words.noLowBalance}
    >
      {visit.caller.may('reports.read') && (
        <LinkLine to="reports/balances">{words.openBalances}</LinkLine>
      )}
    </TopCard>
  );
}

export function Suppliers({ top }: Top<SupplierTrouble>) {
  const words = useWords('home');
  return (
    <TopCard
      title={words.suppliers}
      top={top}
      columns={[
        [words.supplier, ({ name }) => <Text>{name}</Text>],
        [words.trouble, (row) => <Trouble supplier={row} />],
      ]}
      whenEmpty={words.allSuppliersWell}
    />
  );
}

function Trouble({ supplier }: { readonly supplier: SupplierTrouble }) {
  const words = useWords('home');
  const { probeError, syncError, held, lowBalance } = supplier;
  return (
    <ul>
      {probeError !== '' && (
        <li>
          {words.unreachable}: <bdi lang="en">{probeError}</bdi>
        </li>
      )}
      {syncError !== '' && (
        <li>
          {words.notSynced}: <bdi lang="en">{syncError}</bdi>
        </li>
      )}
      {held > 0 && (
        <li>
          {words.held}: <bdi>{held}</bdi>
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
export function Forgotten({ top }: Top<ForgottenPurchaseRow>) {
  const words = useWords('home');
  return (
    <TopCard
      title={useWords('forgotten').title}
      top={top}
      columns={[
        [words.order, ({ orderId }) => <OrderLink id={orderId} />],
        [words.supplier, ({ supplier }) => <Text>{supplier}</Text>],
        [words.since, ({ forgottenAt }) => <Time value={forgottenAt} />],
      ]}
    />
  );
}

export function Unneeded({ top }: Top<UnneededPurchaseRow>) {
  const words = useWords('home');
  return (
    <TopCard
      title={words.unneeded}
      top={top}
      columns={[
        [words.order, ({ orderId }) => <OrderLink id={orderId} />],
        [words.supplier, ({ supplier }) => <Text>{supplier}</Text>],
        [
          words.trouble,
          ({ bought, cost }) => (
            <>
              {bought ? words.delivered : words.mayDeliver}
              {cost !== null && ' '}
              <Money value={cost} />
            </>
          ),
        ],
      ]}
    />
  );
}
