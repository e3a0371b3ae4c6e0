import type { AskedHealth } from '../../upkeep/extensions/extension-health.service.js';
import type { ExtensionTaskRow } from '../../upkeep/extensions/extension-tasks.repository.js';
import { flag, text, time, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { TIME } from '../answers/shown.js';

/** A periodic task of an extension, as its last runs have left it. */
export const EXTENSION_TASK = shapeOf<ExtensionTaskRow>()('ExtensionTaskDto', {
  name: text({ example: 'sync-rates' }),
  every_seconds: whole({
    example: 300,
    description: 'From the start of a run to that of the next.',
  }),
  running: flag(({ isRunning }) => isRunning),
  last_started: time.orNull(),
  last_ended: time.orNull(),
  next_run: time({ form: { ...TIME, description: 'The earliest time of the next run.' } }),
  holder: text.orNull({
    example: 'web-1, process 17',
    description: 'The host and process of the last run.',
  }),
  failures: whole({
    example: 0,
    description: 'Runs that have failed since the last that has not.',
  }),
  failing_since: time.orNull(),
  last_fault: text.orNull({ example: 'no answer within 10 seconds' }),
});
export type ExtensionTaskDto = ShownBy<typeof EXTENSION_TASK>;

/** What an extension says of itself. */
export const EXTENSION_HEALTH = shapeOf<AskedHealth>()('ExtensionHealthDto', {
  ok: flag(),
  detail: text({ example: 'the supplier does not answer' }),
});
