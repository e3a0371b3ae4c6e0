import type { VNode } from 'preact';
import type { HaltedAccount, SuspendedAccount } from '../../reports/attention-shapes.js';
import type { BalanceRow, TopRows } from '../../reports/report-shapes.js';
import { Table } from '../../pages/table.js';
import { Money, Text, Time } from '../../pages/values.js';
import { LOW_BALANCE } from '../reports/low-balance.js';
import { AccountLink, Card, type PartProps } from './home-parts.js';
import { HOME_WORDS } from './home-words.js';

export function Halted({
  visit,
  halted,
}: PartProps & { readonly halted: TopRows<HaltedAccount> }): VNode {
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

/** Shown only where there are any: a shop may keep them so for good. */
export function Suspended({
  visit,
  suspended,
}: PartProps & { readonly suspended: TopRows<SuspendedAccount> }): VNode | null {
  const words = HOME_WORDS[visit.language];
  if (suspended.rows.length === 0) return null;
  return (
    <Card title={words.suspended} link={[visit.links.to('accounts'), words.openAccounts]}>
      <ul>
        {suspended.rows.map((row) => (
          <li key={row.accountId}>
            <AccountLink visit={visit} row={row} />
          </li>
        ))}
      </ul>
      {suspended.more && <p>{words.andMore}</p>}
    </Card>
  );
}

export function Balances({
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
