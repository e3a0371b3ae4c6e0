import { FailedEvents } from '../../events/failures/failed-events.service.js';
import { idArgument, limitArgument, type AddCommands } from '../context/command-context.js';
import { noteChanged } from '../context/noted-change.js';

interface FailuresOptions {
  readonly extension?: string;
  readonly limit: number;
}

/** Adds the commands about events to the group `extension`. */
export const addListenerCommands: AddCommands = (extension, { terminal, withShop, readShop }) => {
  extension
    .command('failures')
    .description('events that a listener of an extension has not handled, newest first')
    .option('--extension <name>', 'only of this extension')
    .option('--limit <n>', 'at most so many', limitArgument, 50)
    .action(({ extension: name, limit }: FailuresOptions) =>
      readShop(async (shop) => {
        const failures = await shop.get(FailedEvents).list(limit, name);
        const rows = failures.map((failure) => ({
          id: failure.id,
          extension: failure.extension,
          listener: failure.listener,
          event: failure.eventType,
          attempts: failure.attempts,
          last_try: failure.lastFailedAt,
          next_try: failure.nextTryAt,
          reason: failure.reason,
        }));
        terminal.list(rows, 'Every event was handled, or is on its way for the first time.');
      }),
    );

  extension
    .command('resend')
    .argument('<id>', 'id of a failed event', idArgument)
    .description('hand a failed event to its listener now; a failure is tried again as planned')
    .action((id: number) =>
      withShop(async (shop) => {
        const { listener, extension: name } = await shop.get(FailedEvents).resend(id);
        const event = { id, extension: name, listener };
        noteChanged(shop, event, { ...event, sent: true });
        terminal.show(
          event,
          `Event ${id} is handed to the listener ${listener} of ${name} once more.`,
        );
      }),
    );

  extension
    .command('release')
    .description('send the events that were held back after a restore')
    .option('--drop', 'delete them instead')
    .action(({ drop = false }: { drop?: boolean }) =>
      withShop(async (shop) => {
        const events = shop.get(FailedEvents);
        const count = drop ? await events.drop() : await events.release();
        const done = drop ? { dropped: count } : { released: count };
        noteChanged(shop, { held: count }, done);
        terminal.item(done);
      }),
    );
};
