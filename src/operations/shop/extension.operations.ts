import { ListingService } from '../../catalog/listing/listing.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import type { Product } from '../../catalog/product.entity.js';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import type { ExtensionRecord } from '../../upkeep/extensions/extension-record.entity.js';
import {
  ExtensionHealth,
  type AskedHealth,
} from '../../upkeep/extensions/extension-health.service.js';
import { ExtensionRecords } from '../../upkeep/extensions/extension-records.service.js';
import { ShopExtensions } from '../../upkeep/extensions/shop-extensions.js';
import type { ExtensionTaskRow } from '../../upkeep/extensions/extension-tasks.repository.js';
import { money, text, time, values } from '../answers/answer-fields.js';
import { many, oneOrNull, shapeOf, type ShownBy } from '../answers/shape.js';
import { FlagField, MoneyField } from '../fields/fields.js';
import { operation, type Services, type Target } from '../operation.js';
import { reading } from '../reading.js';
import { EXTENSION_HEALTH, EXTENSION_TASK } from './extension-work.shapes.js';
import { textOfUse } from './text-of-use.js';
import { FAILED_EVENT_OPERATIONS } from './failed-event.operations.js';

export class ForgettingDto {
  @FlagField({
    optional: true,
    flag: 'switch-off',
    description: 'True switches the products off that nobody would deliver any more.',
  })
  switch_off?: boolean;
}

const DEPOSITS_A_DAY = {
  example: '500',
  description: 'USD that it may add to balances within 24 hours; 0 forbids it, null is any amount.',
};

export class ExtensionChangeDto {
  @MoneyField({ ...DEPOSITS_A_DAY, nullable: true, nullWord: 'none' })
  deposits_a_day: string | null;
}

/** An extension as it is recorded, and as it is loaded here; null where it is not. */
interface KnownExtension {
  readonly name: string;
  readonly recorded: string | null;
  readonly loaded: string | null;
  readonly ports: object;
  readonly uses: readonly string[];
  readonly depositsADay: string | null;
  /** USD within 24 hours. */
  readonly added: string;
  readonly seenAt: Date | null;
  readonly tasks: readonly ExtensionTaskRow[];
  /** Null where it says none. */
  readonly health: AskedHealth | null;
}

const USE = shapeOf<string>()('ExtensionUseDto', {
  method: text((method) => method, { example: 'balance.deposit', description: 'Of `Shop`.' }),
  does: text((method) => textOfUse('en', method), { example: 'add money to accounts' }),
});

/** What owners set of an extension; this alone is what a change compares. */
const EXTENSION_SETTINGS = shapeOf<Pick<KnownExtension, 'name' | 'depositsADay'>>()(
  'ExtensionSettingsDto',
  { name: text({ example: 'acme' }), deposits_a_day: money.orNull(DEPOSITS_A_DAY) },
);

export const EXTENSION_SHAPE = shapeOf<KnownExtension>()('ExtensionDto', {
  name: EXTENSION_SETTINGS.fields.name,
  recorded: text.orNull({
    form: { type: 'string', example: '1.2.0', description: 'At the last start of a server.' },
  }),
  loaded: text.orNull({
    form: { type: 'string', example: '1.2.0', description: 'In this server.' },
  }),
  ports: values(({ ports }) => ({ ...ports }), { description: 'Names by kind.' }),
  uses: many(USE, ({ uses }: KnownExtension) => uses, {
    description: 'What it may do in the shop, as it declares it.',
  }),
  deposits_a_day: EXTENSION_SETTINGS.fields.deposits_a_day,
  added_within_a_day: money(({ added }) => added, {
    example: '120.5',
    description: 'USD that it has added to balances within the last 24 hours.',
  }),
  last_seen: time.orNull(({ seenAt }) => seenAt),
  tasks: many(EXTENSION_TASK, ({ tasks }: KnownExtension) => tasks, {
    description: 'Its periodic tasks.',
  }),
  health: oneOrNull(EXTENSION_HEALTH, ({ health }: KnownExtension) => health, {
    description: 'What it says of itself, as it is loaded here; null if it says nothing.',
  }),
});
export type ExtensionDto = ShownBy<typeof EXTENSION_SHAPE>;

const EXTENSIONS = shapeOf<readonly KnownExtension[]>()('ExtensionsDto', {
  items: many(EXTENSION_SHAPE, (extensions: readonly KnownExtension[]) => extensions),
});
export type ExtensionsDto = ShownBy<typeof EXTENSIONS>;

/** What changes while extensions run. */
type Present = (name: string) => Pick<KnownExtension, 'added' | 'tasks' | 'health'>;

/** What is recorded, beside what is loaded here. */
function recordedHere(
  { version, ...record }: ExtensionRecord,
  present: Present,
  services: Services,
): KnownExtension {
  const { loaded } = services(ShopExtensions);
  const here = loaded.find(({ definition }) => definition.name === record.name);
  const { name } = record;
  return {
    ...record,
    ...present(name),
    recorded: version,
    loaded: here ? (here.version ?? '') : null,
  };
}

/** What is recorded, and then what is loaded here and was not recorded yet. */
async function knownExtensions(services: Services): Promise<KnownExtension[]> {
  const records = services(ExtensionRecords);
  const recorded = await records.list();
  const known = new Set(recorded.map(({ name }) => name));
  const { loaded } = services(ShopExtensions);
  const fresh = loaded.filter(({ definition }) => !known.has(definition.name));
  const names = [...known, ...fresh.map(({ definition }) => definition.name)];
  const addedBy = await records.addedWithinADay(names);
  const tasksOf = await records.tasksOf();
  const healths = await services(ExtensionHealth).ask();
  const present: Present = (name) => ({
    added: addedBy(name),
    tasks: tasksOf(name),
    health: healths.find(({ extension }) => extension === name) ?? null,
  });
  return [
    ...recorded.map((record) => recordedHere(record, present, services)),
    ...fresh.map(({ definition: { name, uses = [] }, version = '', ports = {} }) => ({
      ...{ name, recorded: null, loaded: version, ports, uses, seenAt: null },
      ...{ depositsADay: null, ...present(name) },
    })),
  ];
}

export const extensionList = reading({
  name: 'extension list',
  operationId: 'extensions',
  summary: 'the extensions of the shop, as recorded and as loaded here',
  permission: 'extensions.read',
  route: 'GET extensions',
  shape: EXTENSIONS,
  read: ({ services }) => knownExtensions(services),
});

const FORGOTTEN = shapeOf<string>()('ForgottenDto', {
  forgotten: text((name) => name, { example: 'acme' }),
});

const EXTENSION = {
  noun: 'extension',
  shape: EXTENSION_SETTINGS,
  locked: (services, manager, name) => services(ExtensionRecords).locked(manager, name),
} satisfies Target<ExtensionRecord, string>;

export const extensionSet = operation({
  name: 'extension set',
  summary: 'bound what an extension may add to balances within 24 hours',
  permission: 'extensions.edit',
  route: 'PATCH extensions/:name',
  kind: 'setting',
  target: EXTENSION,
  input: ExtensionChangeDto,
  run: async ({ services, manager, id, input }) => {
    await services(ExtensionRecords).bound(manager, id, input.deposits_a_day);
  },
});

/** Products that a refusal names; of more it tells the number. */
const NAMED_PRODUCTS = 20;

function undeliverable(products: readonly Pick<Product, 'id' | 'name'>[]): ConflictError {
  const named = products.slice(0, NAMED_PRODUCTS).map(({ id, name }) => `${name} (${id})`);
  const values = { count: products.length, products: named.join(', ') };
  return new ConflictError(...sentence('extension.delivers', values));
}

export const extensionForget = operation({
  name: 'extension forget',
  summary: 'let servers work without an extension that the shop has no longer',
  description:
    'Refused (`conflict`) while products are on sale that nobody would deliver any more, which it names.',
  permission: 'extensions.edit',
  route: 'DELETE extensions/:name',
  target: EXTENSION,
  input: ForgettingDto,
  answer: FORGOTTEN.type,
  run: async ({ services, manager, id: name, thing, input }) => {
    const records = services(ExtensionRecords);
    const handlers = await records.handlersOnlyOf(thing);
    const products = await services(ProductService).firstAskedOf(manager, handlers);
    if (products.length > 0 && !input.switch_off) throw undeliverable(products);
    const ids = products.map(({ id }) => id);
    await services(ListingService).switchOff(manager, ids);
    const addedBy = await records.addedWithinADay([name]);
    const present = () => ({ added: addedBy(name), tasks: [], health: null });
    const shown = EXTENSION_SHAPE.of(recordedHere(thing, present, services));
    await records.forget(name, manager);
    return {
      answer: FORGOTTEN.of(name),
      before: { ...shown, uses: thing.uses },
      after: ids.length > 0 ? { switched_off: ids } : null,
    };
  },
});

export const EXTENSION_OPERATIONS = [extensionSet, extensionForget, ...FAILED_EVENT_OPERATIONS];
