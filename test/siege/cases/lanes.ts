import { besieged, type Siege } from '../besieged.js';
import { answersInWords, limitStatuses } from '../figures.js';
import { apiRequest, orderRequest } from '../siege-shop.js';

/** Those of one caller. */
const CONNECTIONS = 100;
const SECONDS = 5;
/** Entries of the attacker's ledger. */
const ENTRIES = 20_000;

/** One account that reads its ledger, quotes and seals on 100 connections, and what another one sees beside it. */
export const accountReads = besieged('reads of one account', async (siege) => {
  const { target, faults } = siege;
  const { db, crowd, plain } = target.shop;
  const token = crowd[0] ?? '';
  await db.query(LEDGER, ['Crowd 1', ENTRIES]);
  const alone = await honest(siege, 'alone');
  const requests = [
    'statement?limit=500',
    'orders?limit=500',
    `quote/${plain}/params?playerId={n}`,
    'check?uuid=1&seal=1&orders=[{uuid}]',
  ].map((path) => [apiRequest(path, token)]);
  const attacker = await target.attack('ask', {
    callers: CONNECTIONS,
    requests,
    total: Infinity,
    seconds: 20 * SECONDS,
  });
  const beside = await honest(siege, 'beside');
  const figures = await attacker.stop();
  if (figures.answered === 0) faults.add('the attacker had no answer');
  return `${alone} → ${beside}; the attacker: ${answersInWords(figures)}`;
});

/** What an account that pays sees. */
async function honest({ target, faults }: Siege, when: string): Promise<string> {
  const { shop } = target;
  const asked = {
    newOrder: orderRequest(shop),
    profile: apiRequest('profile', shop.honest),
    check: apiRequest('check?orders=[ID_0123456789abcdef]', shop.honest),
  };
  const told: string[] = [];
  for (const [name, request] of Object.entries(asked)) {
    const figures = await target.attacked('ask', {
      callers: 1,
      requests: [[request]],
      total: Infinity,
      seconds: SECONDS,
    });
    limitStatuses(faults, `${name} ${when}`, figures.statuses, ['200']);
    const { medianMs, slowestMs } = figures;
    told.push(`${name} ${medianMs.toFixed(1)} ms (slowest ${slowestMs.toFixed(0)})`);
  }
  return `${when} ${told.join(', ')}`;
}

/** $1 the name of an account without entries, $2 how many deposits. */
const LEDGER = `
  WITH of AS (
    UPDATE accounts SET balance = $2::integer, ledger_sequence = $2::integer WHERE name = $1 RETURNING id
  )
  INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
  SELECT id, number, 'deposit', 1, number, 'test' FROM of, generate_series(1, $2::integer) AS number`;
