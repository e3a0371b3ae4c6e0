import type { ClientCall } from '../reading/client-calls.js';
import { ROTATE, successorOf } from '../reading/families.js';
import { textOf } from '../reading/json.js';
import { matched, type OperatorCall } from '../reading/operator-calls.js';
import { isUntold, momentOf, orderOf, textOfCall } from '../reading/sightings.js';
import type { Tally } from '../tally.js';
import { isLetIn } from './access.js';

/** The only route below `/client/api` that needs no token. */
const OPEN_TO_ALL = 'integration';

interface Issuers {
  readonly clients: readonly ClientCall[];
  readonly operators: readonly OperatorCall[];
}

/** What has made a token, or may have. */
interface Issue {
  readonly startMs: number;
  /** Undefined where the answer was lost. */
  readonly token: string | undefined;
}

/**
 * Judges that nobody is let in by a token that was never issued, or by none.
 * @param strangers the calls with tokens whose owners the history does not know
 */
export function judgeStrangers(
  strangers: readonly ClientCall[],
  issuers: Issuers,
  tally: Tally,
): void {
  const letIn = strangers
    .filter((call) => isLetIn(call) && call.route !== OPEN_TO_ALL)
    .toSorted((one, other) => one.call.endMs - other.call.endMs);
  const issues = issuesOf(issuers);
  let lostInUse = 0;
  for (const [token, calls] of Map.groupBy(letIn, (call) => call.token)) {
    const { endMs } = calls[0]?.call ?? { endMs: 0 };
    const before = token === '' ? [] : issues.filter(({ startMs }) => startMs < endMs);
    const isTold = before.some((issue) => issue.token === token);
    // Each answer that was lost has made one token at most.
    const isOfLost = !isTold && before.filter((issue) => !issue.token).length > lostInUse;
    if (isOfLost) lostInUse += 1;
    // The successors of a token that was never issued are no better, so that it cannot vouch for itself.
    if (isTold || isOfLost) issues.push(...rotations(calls));
    else for (const call of calls) contradict(call, tally);
  }
}

function issuesOf({ clients, operators }: Issuers): Issue[] {
  const issues = operators.filter((call) => matched(call, 'POST', 'accounts/*/tokens'));
  return [
    ...rotations(clients),
    ...issues.map(({ startMs, json }) => ({ startMs, token: textOf(json.token) })),
  ];
}

function rotations(calls: readonly ClientCall[]): readonly Issue[] {
  return calls
    .filter((call) => call.route === ROTATE && (call.isOk || isUntold(call)))
    .map((call) => ({ startMs: call.call.startMs, token: successorOf(call) }));
}

function contradict(call: ClientCall, tally: Tally): void {
  const isOrder = call.route === 'newOrder' && orderOf(call) !== undefined;
  tally.contradict({
    ...{ checker: 'tokens', subject: 'the shop' },
    what: isOrder
      ? 'an order was placed with a token that was never issued, or without one'
      : 'a token was let in that was never issued, or none at all',
    operations: [{ ...momentOf(call), text: textOfCall(call) }],
  });
}
