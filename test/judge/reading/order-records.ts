import type { Wish } from '../models/wish.js';
import { keyOf, normalKey, type ClientCall } from './client-calls.js';
import { OrderRecord } from './order-record.js';
import { isUntold, momentOf, orderOf, textOfCall, type Sighting } from './sightings.js';
import { phantomOrders, type PhantomOrder } from './phantom-orders.js';
import type { ShownOrder } from './shown-orders.js';
import { wishOf } from './wishes.js';

/** Codes that say nothing of earlier requests under the key; so does 114, which may not have read the key. */
const SILENT: ReadonlySet<number> = new Set([
  ...[111, 114, 120, 121, 122, 123, 124, 130],
  ...[404, 405, 500],
]);

/** What is said of orders, by their keys. */
export class OrderRecords {
  private readonly byKey = new Map<string, OrderRecord>();
  private readonly byId = new Map<string, OrderRecord>();
  /** Those of which an answer tells which order they have. */
  private readonly linked = new Set<OrderRecord>();
  /** Orders under keys that nobody has sent, each once. */
  readonly phantoms: PhantomOrder[] = [];
  /** Order ids that were seen under two keys. */
  readonly sharedIds: { readonly id: string; readonly records: readonly OrderRecord[] }[] = [];
  /** Orders that were shown to another account, or under a key that was never sent. */
  readonly misplaced: { readonly record: OrderRecord; readonly sighting: Sighting }[] = [];

  get all(): readonly OrderRecord[] {
    return [...this.byKey.values()];
  }

  ofKey(accountId: number, key: string): OrderRecord | undefined {
    return this.byKey.get(`${accountId} ${key}`);
  }

  /** @param idOrKey an operator may name an order by either */
  find(idOrKey: string): OrderRecord | undefined {
    const byId = this.byId.get(idOrKey);
    if (byId) return byId;
    const key = normalKey(idOrKey);
    const found = this.all.filter((record) => record.key === key);
    return found.length === 1 ? found[0] : undefined;
  }

  link(id: string, record: OrderRecord): void {
    this.linked.add(record);
    const known = this.byId.get(id);
    if (known && known !== record) this.sharedIds.push({ id, records: [known, record] });
    else this.byId.set(id, record);
  }

  /** @param call of newOrder */
  request(call: ClientCall): void {
    const key = keyOf(call.parameters);
    if (key === undefined) return;
    const record = this.made(call.accountId, key);
    const moment = momentOf(call);
    const wish = wishOf(call);
    const text = textOfCall(call);
    const shown = orderOf(call);
    if (shown) {
      record.tried({ sentMs: moment.startMs, token: call.token, product: wish.product });
      const { product, quantity, plainQuantity } = wish;
      // Of a repetition only one of both is that of the order.
      const told = quantity === plainQuantity ? { product, quantity } : { product };
      record.see({ ...shown, ...told }, moment.endMs);
      if (shown.order.status === 'wait') record.waits(moment.startMs);
      else this.placedBefore(call, record, wish);
      this.link(shown.order.id, record);
      record.add(moment, { kind: 'ordered', order: { ...shown.order, product }, wish }, text);
    } else if (isUntold(call)) {
      record.tried({ sentMs: moment.startMs, token: call.token, product: wish.product });
      record.isUntold = true;
      const { endMs: gaveUpMs } = call.call;
      const isSilent = call.code === undefined;
      record.add(
        { ...moment, endMs: Infinity },
        { kind: 'untold', wish, gaveUpMs, isSilent },
        text,
      );
    } else this.refusal(call, record, wish);
  }

  /** newOrder whose commit was cut places the order, and reads it when it tries again: others may see it wait in between. */
  private placedBefore(call: ClientCall, record: OrderRecord, wish: Wish): void {
    const { endMs: gaveUpMs } = call.call;
    const moment = { ...momentOf(call), endMs: Infinity };
    const action = { kind: 'untold', wish, gaveUpMs, isSilent: false } as const;
    record.add(moment, action, textOfCall(call));
  }

  private refusal(call: ClientCall, record: OrderRecord, wish: Wish): void {
    const { code = 0 } = call;
    const moment = momentOf(call);
    const text = textOfCall(call);
    if (code === 116) record.add(moment, { kind: 'other', wish }, text);
    else if (code === 117) {
      record.isSealed = true;
      record.add(moment, { kind: 'was sealed' }, text);
    } else if (!SILENT.has(code)) {
      record.missed(moment.startMs);
      record.add(moment, { kind: 'refused', sentMs: moment.startMs }, text);
    }
  }

  /** Finds orders that nobody has asked for. */
  findPhantoms(seen: readonly Sighting[]): void {
    const isSent = (accountId: number, key: string): boolean =>
      (this.ofKey(accountId, key)?.firstTryMs ?? Infinity) !== Infinity;
    this.phantoms.push(...phantomOrders(seen, isSent));
  }

  /** Learns which order has which key. */
  learn({ accountId, orders, askedKeys, sealed }: Sighting): void {
    for (const shown of orders) {
      const owner = accountId ?? shown.accountId;
      if (shown.key !== undefined && owner !== undefined) {
        const record = this.ofKey(owner, shown.key);
        if (record) this.link(shown.order.id, record);
      }
    }
    // An answer of check names no keys, but is in the order of the request.
    const isSealed = new Set(sealed);
    const asked = askedKeys.filter((key) => !isSealed.has(key));
    if (accountId === undefined || asked.length !== orders.length) return;
    for (const [index, { order, key }] of orders.entries()) {
      const record = this.ofKey(accountId, asked[index] ?? '');
      if (record && key === undefined) this.link(order.id, record);
    }
  }

  /** Notes what a sighting says of each key. */
  note(sighting: Sighting): void {
    const seen = new Set<OrderRecord>();
    /** False where an order is shown of which nobody knows whether it is one of those that were asked for. */
    let isComplete = true;
    for (const shown of sighting.orders) {
      const record = this.recordOf(shown, sighting);
      const known = this.byId.get(shown.order.id);
      if (known && !isPlaceOf(known, shown, sighting)) {
        this.misplaced.push({ record: known, sighting });
      }
      if (!record) isComplete &&= shown.key !== undefined;
      else {
        seen.add(record);
        this.see(record, shown, sighting);
      }
    }
    for (const key of sighting.sealed) this.seal(key, sighting);
    if (sighting.mayHaveSealed) for (const key of sighting.askedKeys) this.seal(key, sighting);
    else this.noteAbsent(sighting, seen, isComplete);
  }

  private see(record: OrderRecord, shown: ShownOrder, sighting: Sighting): void {
    record.see(shown, sighting.endMs);
    const startMs = sighting.isMessage
      ? Math.min(record.firstTryMs, sighting.endMs)
      : sighting.startMs;
    if (shown.order.status === 'wait' && !sighting.isMessage) record.waits(startMs);
    record.add({ ...sighting, startMs }, { kind: 'seen', order: shown.order }, sighting.text);
  }

  private seal(key: string, sighting: Sighting): void {
    if (sighting.accountId === undefined) return;
    const record = this.made(sighting.accountId, key);
    if (!sighting.mayHaveSealed) record.isSealed = true;
    record.add(sighting, { kind: 'seal' }, sighting.text);
  }

  private noteAbsent(
    sighting: Sighting,
    seen: ReadonlySet<OrderRecord>,
    isComplete: boolean,
  ): void {
    const { accountId, askedKeys, askedIds, sealed, isWhole, isSealing } = sighting;
    if (accountId === undefined) return;
    // That a key was to be sealed and is not is wrong whether or not it was ever sent with an order.
    const recordOf = (key: string): OrderRecord | undefined =>
      isSealing ? this.made(accountId, key) : this.ofKey(accountId, key);
    const asked = new Set([
      ...askedKeys.filter((key) => !sealed.includes(key)).map(recordOf),
      ...askedIds.map((id) => this.byId.get(id)),
      ...(isWhole ? this.all : []),
    ]);
    for (const record of asked) {
      if (record?.accountId !== accountId || seen.has(record)) continue;
      if (!isComplete && !this.linked.has(record)) continue;
      record.missed(sighting.startMs);
      record.add(sighting, { kind: isSealing ? 'unsealed' : 'absent' }, sighting.text);
    }
  }

  private recordOf({ order, key, accountId }: ShownOrder, sighting: Sighting) {
    const owner = sighting.accountId ?? accountId;
    if (key !== undefined && owner !== undefined) return this.ofKey(owner, key);
    const record = this.byId.get(order.id);
    return owner === undefined || record?.accountId === owner ? record : undefined;
  }

  private made(accountId: number, key: string): OrderRecord {
    const id = `${accountId} ${key}`;
    const record = this.byKey.get(id) ?? new OrderRecord(accountId, key);
    this.byKey.set(id, record);
    return record;
  }
}

/** False for an answer to another account than that of the order, or under another key. */
function isPlaceOf(
  record: OrderRecord,
  { accountId, key = record.key }: ShownOrder,
  sighting: Sighting,
): boolean {
  const owner = sighting.accountId ?? accountId ?? record.accountId;
  return owner === record.accountId && key === record.key;
}
