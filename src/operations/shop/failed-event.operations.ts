import type { FailedEvent } from '../../events/failures/failed-event.entity.js';
import { FailedEvents } from '../../events/failures/failed-events.service.js';
import { text, time, whole } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { TIME } from '../answers/shown.js';
import { FlagField, IntegerParameter, TextField } from '../fields/fields.js';
import { limitOf } from '../lists/page.js';
import { operation, unlocked, type Target } from '../operation.js';
import { reading, type AskedReading } from '../reading.js';

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

export const FAILED_EVENT_OPERATIONS = [extensionResend, extensionSkip, extensionRelease];
