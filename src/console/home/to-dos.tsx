import type { ComponentChildren } from 'preact';
import type { ClockVerdict } from '../../database/clock/clock-verdict.js';
import { Money, Text, Time } from '../../pages/values.js';
import { useWords, wordsOf } from '../../pages/words.js';
import type { SupplierTrouble } from '../../reports/attention-shapes.js';
import type { TopRows } from '../../reports/report-shapes.js';
import type { NightlyState } from '../../upkeep/nightly/nightly-state.repository.js';
import { LOW_BALANCE } from '../reports/low-balance.js';
import { stockAddress } from '../stock/stock-page.js';
import type { Visit } from '../visit/visit.js';
import { backupFailures } from '../../upkeep/nightly/backup-condition.js';
import { BackupFailures } from '../upkeep/backups-card.js';
import type { Needs } from './needs-reading.service.js';
import { Icon } from '../../pages/icon.js';
import { ButtonLink } from '../../pages/text-links.js';

/** What the parts of the page say that needs somebody, by kinds. */
export function toDos(visit: Visit, needs: Needs): ToDo[] {
  return [
    ...(needs.clocks ? [clocks(visit, needs.clocks)] : []),
    ...codes(visit, needs),
    ...accounts(visit, needs),
    ...(needs.backups ? backups(visit, needs.backups) : []),
    ...suppliers(visit, needs.suppliers),
    ...purchases(visit, needs),
  ];
}

/** Clocks that do not agree. */
function clocks({ language }: Visit, verdict: ClockVerdict): ToDo {
  const words = wordsOf(language, 'home');
  const { differenceMs, oddHosts, isDatabaseOdd } = verdict;
  const seconds = Math.round(differenceMs / 1000);
  const odd = [...(isDatabaseOdd ? [words.theDatabase] : []), ...oddHosts].join(', ');
  return {
    urgency: 'now',
    matter: words.clocks,
    details: odd === '' ? words.unknownClock({ seconds }) : words.oddClock({ names: odd, seconds }),
    to: 'shop/doctor',
    button: wordsOf(language, 'shop').examine,
  };
}

/** Stocks whose codes are held back after a failover, and those that run low. */
function codes({ language, formats, caller }: Visit, { lostStocks, stocks }: Needs): ToDo[] {
  const words = wordsOf(language, 'home');
  const own = wordsOf(language, 'stock');
  const lost = each(lostStocks, 'stock', ({ stock, lostFrom, lostUntil }) => ({
    urgency: 'now',
    matter: words.lostStocks,
    thing: <Text>{stock}</Text>,
    details: (
      <>
        {words.lostStocksWhy} {words.soldFrom}: <Time value={lostFrom} />. {words.soldUntil}:{' '}
        <Time value={lostUntil} />.
      </>
    ),
    to: stockAddress(stock),
    button: caller.may('stock.edit') ? own.releaseTitle : words.openStock,
  }));
  const low = each(stocks, 'stock', ({ stock, free, lowStock }) => ({
    urgency: free === 0 ? 'now' : 'soon',
    matter: free === 0 ? words.emptyStock : words.lowStock,
    thing: <Text>{stock}</Text>,
    details: `${own.free}: ${formats.count(free)}. ${own.warnBelow}: ${formats.count(lowStock)}.`,
    to: stockAddress(stock),
    button: caller.may('stock.import') ? words.addCodes : words.openStock,
  }));
  return [...lost, ...low];
}

function accounts(visit: Visit, { halted, suspended, balances }: Needs): ToDo[] {
  const words = wordsOf(visit.language, 'home');
  const open = (id: number) => ({ to: `accounts/${id}`, button: words.openAccount });
  const allBalances = visit.caller.may('reports.read') ? 'reports/balances' : 'accounts';
  return [
    ...each(halted, 'accounts', ({ accountId, name, haltedAt, reason }) => ({
      urgency: 'now',
      matter: words.halted,
      thing: <Text>{name}</Text>,
      details: <SaidAt text={reason} time={haltedAt} />,
      ...open(accountId),
    })),
    ...each(balances, allBalances, ({ accountId, name, spendable }) => ({
      urgency: 'watch',
      matter: words.lowBalance({ amount: `${LOW_BALANCE} USD` }),
      thing: <Text>{name}</Text>,
      details: <Money value={spendable} />,
      ...open(accountId),
    })),
    ...each(suspended, 'accounts', ({ accountId, name }) => ({
      urgency: 'watch',
      matter: words.suspended,
      thing: <Text>{name}</Text>,
      ...open(accountId),
    })),
  ];
}

function backups({ language, caller }: Visit, state: NightlyState): ToDo[] {
  const words = wordsOf(language, 'home');
  const { good, confirmedAt } = state;
  const failed = backupFailures(state);
  const weak = [
    ...(good?.key === '' ? [words.backupNotEncrypted] : []),
    ...(good && confirmedAt === null ? [words.backupUnconfirmed] : []),
  ];
  if (good && failed.length + weak.length === 0) return [];
  const details = (
    <>
      {good ? <Time value={good.at} /> : words.noBackup}
      <BackupFailures backups={state} />
      {weak.map((text) => (
        <div>{text}</div>
      ))}
    </>
  );
  const to = caller.may('settings.edit') ? 'shop/upkeep' : 'shop/doctor';
  const urgency = good && failed.length === 0 ? 'soon' : 'now';
  return [{ urgency, matter: words.backups, details, to, button: words.openBackups }];
}

function suppliers({ language }: Visit, top: TopRows<SupplierTrouble> | undefined): ToDo[] {
  const words = wordsOf(language, 'home');
  return each(top, 'suppliers', (supplier) => {
    const { name, probeError, syncError, held, lowBalance } = supplier;
    const told = [
      probeError !== '' && [words.unreachable, <bdi lang="en">{probeError}</bdi>],
      syncError !== '' && [words.notSynced, <bdi lang="en">{syncError}</bdi>],
      held > 0 && [words.held, <bdi>{held}</bdi>],
      lowBalance !== null && [words.balanceThere, <Money value={lowBalance} />],
    ];
    return {
      urgency: probeError === '' ? 'soon' : 'now',
      matter: words.suppliers,
      thing: <Text>{name}</Text>,
      details: told.map(
        (fact) =>
          fact && (
            <div>
              {fact[0]}: {fact[1]}
            </div>
          ),
      ),
      to: `suppliers/${encodeURIComponent(name)}`,
      button: words.openSupplier,
    };
  });
}

/** Purchases that a supplier has forgotten, or has delivered for nothing. The page of each order leads on. */
function purchases({ language }: Visit, { forgotten, unneeded }: Needs): ToDo[] {
  const words = wordsOf(language, 'home');
  const open = (id: string) => ({ to: `orders/${id}`, button: words.openOrder });
  return [
    ...each(forgotten, 'orders', ({ orderId, supplier, forgottenAt }) => ({
      urgency: 'soon',
      matter: wordsOf(language, 'forgotten').title,
      thing: <Text>{orderId}</Text>,
      details: <SaidAt text={supplier} time={forgottenAt} />,
      ...open(orderId),
    })),
    ...each(unneeded, 'orders', ({ orderId, supplier, bought, cost }) => ({
      urgency: 'soon',
      matter: words.unneeded,
      thing: <Text>{orderId}</Text>,
      details: (
        <>
          <Text>{supplier}</Text>: {bought ? words.delivered : words.mayDeliver}{' '}
          <Money value={cost} />
        </>
      ),
      ...open(orderId),
    })),
  ];
}

function SaidAt({ text, time }: { readonly text: string; readonly time: Date }) {
  return (
    <>
      <Text>{text}</Text>, <Time value={time} />
    </>
  );
}

function AndMore() {
  return <>{useWords('home').andMore}</>;
}

/** What is to do of each row, and a last one that leads to the others. */
function each<Row>(top: TopRows<Row> | undefined, all: string, toDo: (row: Row) => ToDo): ToDo[] {
  const shown = (top?.rows ?? []).map((row) => toDo(row));
  const last = shown.at(-1);
  if (!top?.more || !last) return shown;
  const { urgency, matter, button } = last;
  return [...shown, { urgency, matter, details: <AndMore />, to: all, button }];
}

/** `now` costs money or orders while it lasts, `soon` will, `watch` may be as it should. In this order. */
export const URGENCIES = ['now', 'soon', 'watch'] as const;

/** One thing that needs somebody. */
export interface ToDo {
  readonly urgency: (typeof URGENCIES)[number];
  /** What is the matter. */
  readonly matter: string;
  /** What it is about, such as an account. */
  readonly thing?: ComponentChildren;
  readonly details?: ComponentChildren;
  /** The page where something can be done about it, below the home page. */
  readonly to: string;
  readonly button: string;
}

/** What needs somebody, the most urgent first. */
export function ToDoList({ toDos }: { readonly toDos: readonly ToDo[] }) {
  const words = useWords('home');
  const sorted = URGENCIES.flatMap((urgency) => toDos.filter((one) => one.urgency === urgency));
  return (
    <section>
      <h2>{words.needsYou}</h2>
      {sorted.length === 0 ? (
        <p class="card all-well">
          <Icon name="check" /> {words.nothingToDo}
        </p>
      ) : (
        <ul class="card to-do">
          {sorted.map((toDo) => (
            <li class={toDo.urgency}>
              <Icon name="triangle-alert" />
              <div>
                <strong>{toDo.matter}</strong>
                {toDo.thing !== undefined && <> · {toDo.thing}</>}
                {toDo.details !== undefined && <div class="details">{toDo.details}</div>}
              </div>
              <ButtonLink to={toDo.to}>{toDo.button}</ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
