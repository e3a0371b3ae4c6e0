import type { ShownOrder } from './shown-orders.js';
import type { Sighting } from './sightings.js';

/** An order of this history that nobody can have asked for, and the first answer that gives it away. */
export interface PhantomOrder {
  readonly shown: ShownOrder;
  readonly sighting: Sighting;
}

/**
 * Orders under keys that nobody has sent. One from before the history is none: so it has to be newer in a list than an order
 * that was asked for, or an earlier answer has to say that it was not there.
 */
export function phantomOrders(
  sightings: readonly Sighting[],
  isSent: (accountId: number, key: string) => boolean,
): readonly PhantomOrder[] {
  const phantoms = new Map<string, PhantomOrder>();
  for (const sighting of sightings) {
    const { accountId, isMessage, isList } = sighting;
    if (accountId === undefined || isMessage) continue;
    const orders = withKeys(sighting);
    const isOwn = orders.map(({ key = '' }) => isSent(accountId, key));
    for (const [index, shown] of orders.entries()) {
      const { key } = shown;
      if (key === undefined || isOwn[index] === true) continue;
      const isNewer = isList && isOwn.includes(true, index);
      if (!isNewer && !sightings.some((one) => isMissing(key, one, sighting))) continue;
      const id = `${accountId} ${shown.order.id}`;
      if (!phantoms.has(id)) phantoms.set(id, { shown, sighting });
    }
  }
  return [...phantoms.values()];
}

/** Answers of check name no keys; where each key that was asked for has an order, they are in the order of the request. */
function withKeys({ orders, askedKeys }: Sighting): readonly ShownOrder[] {
  if (askedKeys.length !== orders.length) return orders;
  return orders.map((shown, index) => ({ ...shown, key: shown.key ?? askedKeys[index] }));
}

/** True where an answer that came before another one began says that there is no order under a key. */
function isMissing(key: string, earlier: Sighting, { accountId, startMs }: Sighting): boolean {
  if (earlier.accountId !== accountId || earlier.endMs >= startMs) return false;
  if (earlier.sealed.includes(key)) return true;
  const isAsked = earlier.isWhole || earlier.askedKeys.includes(key);
  // Orders without their keys may be any of those that were asked for.
  return isAsked && !earlier.orders.some((shown) => (shown.key ?? key) === key);
}
