import { JOB_TYPE } from '../../events/listener-job-data.js';
import { FailedEvents } from '../../events/failures/failed-events.service.js';
import {
  extensionRelease,
  extensionResend,
  extensionSkip,
  FAILURE_SHAPE,
  type FailureDto,
} from '../../operations/shop/failed-event.operations.js';
import { limitArgument, type AddOwnCommands } from '../context/command-context.js';
import { answerRow } from '../operations/answer-row.js';
import { addOperation } from '../operations/operation-command.js';

interface FailuresOptions {
  readonly extension?: string;
  readonly limit: number;
}

/** Adds the commands about events to the group `extension`. */
export const addListenerCommands: AddOwnCommands = (extension, context) => {
  const { terminal, readShop } = context;
  // Elsewhere it is one short page.
  extension
    .command('failures')
    .description(
      'events that a listener of an extension has not handled, and jobs that have failed, newest first',
    )
    .option('--extension <name>', 'only of this extension')
    .option('--limit <n>', 'at most so many', limitArgument, 50)
    .action(({ extension: name, limit }: FailuresOptions) =>
      readShop(async (shop) => {
        const failed = await shop.get(FailedEvents).list(limit, name);
        const items = failed.map((one) => FAILURE_SHAPE.of(one));
        const rows = items.map((one) => answerRow(FAILURE_SHAPE.type, one));
        terminal.list(
          rows,
          'Every event was handled and every job done, or is on its way for the first time.',
          items,
        );
      }),
    );

  addOperation(extension, context, extensionResend, {
    description:
      'hand a failed event to its listener, or do a failed job, now; a failure is tried again as planned',
    said: ({ id, listener, event, extension: name }: FailureDto) =>
      event === JOB_TYPE
        ? `The job ${listener} (${id}) of ${name} is done once more.`
        : `Event ${id} is handed to the listener ${listener} of ${name} once more.`,
  });
  addOperation(extension, context, extensionSkip, {
    said: ({ id, listener, extension: name, account_id: account }: FailureDto) =>
      `Event ${id} is left out: the listener ${listener} of ${name} goes on with account ${account}.`,
  });
  addOperation(extension, context, extensionRelease, {
    description: 'send the events and jobs that were held back after a restore',
  });
};
