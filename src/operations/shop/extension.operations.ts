import type { FailedEvent } from '../../events/failures/failed-event.entity.js';
import { FailedEvents } from '../../events/failures/failed-events.service.js';
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
import { money, text, time, values, whole } from '../answers/answer-fields.js';
import { many, oneOrNull, shapeOf, type ShownBy } from '../answers/shape.js';
import { TIME } from '../answers/shown.js';
import { FlagField, IntegerParameter, MoneyField, TextField } from '../fields/fields.js';
import { limitOf } from '../lists/page.js';
import { operation, unlocked, type Services, type Target } from '../operation.js';
import { reading, type AskedReading } from '../reading.js';
import { EXTENSION_HEALTH, EXTENSION_TASK } from './extension-work.shapes.js';
import { textOfUse } from './text-of-use.js';

const MAX_FAILURES = 100;

export class FailureQuery {
  @IntegerParameter({ min: 1, max: MAX_FAILURES, description: 'At most so many; 50 if absent.' })
  limit?: string;

  @TextField({ min: 1, max: 100, optional: true, description: 'Only of this extension.' })
  extension?: string;
}

export class HeldEventsDto {
  @FlagField({ optional: true, flag: 'drop', description: 'True deletes them instead.' })
  drop?: boolean;
}

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

/** An event that a listener has not handled, or a job of an extension that has failed. */
export const FAILURE_SHAPE = shapeOf<FailedEvent>()('FailureDto', {
  id: whole({ example: 12 }),
  extension: text({ example: 'acme' }),
  listener: text({ example: 'sink', description: 'The listener, or the job.' }),
  account_id: whole.orNull(({ accountId }) => accountId, {
    form: {
      type: 'integer',
      example: 2,
      description: 'Of an event in order, for which the further ones of the account wait.',
    },
  }),
  event: text(({ eventType }) => eventType, {
    example: 'order.placed',
    description: '`job` for a job of the extension.',
  }),
  attempts: whole({ example: 3 }),
  since: time(({ firstFailedAt }) => firstFailedAt),
  last_try: time(({ lastFailedAt }) => lastFailedAt),
  next_try: time.orNull(({ nextTryAt }) => nextTryAt, {
    form: { ...TIME, description: 'Null if it was given up.' },
  }),
  reason: text({ example: 'no answer within 10 seconds' }),
});
export type FailureDto = ShownBy<typeof FAILURE_SHAPE>;

const FAILURES = shapeOf<readonly FailedEvent[]>()('FailuresDto', {
  items: many(FAILURE_SHAPE, (failures: readonly FailedEvent[]) => failures),
});

export const extensionFailures = reading({
  name: 'extension failures',
  operationId: 'failed-events',
  summary:
    'events that listeners have not handled, and jobs that have failed, the last failed first',
  permission: 'extensions.read',
  route: 'GET failed-events',
  query: FailureQuery,
  shape: FAILURES,
  read: ({ services, query: { limit, extension } }: AskedReading<number, FailureQuery>) =>
    services(FailedEvents).list(limitOf(limit), extension),
});

export const extensionResend = operation({
  name: 'extension resend',
  operationId: 'failed-event-resend',
  summary: 'hand a failed event to its listener, or do a failed job, now',
  permission: 'extensions.resend',
  route: 'POST failed-events/:id/resend',
  kind: 'outside',
  target: unlocked('event'),
  answer: FAILURE_SHAPE.type,
  run: async ({ services, id }) => {
    const answer = FAILURE_SHAPE.of(await services(FailedEvents).resend(id));
    const { extension, listener, event, attempts } = answer;
    const before = { id, extension, listener, event, attempts };
    return { answer, before, after: { ...before, sent: true } };
  },
});

const FAILED_EVENT = {
  noun: 'event',
  locked: (services, manager, id) => services(FailedEvents).locked(manager, id),
} satisfies Target<FailedEvent>;

export const extensionSkip = operation({
  name: 'extension skip',
  operationId: 'failed-event-skip',
  summary: 'leave a failed event in order out, so that its account goes on for that listener',
  description: 'Refused (`conflict`) for an event that no other one waits for.',
  permission: 'extensions.resend',
  route: 'POST failed-events/:id/skip',
  target: FAILED_EVENT,
  answer: FAILURE_SHAPE.type,
  run: async ({ services, manager, thing }) => {
    await services(FailedEvents).skip(manager, thing);
    const answer = FAILURE_SHAPE.of(thing);
    return { answer, before: { ...answer, event_id: thing.eventId }, after: null };
  },
});

const HELD_EVENTS_RESULT = shapeOf<number>()('HeldEventsResultDto', {
  count: whole((count) => count, {
    example: 4,
    description:
      'Events and jobs that were sent, or deleted, and accounts whose events in order go on.',
  }),
});
export type HeldEventsResultDto = ShownBy<typeof HELD_EVENTS_RESULT>;

export const extensionRelease = operation({
  name: 'extension release',
  operationId: 'failed-events-release',
  summary: 'send the events and jobs that were held back after a restore, or delete them',
  permission: 'extensions.resend',
  route: 'POST failed-events/release',
  kind: 'outside',
  input: HeldEventsDto,
  answer: HELD_EVENTS_RESULT.type,
  run: async ({ services, input: { drop = false } }) => {
    const events = services(FailedEvents);
    const count = drop ? await events.drop() : await events.release();
    const after = drop ? { dropped: count } : { released: count };
    return { answer: HELD_EVENTS_RESULT.of(count), before: { held: count }, after };
  },
});

export const EXTENSION_OPERATIONS = [
  extensionSet,
  extensionForget,
  extensionResend,
  extensionSkip,
  extensionRelease,
];
