import { familyModel, type FamilyAction } from '../models/family.js';
import { closureModel, type ClosureAction } from '../models/register.js';
import type { ClientCall } from '../reading/client-calls.js';
import { ROTATE, successorOf, type Family } from '../reading/families.js';
import { numberOf, textOf } from '../reading/json.js';
import { matched, type OperatorCall } from '../reading/operator-calls.js';
import type { OrderRecord } from '../reading/order-record.js';
import { isUntold, momentOf, textOfCall } from '../reading/sightings.js';
import type { Operation } from '../search/operation.js';
import type { Tally } from '../tally.js';
import { mayBeOld } from './staleness.js';

const TOKEN_DEAD = 121;
const ACCOUNT_BARRED = 122;
const MAINTENANCE = 130;

/** Codes that an admitted request may be answered with. 111 and 114 may come before the guard. */
const ADMITTED: ReadonlySet<number> = new Set([
  ...[100, 105, 106, 107, 109, 110, 112, 113, 116, 117, 118, 119],
  ...[ACCOUNT_BARRED, 123, 124, MAINTENANCE],
]);
/** Refusals of the guard. Only that it lets an order pass is exact: a token that was let in again is no order's danger. */
const OF_GUARD: ReadonlySet<number> = new Set([
  120,
  TOKEN_DEAD,
  ACCOUNT_BARRED,
  123,
  124,
  MAINTENANCE,
]);

/** What the checkers of access read. */
export interface AccessSources {
  readonly clients: readonly ClientCall[];
  readonly operators: readonly OperatorCall[];
  readonly records: readonly OrderRecord[];
  readonly families: readonly Family[];
}

/** Judges tokens, suspensions and maintenance. */
export function judgeAccess(sources: AccessSources, tally: Tally): void {
  for (const family of sources.families) judgeFamily(family, sources, tally);
  const closed = new Set([
    ...sources.operators.flatMap((call) => suspensionOf(call)?.accountId ?? []),
    ...sources.clients.flatMap(({ code, accountId }) => (code === ACCOUNT_BARRED ? accountId : [])),
  ]);
  for (const id of closed) {
    const sets = sources.operators.flatMap((call) => {
      const suspension = suspensionOf(call);
      return suspension?.accountId === id ? [setBy(call, suspension.closed)] : [];
    });
    const clients = sources.clients.filter(({ accountId }) => accountId === id);
    const records = sources.records.filter(({ accountId }) => accountId === id);
    const reads = closureReads(ACCOUNT_BARRED, clients, records);
    tally.judge('suspension', `account ${id}`, closureModel, [...sets, ...reads]);
  }
  const switches = sources.operators.flatMap((call) => {
    const wanted = textOf(call.body.closed);
    return matched(call, 'PUT', 'maintenance') && wanted !== undefined ? [setBy(call, wanted)] : [];
  });
  const reads = closureReads(MAINTENANCE, sources.clients, sources.records);
  tally.judge('maintenance', 'the shop', closureModel, [...switches, ...reads]);
}

function judgeFamily(
  family: Family,
  { clients, operators, records }: AccessSources,
  tally: Tally,
): void {
  const own = clients.filter(({ token }) => family.tokens.has(token));
  const operations = [
    ...own.flatMap((call) => tokenOperations(call)),
    ...records.flatMap((record) => placementWith(record, family)),
    ...operators.flatMap((call): Operation<FamilyAction>[] => {
      const id = numberOf(matched(call, 'POST', 'tokens/*/revoke')?.[0]);
      const isOwn = id !== undefined && family.tokenIds.has(id);
      return isOwn ? [{ ...call, action: { kind: 'revoke' } }] : [];
    }),
  ];
  if (operations.length === 0) return;
  const name = `account ${family.accountId}, token ${family.first.slice(0, 8)}…`;
  tally.judge('tokens', name, familyModel(family.successors), operations);
}

function tokenOperations(call: ClientCall): Operation<FamilyAction>[] {
  const { token, code } = call;
  const one = (action: FamilyAction): Operation<FamilyAction> => ({
    ...momentOf(call),
    action,
    text: textOfCall(call),
  });
  if (call.route === ROTATE && (call.isOk || isUntold(call))) {
    const rotation = one({ kind: 'rotate', token, successor: successorOf(call) });
    return [call.isOk ? rotation : { ...rotation, endMs: Infinity }];
  }
  if (code === TOKEN_DEAD) return [mayBeOld(one({ kind: 'dead', token }))];
  if (!isLetIn(call)) return [];
  const isUse = code === undefined || !OF_GUARD.has(code);
  const admitted = one({ kind: isUse ? 'admitted' : 'known', token });
  return [isExact(call) ? admitted : mayBeOld(admitted)];
}

/** An order that another answer shows was placed with the only token that it was sent with. */
function placementWith(record: OrderRecord, { tokens }: Family): Operation<FamilyAction>[] {
  const [token, ...others] = record.tokens;
  const isKnown = record.isShown && token !== undefined && others.length === 0;
  // Where each request was answered, its own answer tells the same.
  if (!record.isUntold) return [];
  if (!isKnown || !tokens.has(token)) return [];
  return [{ ...placement(record), action: { kind: 'admitted', token } }];
}

/** newOrder decides by what is committed when it orders, or refuses to. */
function isExact({ route, code }: ClientCall): boolean {
  return route === 'newOrder' && !(code !== undefined && OF_GUARD.has(code));
}

/** True for an answer from behind the guard: a refusal, a file that is no JSON, or a 304, too. */
export function isLetIn({ call: { answer }, code }: ClientCall): boolean {
  if (code !== undefined) return ADMITTED.has(code) || (code >= 600 && code < 700);
  return answer?.status === 200 || answer?.status === 304;
}

function suspensionOf(call: OperatorCall): { accountId: number; closed: string } | undefined {
  const barred = numberOf(matched(call, 'POST', 'accounts/*/suspend')?.[0]);
  if (barred !== undefined) {
    return {
      accountId: barred,
      closed: call.body.orders_only === true ? 'orders' : 'everything',
    };
  }
  const resumed = numberOf(matched(call, 'POST', 'accounts/*/resume')?.[0]);
  return resumed === undefined ? undefined : { accountId: resumed, closed: 'nothing' };
}

function setBy(call: OperatorCall, closed: string): Operation<ClosureAction> {
  return { ...call, action: { kind: 'set', closed } };
}

/** @param code that of what is closed: 122 or 130 */
function closureReads(
  code: number,
  clients: readonly ClientCall[],
  records: readonly OrderRecord[],
): Operation<ClosureAction>[] {
  const calls = clients.flatMap((call): Operation<ClosureAction>[] => {
    const among = openedBy(call, code);
    if (!among) return [];
    const action = { kind: 'seen', among } as const;
    const read = { ...momentOf(call), action, text: textOfCall(call) };
    return [isExact(call) ? read : mayBeOld(read)];
  });
  const placed = records.filter(({ isShown, tokens }) => isShown && tokens.size > 0);
  const placements = placed.map((record) => placement(record));
  return [...calls, ...placements];
}

function placement({
  accountId,
  key,
  placedFromMs,
  shownMs,
}: OrderRecord): Operation<ClosureAction> {
  return {
    client: `account ${accountId}`,
    instance: 'the shop',
    startMs: placedFromMs,
    endMs: shownMs,
    action: { kind: 'seen', among: ['nothing'] },
    text: `the order under ${key} is placed`,
  };
}

/** What may be closed while a call is answered so; undefined where the answer does not tell. */
function openedBy(call: ClientCall, closing: number): string[] | undefined {
  const { route, code, isOk } = call;
  const isOrder = route === 'newOrder' || route === 'quote';
  if (code === closing) return isOrder ? ['orders', 'everything'] : ['everything'];
  // A refusal that the guard makes before it looks at this tells nothing.
  if (!isLetIn(call) || (code !== undefined && OF_GUARD.has(code))) return undefined;
  // Known keys are answered while new orders alone are closed.
  const isOfKnownKey = route === 'newOrder' && (isOk || code === 116 || code === 117);
  return isOrder && !isOfKnownKey ? ['nothing'] : ['nothing', 'orders'];
}
