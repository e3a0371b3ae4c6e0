import { setTimeout as sleep } from 'node:timers/promises';
import { getRequest } from '../../../bench/raw-client.js';
import { besieged, type Siege } from '../besieged.js';
import { answersInWords } from '../figures.js';
import { apiRequest, orderRequest } from '../siege-shop.js';
import type { Target } from '../target.js';

const SECONDS = 5;
/** PostgreSQL counts what a connection did up to a second later. */
const COUNTING_MS = 1_500;
const READY_CALLERS = 64;
const READY_ROUNDS = 3;
/**
 * Transactions a second with all callers, above those without. A transaction for each call would be thousands; PostgreSQL's
 * own upkeep makes up to 24.
 */
const MAX_TRANSACTIONS_A_SECOND = 50;
/** Wrong tokens to one statement, at least. */
const LEAST_WRONG = 10;
/** A token that the server has never seen. */
export const WRONG_TOKEN = apiRequest('profile', '{token}');

/** Wrong tokens, and what an honest caller sees beside them. */
export const wrongTokens = besieged('callers with wrong tokens', async (siege) => {
  const { target, amounts, faults } = siege;
  const alone = await honest(target);
  // Until what the orders before have cost is counted.
  await sleep(COUNTING_MS);
  const still = () => sleep(SECONDS * 1000);
  const idle = await transactionsDuring(target, still);
  const attacker = await target.attack('ask', {
    callers: amounts.callers,
    requests: [[WRONG_TOKEN]],
    total: Infinity,
    seconds: 10 * SECONDS,
  });
  const statements = (await transactionsDuring(target, still)) - idle;
  const beside = await honest(target);
  const figures = await attacker.stop();
  const wrong = Math.round((figures.answered / figures.seconds) * SECONDS);
  if (statements > wrong / LEAST_WRONG) {
    faults.add('wrong tokens are asked of the database', `${statements} for ${wrong}`);
  }
  return `profile ${alone.profile} → ${beside.profile}, newOrder ${alone.order} → ${beside.order} (medians, alone → beside); ${statements} transactions in ${SECONDS} s, and ${idle} without them; ${answersInWords(figures)}`;
});

/** Everybody may ask whether the server is ready. */
export const ready = besieged('health/ready asked by everybody', async ({ target, faults }) => {
  let told = '';
  const [idle, flooded]: [number[], number[]] = [[], []];
  for (let round = 1; round <= READY_ROUNDS; round++) {
    idle.push(await transactionsDuring(target, () => sleep(SECONDS * 1000)));
    const during = await transactionsDuring(target, async () => {
      const figures = await target.attacked('ask', {
        callers: READY_CALLERS,
        requests: [[getRequest('/health/ready', {})]],
        total: Infinity,
        seconds: SECONDS,
      });
      told = answersInWords(figures);
    });
    flooded.push(during);
  }
  // The quietest rounds are compared: PostgreSQL's own upkeep is hundreds of transactions in some rounds, few in others.
  const statements = (Math.min(...flooded) - Math.min(...idle)) / SECONDS;
  faults.limit(
    'what readiness asks of the database',
    statements,
    MAX_TRANSACTIONS_A_SECOND,
    'transactions a second',
  );
  return `transactions in ${SECONDS} s: ${idle.join(', ')} without it, ${flooded.join(', ')} with it; ${told}`;
});

async function transactionsDuring(target: Target, work: () => Promise<unknown>): Promise<number> {
  const before = await target.transactions();
  await work();
  await sleep(COUNTING_MS);
  return (await target.transactions()) - before;
}

/** Medians of an account that pays. */
async function honest(target: Siege['target']): Promise<{ profile: string; order: string }> {
  const asked = async (request: string): Promise<string> => {
    const { medianMs } = await target.attacked('ask', {
      callers: 1,
      requests: [[request]],
      total: Infinity,
      seconds: SECONDS - 1,
    });
    return Number.isNaN(medianMs) ? 'no answer' : `${medianMs.toFixed(1)} ms`;
  };
  const profile = await asked(apiRequest('profile', target.shop.honest));
  return { profile, order: await asked(orderRequest(target.shop)) };
}
