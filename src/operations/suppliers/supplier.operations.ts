import { isRecord } from '../../common/json-values.js';
import { messageKey } from '../../common/sentence.js';
import {
  SupplierCatalogService,
  type SyncedCatalog,
} from '../../fulfillment/upstream/listing/supplier-catalog.service.js';
import type { ListingSettings } from '../../fulfillment/upstream/listing/supplier-listing.service.js';
import { isFrozen } from '../../fulfillment/upstream/supplier/is-frozen.js';
import type { Supplier } from '../../fulfillment/upstream/supplier/supplier.entity.js';
import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import { endpointOf } from '../../outgoing/endpoint.js';
import { assertMayReach } from '../allowed-host.js';
import { flag, money, text, time, whole, wholes } from '../answers/answer-fields.js';
import { one, oneOrNull, shapeOf, type ShownBy } from '../answers/shape.js';
import { UNUSUAL } from '../catalog/unusual.answers.js';
import { camelCased } from '../../common/camel-cased.js';
import { InvalidFieldsError } from '../fields/checked-input.js';
import { IntegerField } from '../fields/fields.js';
import { given } from '../given.js';
import { idKey } from '../lists/page.js';
import { operation, type Asked, type Target } from '../operation.js';
import { isOtherServer } from './supplier-address.js';
import {
  NewSupplierDto,
  SupplierChangeDto,
  SupplierImportDto,
  SyncDto,
  type ListingDto,
} from './supplier.inputs.js';

const IDS = { type: 'array', items: { type: 'integer' } } as const;
const TOKEN = /^[\x21-\x7e]{1,500}$/;

/** The settings of a supplier, without its token. */
export const SUPPLIER_SHAPE = shapeOf<Supplier>()('SupplierDto', {
  name: text({ example: 'acme' }),
  url: text(({ baseUrl }) => baseUrl, { example: 'https://acme.example' }),
  max_concurrent: whole({ example: 10 }),
  timeout_seconds: whole({ example: 10 }),
  low_balance: money.orNull({ example: '50' }),
  markup: money({ example: '10', description: 'Percentage on its prices.' }),
  into_category: whole.orNull({ example: 3 }),
  sync_minutes: whole.orNull({ example: 60 }),
  picked_categories: wholes.orNull({
    form: IDS,
    description:
      'Of theirs, that are listed with all below them; null for all, as of the products.',
  }),
  picked_products: wholes.orNull({ form: IDS, description: 'Of theirs, that are listed besides.' }),
});

/** A supplier with what is known of it; its settings alone are what a change compares. */
export const KNOWN_SUPPLIER = shapeOf<Supplier>()('KnownSupplierDto', {
  ...SUPPLIER_SHAPE.fields,
  balance: money.orNull({
    permission: 'suppliers.balances',
    example: '120.5',
    description: 'Null without suppliers.balances.',
  }),
  frozen_until: time.orNull((one) => (isFrozen(one) ? one.frozenUntil : null), {
    description: 'Nothing new is bought there before.',
  }),
  checked_at: time.orNull(({ probedAt }) => probedAt),
  error: text(({ lastError }) => lastError, {
    example: '',
    description: 'Why the last check failed.',
  }),
  synced_at: time.orNull(),
  sync_error: text({ example: '', description: 'Why the last sync failed.' }),
  held: oneOrNull(UNUSUAL, ({ heldChanges }: Supplier) => heldChanges, {
    description: 'What the last sync has held back; null if that is nothing.',
  }),
});
export type KnownSupplierDto = ShownBy<typeof KNOWN_SUPPLIER>;

const SUPPLIER = {
  noun: 'supplier',
  shape: SUPPLIER_SHAPE,
  locked: (services, manager, name) => services(SupplierService).locked(manager, name),
} satisfies Target<Supplier, string>;

/** Refuses a token that cannot be sent, and an address within the own network. */
async function assertSendable(asked: Omit<Asked<SupplierChangeDto>, 'id'>): Promise<void> {
  const { url, token = '-' } = asked.input;
  if (!TOKEN.test(token)) {
    const message = 'must be printable characters of ASCII without spaces';
    throw InvalidFieldsError.of('token', message, messageKey('supplier.token', {}));
  }
  // What is no address is refused elsewhere.
  if (url !== undefined && URL.canParse(url)) await assertMayReach(asked, endpointOf(url), 'url');
}

export const supplierAdd = operation({
  name: 'supplier add',
  summary: 'name another shop with this API, from which products can be bought',
  permission: 'suppliers.edit',
  route: 'POST suppliers',
  kind: 'outside',
  makes: true,
  input: NewSupplierDto,
  answer: SUPPLIER_SHAPE.type,
  details: ({ name, ...parts }) => ({ supplier: name, ...parts, token: undefined }),
  prepare: (asked) => assertSendable(asked),
  run: async ({ services, input: { name, url, ...settings }, allowHost }) => {
    const suppliers = services(SupplierService);
    const { baseUrl } = await suppliers.add(name, url, camelCased(settings));
    await allowHost?.(endpointOf(baseUrl));
    // That may fail, and the supplier is there nevertheless.
    return { answer: SUPPLIER_SHAPE.of(await suppliers.probe(name)) };
  },
});

/** Another server gets the token only from somebody who knows it: whoever may edit must not read it that way. */
export const supplierSet = operation({
  name: 'supplier set',
  summary: 'change how a supplier is asked',
  permission: 'suppliers.edit',
  route: 'PATCH suppliers/:name',
  kind: 'setting',
  target: SUPPLIER,
  input: SupplierChangeDto,
  details: ({ token, ...change }) => ({
    ...change,
    ...(token !== undefined && { token_changed: true }),
  }),
  prepare: (asked) => assertSendable(asked),
  run: async ({ services, manager, thing, input, allowHost }) => {
    const { url, token } = input;
    const isMoved = url !== undefined && token === undefined && isOtherServer(thing.baseUrl, url);
    // Who sits at the terminal can read it anyway.
    if (isMoved && !allowHost) {
      const message = 'must be sent with the address of another server';
      throw InvalidFieldsError.of('token', message, messageKey('supplier.token-again', {}));
    }
    await services(SupplierService).change(manager, thing, camelCased(input));
    if (url !== undefined) await allowHost?.(endpointOf(url));
  },
});

export const supplierCheck = operation({
  name: 'supplier check',
  summary: 'ask a supplier for our balance there',
  permission: 'suppliers.edit',
  route: 'POST suppliers/:name/check',
  kind: 'outside',
  target: SUPPLIER,
  answer: KNOWN_SUPPLIER.type,
  run: async ({ services, id: name, may }) => {
    const before = { ...SUPPLIER_SHAPE.of(await services(SupplierService).get(name)) };
    const checked = await services(SupplierService).probe(name);
    const after = { ...SUPPLIER_SHAPE.of(checked) };
    return { answer: KNOWN_SUPPLIER.of(checked, may), before, after };
  },
});

export class FreezeDto {
  @IntegerField({ min: 0, max: 720, example: 12, description: 'From now; 0 ends it.' })
  hours: number;
}

export const supplierFreeze = operation({
  name: 'supplier freeze',
  summary: 'buy nothing new from a supplier for some hours; its orders go on to their next step',
  permission: 'suppliers.edit',
  route: 'POST suppliers/:name/freeze',
  target: SUPPLIER,
  input: FreezeDto,
  answer: KNOWN_SUPPLIER.type,
  run: async ({ services, manager, thing, input: { hours }, may }) => {
    const frozen = await services(SupplierService).freeze(manager, thing, hours);
    const told = (one: Supplier) => ({ frozen_until: KNOWN_SUPPLIER.of(one).frozen_until });
    return { answer: KNOWN_SUPPLIER.of(frozen, may), before: told(thing), after: told(frozen) };
  },
});

export const supplierSync = operation({
  name: 'supplier sync',
  summary: 'set how and how often its catalog is listed in ours',
  permission: 'suppliers.edit',
  route: 'PUT suppliers/:name/sync',
  target: SUPPLIER,
  input: SyncDto,
  run: async ({ services, manager, id: name, input: { every_minutes: minutes, ...listing } }) => {
    const settings = { ...listingOf(listing), ...given({ syncMinutes: minutes }) };
    await services(SupplierCatalogService).configure(manager, name, settings);
  },
});

const IMPORTED = shapeOf<SyncedCatalog & { readonly applied: boolean }>()('SupplierImportedDto', {
  applied: flag({ description: 'False for a dry run.' }),
  created: whole({ example: 12 }),
  updated: whole({ example: 3 }),
  reordered: whole({
    example: 0,
    description: 'Those of the updated ones whose fields change their order.',
  }),
  gone: whole({ example: 1, description: 'Switched off.' }),
  returned: whole({ example: 0, description: 'Switched on again.' }),
  unusual: one(UNUSUAL, ({ unusual }: SyncedCatalog) => unusual),
});
export type SupplierImportedDto = ShownBy<typeof IMPORTED>;

export const supplierImport = operation({
  name: 'catalog import',
  operationId: 'supplier-import',
  summary: 'list its catalog in ours once, or tell what would change',
  description: 'It may go on after 503; `synced_at` in the list tells when it has ended.',
  permission: 'suppliers.edit',
  route: 'POST suppliers/:name/import',
  kind: 'outside',
  target: SUPPLIER,
  input: SupplierImportDto,
  answer: IMPORTED.type,
  run: async ({
    services,
    id: name,
    input: { dry_run: dryRun = false, force = false, accept_unusual: acceptUnusual, ...rest },
  }) => {
    const told = async () => ({ ...SUPPLIER_SHAPE.of(await services(SupplierService).get(name)) });
    const settings = listingOf(rest);
    const before = await told();
    const options = { dryRun, force, settings, acceptUnusual };
    const { unusual, ...changes } = await services(SupplierCatalogService).sync(name, options);
    const answer = IMPORTED.of({ applied: !dryRun, unusual, ...changes });
    return { answer, before, after: { ...(await told()), ...changes } };
  },
});

export const supplierRemove = operation({
  name: 'supplier remove',
  summary: 'forget a supplier that nothing was bought from',
  permission: 'suppliers.edit',
  route: 'DELETE suppliers/:name',
  kind: 'outside',
  target: SUPPLIER,
  run: async ({ services, id: name }) => {
    const answer = SUPPLIER_SHAPE.of(await services(SupplierService).get(name));
    await services(SupplierService).remove(name);
    return { answer, before: { ...answer }, after: {} };
  },
});

/** @throws InvalidFieldsError for other mark-ups than percentages by id */
function listingOf({ markup_by_category: byCategory, ...listing }: ListingDto): ListingSettings {
  const markupByCategory = byCategory && markupsOf(byCategory);
  return { ...camelCased(listing), ...(markupByCategory && { markupByCategory }) };
}

function markupsOf(byCategory: unknown): Map<number, string | null> {
  const markups = new Map<number, string | null>();
  for (const [key, value] of isRecord(byCategory) ? Object.entries(byCategory) : [['', '']]) {
    const id = idKey([key]);
    if (id === undefined || (value !== null && typeof value !== 'string')) {
      const message = 'must be an object of percentages, or null, by category of theirs';
      const key = messageKey('supplier.markups', {});
      throw InvalidFieldsError.of('markup_by_category', message, key);
    }
    markups.set(id, value);
  }
  return markups;
}

export const SUPPLIER_OPERATIONS = [
  ...[supplierAdd, supplierSet, supplierCheck, supplierFreeze, supplierSync],
  ...[supplierImport, supplierRemove],
];
