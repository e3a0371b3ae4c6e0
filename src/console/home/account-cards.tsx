import type { VNode } from 'preact';
import { useWords } from '../../pages/page-context.js';
import type { HaltedAccount, SuspendedAccount } from '../../reports/attention-shapes.js';
import type { BalanceRow, TopRows } from '../../reports/report-shapes.js';
import { Table } from '../../pages/table.js';
import { Money, Text, Time } from '../../pages/values.js';
import { LOW_BALANCE } from '../reports/low-balance.js';
import { AccountLink, Card } from './home-parts.js';
import { HOME_WORDS } from './home-words.js';
import { useVisit } from '../visit/use-visit.js';

export function Halted({ halted }: { readonly halted: TopRows<HaltedAccount> }): VNode {
  const words = useWords(HOME_WORDS);
  return (
    <Card title={words.halted}>
      <Table
        label={words.halted}
        columns={[
          [words.account, (row) => <AccountLink row={row} />],
          [words.since, ({ haltedAt }) => <Time value={haltedAt} />],
          [words.reason, ({ reason }) => <Text>{reason}</Text>],
        ]}
        rows={halted.rows}
        whenEmpty={words.noneHalted}
      />
      {halted.more && <p>{words.andMore}</p>}
    </Card>
  );
}

/** Shown only where there are any: a shop may keep them so for good. */
export function Suspended({
  suspended,
}: {
  readonly suspended: TopRows<SuspendedAccount>;
}): VNode | null {
  const visit = useVisit();
  const words = useWords(HOME_WORDS);
  if (suspended.rows.length === 0) return null;
  return (
    <Card title={words.suspended} link={[visit.links.to('accounts'), words.openAccounts]}>
      <ul>
        {suspended.rows.map((row) => (
          <li key={row.accountId}>
            <AccountLink row={row} />
          </li>
        ))}
      </ul>
      {suspended.more && <p>{words.andMore}</p>}
    </Card>
  );
}

export function Balances({ balances }: { readonly balances: TopRows<BalanceRow> }): VNode {
  const visit = useVisit();
  const words = useWords(HOME_WORDS);
  const isReader = visit.caller.may('reports.read');
  return (
    <Card
      title={words.lowBalances(`${LOW_BALANCE} USD`)}
      link={isReader ? [visit.links.to('reports/balances'), words.openBalances] : undefined}
    >
      <Table
        label={words.lowBalances(`${LOW_BALANCE} USD`)}
        columns={[
          [words.account, (row) => <AccountLink row={row} />],
          [words.spendable, ({ spendable }) => <Money value={spendable} />, 'number'],
        ]}
        rows={balances.rows}
        whenEmpty={words.noLowBalance}
      />
      {balances.more && <p>{words.andMore}</p>}
    </Card>
  );
}
