import type { AuditEntryDto } from '../../operations/shop/audit.lists.js';
import type { ThingNames, ThingNaming } from '../shell/thing-naming.service.js';
import type { Visit } from '../visit/visit.js';
import { changedValues, valuesIn } from './changed-values.js';

type Named = 'accounts' | 'products';

/** What an id in an entry is the id of, by the name of the value. */
const THINGS: Readonly<Record<string, Named>> = {
  account: 'accounts',
  account_id: 'accounts',
  product: 'products',
  product_id: 'products',
};

/** More of a page are shown without names. */
const MAX_NAMED = 200;

/** The name of what has this id; undefined if the value is no id, or nothing is known of it. */
export function nameOfThing(things: ThingNames, name: string, value: unknown): string | undefined {
  const thing = thingIn(name, value);
  return thing && things[thing.kind].get(thing.id);
}

/** What a value names; undefined if it is no id. */
function thingIn(name: string, value: unknown) {
  const id = idIn(value);
  const kind = Object.hasOwn(THINGS, name) ? THINGS[name] : undefined;
  return kind && id !== undefined ? { kind, id } : undefined;
}

/** The names of what entries show, as far as the operator may know them. */
export function namesIn(
  naming: ThingNaming,
  { caller }: Visit,
  entries: readonly AuditEntryDto[],
): Promise<ThingNames> {
  const { accounts, products } = idsIn(entries);
  return naming.of({
    accounts: caller.may('accounts.read') ? accounts : [],
    products: caller.may('catalog.read') ? products : [],
  });
}

/** The ids of accounts and products that entries show. */
function idsIn(entries: readonly AuditEntryDto[]): Record<Named, number[]> {
  const ids = { accounts: new Set<number>(), products: new Set<number>() };
  for (const { details, before, after } of entries) {
    const changed = changedValues(before, after).flatMap(({ path, ...values }) =>
      [values.before, values.after].map((value) => ({ path, value })),
    );
    for (const { path, value } of [...valuesIn(details), ...changed]) {
      const thing = thingIn(path.at(-1) ?? '', value);
      if (thing && ids[thing.kind].size < MAX_NAMED) ids[thing.kind].add(thing.id);
    }
  }
  return { accounts: [...ids.accounts], products: [...ids.products] };
}

/** Greater ones are none of this shop, and could not be looked for. */
const MAX_ID = 2_147_483_647;

function idIn(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : undefined;
}
