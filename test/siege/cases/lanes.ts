import { randomBytes } from 'node:crypto';
import { getRequest } from '../../../bench/raw-client.js';
import { hashOfToken } from '../../../src/account/access/token-secret.js';
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
  const { db, plain } = siege.target.shop;
  await db.query(LEDGER, ['Crowd 1', ENTRIES]);
  return besideAccount(siege, [
    'statement?limit=500',
    'orders?limit=500',
    `quote/${plain}/params?playerId={n}`,
    'check?uuid=1&seal=1&orders=[{uuid}]',
  ]);
});

/** One account that waits for events on 100 connections, of which ten may wait. */
export const accountWaits = besieged('waits of one account', (siege) =>
  besideAccount(siege, ['orders/changes?wait=25', 'orders/changes?wait=25&type=late&receipts=1']),
);

async function besideAccount(siege: Siege, paths: readonly string[]): Promise<string> {
  const { target, faults } = siege;
  const token = target.shop.crowd[0] ?? '';
  const own = {
    'own check': apiRequest('check?orders=[ID_0123456789abcdef]', token),
    'own sealing': apiRequest('check?uuid=1&seal=1&orders=[{uuid}]', token),
  };
  const alone = await honest(siege, 'alone', own);
  const attacker = await target.attack('ask', {
    callers: CONNECTIONS,
    requests: paths.map((path) => [apiRequest(path, token)]),
    total: Infinity,
    seconds: 20 * SECONDS,
  });
  const beside = await honest(siege, 'beside', own);
  const figures = await attacker.stop();
  if (figures.answered === 0) faults.add('the attacker had no answer');
  return `${alone} → ${beside}; the attacker: ${answersInWords(figures)}`;
}

/** Cookies, tokens and links that nobody has, from addresses all over 100 networks. */
export const strangers = besieged('strangers who guess', (siege) =>
  besideStrangers(siege, (headers) => [
    getRequest('/console/sign-in/code', { ...headers, Cookie: 'souk_session={hex}' }),
    getRequest('/admin/api/v1/me', { ...headers, Authorization: 'Bearer souk_op_{hex}' }),
    getRequest('/client/api/profile', { ...headers, 'api-token': '{hex}' }),
    getRequest('/console/link/{hex}', headers),
  ]),
);

/** Pages of the console for everybody, each with an address of its own. */
export const publicPages = besieged('public pages', (siege) =>
  besideStrangers(siege, (headers) => [
    getRequest('/console/sign-in?next=%2Fconsole%2F{n}', headers),
    getRequest('/console/nothing/{n}', headers),
    getRequest('/', { ...headers, Accept: 'text/html' }),
  ]),
);

async function besideStrangers(
  siege: Siege,
  requestsOf: (headers: Readonly<Record<string, string>>) => readonly string[],
): Promise<string> {
  const { target, faults } = siege;
  const bearer = `souk_op_${randomBytes(32).toString('hex')}`;
  await target.shop.db.query(OPERATOR, [hashOfToken(bearer)]);
  const operator = {
    operator: getRequest('/admin/api/v1/me', {
      Authorization: `Bearer ${bearer}`,
      'X-Forwarded-For': '198.51.100.7',
    }),
  };
  const alone = await honest(siege, 'alone', operator);
  const attacker = await target.attack('ask', {
    callers: CONNECTIONS,
    requests: Array.from({ length: CONNECTIONS }, (_, network) =>
      requestsOf({ 'X-Forwarded-For': `45.${network}.{byte}.{byte}` }),
    ),
    total: Infinity,
    seconds: 20 * SECONDS,
  });
  const before = await target.transactions();
  const beside = await honest(siege, 'beside', operator);
  const asked = (await target.transactions()) - before;
  const figures = await attacker.stop();
  if (figures.answered === 0) faults.add('the attacker had no answer');
  return `${alone} → ${beside}; ${asked} transactions meanwhile; the attacker: ${answersInWords(figures)}`;
}

/** What an account that pays, and others, see. @param others their requests by names */
async function honest(
  { target, faults }: Siege,
  when: string,
  others: Readonly<Record<string, string>>,
): Promise<string> {
  const { shop } = target;
  const asked = {
    ...others,
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

/** $1 the hash of the token of a new operator. */
const OPERATOR = `
  WITH of AS (INSERT INTO operators (name, role) VALUES ('operator:ada', 'owner') RETURNING id)
  INSERT INTO operator_tokens (operator_id, token_hash, label, role) SELECT id, $1, '', 'owner' FROM of`;

/** $1 the name of an account without entries, $2 how many deposits. */
const LEDGER = `
  WITH of AS (
    UPDATE accounts SET balance = $2::integer, ledger_sequence = $2::integer WHERE name = $1 RETURNING id
  )
  INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, actor)
  SELECT id, number, 'deposit', 1, number, 'test' FROM of, generate_series(1, $2::integer) AS number`;
