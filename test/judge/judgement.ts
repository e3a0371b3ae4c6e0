import { judgeAccess } from './checkers/access.js';
import { judgeAccounts } from './checkers/accounts.js';
import { judgeAnswers } from './checkers/answers.js';
import { judgeCatalog } from './checkers/catalog.js';
import { judgeOperatorRequests } from './checkers/operator-requests.js';
import { judgeCodes, judgeOrderKeys } from './checkers/order-keys.js';
import { judgeSpendCaps } from './checkers/spend-caps.js';
import { judgeStrangers } from './checkers/strangers.js';
import { contradictionText, type Contradiction } from './contradiction.js';
import type { History } from './history.js';
import { clientCalls, type ClientCall } from './reading/client-calls.js';
import { families } from './reading/families.js';
import { operatorCalls, type OperatorCall } from './reading/operator-calls.js';
import { noteDecisions, noteReversals } from './reading/operator-orders.js';
import { OrderRecords } from './reading/order-records.js';
import { orderOf, sightings } from './reading/sightings.js';
import { Tally, type Count, type TallyOptions } from './tally.js';
import { timelinesSvg } from './timelines.js';

/** A contradiction, and how it is shown. */
export interface ShownContradiction extends Contradiction {
  readonly text: string;
  /** Time lines. */
  readonly svg: string;
}

export interface JudgeOptions extends TallyOptions {
  /** True where clients only read: then prices must have been read, and no order need have been placed. */
  readonly readsOnly?: boolean;
  /** Checkers that do not judge, where something else than clients and operators changes what they look at. */
  readonly leaveOut?: readonly string[];
}

/** What the checkers say of a history. It is right when there are neither contradictions nor undecided parts. */
export interface Judgement {
  readonly contradictions: readonly ShownContradiction[];
  /** What each checker has judged. */
  readonly counts: Readonly<Record<string, Count>>;
  /** How many operations each checker has judged. */
  readonly judged: Readonly<Record<string, number>>;
  /** The keys whose order was placed in one of the two gaps that decision 17 names. */
  readonly gaps: readonly string[];
  /** What took more steps than a search may take. */
  readonly undecided: readonly string[];
}

/**
 * Judges what clients saw.
 * @throws Error for a history in which no order was answered: nothing was judged, so nothing is right
 */
export function judge(
  history: History,
  { readsOnly = false, leaveOut = [], ...options }: JudgeOptions = {},
): Judgement {
  const { clients, strangers } = clientCalls(history);
  const operators = operatorCalls(history);
  const orders = clients.filter(({ route }) => route === 'newOrder');
  if (!readsOnly && !orders.some((call) => orderOf(call))) {
    throw new Error('nothing was judged: the history holds no order that newOrder has answered');
  }
  const tally = new Tally(options);
  const { records, reversals } = read(history, clients, operators);
  const gaps = judgeOrderKeys(records, tally);
  judgeCodes(records, tally);
  const sources = { clients, operators, records: records.all };
  judgeAnswers(clients, tally);
  judgeOperatorRequests(operators, tally);
  const prices = judgeCatalog(sources, tally);
  judgeAccounts({ ...sources, reversals, prices }, tally);
  const owners = families(history.tokens, clients, operators);
  judgeAccess({ ...sources, families: owners }, tally);
  judgeStrangers(strangers, sources, tally);
  judgeSpendCaps({ ...sources, families: owners, prices }, tally);
  const isLeftOut = (checker: string): boolean => leaveOut.includes(checker);
  const undecided = tally.undecided
    .filter(({ checker }) => !isLeftOut(checker))
    .map(({ checker, subject }) => `${checker}, ${subject}`);
  const counts = Object.fromEntries(
    Object.entries(tally.counts).filter(([checker]) => !isLeftOut(checker)),
  );
  if (readsOnly && !counts['catalog price']) {
    throw new Error('nothing was judged: the history holds no price that was read');
  }
  const contradictions = tally.contradictions
    .filter(({ checker }) => !isLeftOut(checker))
    .map((one) => ({ ...one, text: contradictionText(one), svg: timelinesSvg(one) }));
  const judged = Object.entries(counts).map(([checker, { operations }]) => [checker, operations]);
  const amounts = Object.fromEntries(judged) as Record<string, number>;
  return { contradictions, counts, judged: amounts, gaps, undecided };
}

/** Reads what the history says of each idempotency key. */
function read(
  history: History,
  clients: readonly ClientCall[],
  operators: readonly OperatorCall[],
) {
  const records = new OrderRecords();
  for (const call of clients) if (call.route === 'newOrder') records.request(call);
  const seen = sightings(history, clients, operators);
  for (const sighting of seen) records.learn(sighting);
  for (const sighting of seen) records.note(sighting);
  records.findPhantoms(seen);
  noteDecisions(records, operators);
  const reversals = noteReversals(records, operators);
  return { records, reversals };
}
