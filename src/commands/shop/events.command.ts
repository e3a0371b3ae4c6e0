import { setTimeout as wait } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import { AccountService } from '../../account/account.service.js';
import { OperatorError } from '../../common/app-error.js';
import { someOf } from '../../common/http/parameters/parsed-parameter.js';
import { ACCOUNT_EVENT_TYPES, type AccountEventType } from '../../events/ordered/account-event.js';
import { AccountEvents } from '../../events/ordered/account-events.repository.js';
import {
  BEGIN,
  isSamePlace,
  placeOf,
  type AccountPlace,
} from '../../events/ordered/account-place.js';
import { idArgument, limitArgument, type AddOwnCommands } from '../context/command-context.js';
import { placesIn } from './printed-lines.js';

const MAX_EVENTS = 500;
const MIN_PAUSE_MS = 1_000;
/** As the delivery to listeners: looking takes at most a twentieth of the time of one session of the database. */
const PAUSES_A_LOOK = 20;

type Cursor = NonNullable<ReturnType<typeof placeOf>>;

interface EventsOptions {
  readonly account?: number;
  readonly since?: Cursor;
  readonly after?: string;
  readonly types?: readonly AccountEventType[];
  readonly max?: number;
  readonly follow?: true;
}

export const addEventsCommand: AddOwnCommands = (events, { terminal, readShop }) => {
  events
    .option('--account <id>', 'only of this account', idArgument)
    .option('--since <cursor>', 'behind the event of its account with this cursor', cursorArgument)
    .option('--after <file>', 'behind the last line of each account that this file has')
    .option('--types <list>', 'only these, such as order.placed,balance.deposited', typesArgument)
    .option('--max <n>', 'at most so many', limitArgument)
    .option('--follow', 'wait for further ones, until Ctrl-C or SIGTERM')
    .action((options: EventsOptions) =>
      readShop(
        async (shop) => {
          const { since, account = since?.accountId } = options;
          if (account !== undefined) await shop.get(AccountService).get(account);
          if (since && since.accountId !== account) {
            throw new OperatorError('The cursor is one of another account.');
          }
          const places = options.after === undefined ? new Map() : await placesIn(options.after);
          if (since) places.set(since.accountId, since.place);
          await untilSignal((signal) => {
            const asked = { ...options, account, places, signal };
            return terminal.stream(linesOf(shop.get(AccountEvents), asked));
          });
        },
        { withoutExtensions: true },
      ),
    );
};

interface AskedEvents extends Omit<EventsOptions, 'account'> {
  readonly account: number | undefined;
  /** Where each account goes on; with the first event where nothing is said. */
  readonly places: Map<number, AccountPlace>;
  readonly signal: AbortSignal;
}

async function* linesOf(events: AccountEvents, asked: AskedEvents): AsyncGenerator<string> {
  const { account, places, signal, max = Infinity } = asked;
  let printed = 0;
  for (;;) {
    const began = performance.now();
    const ends = await events.ends(account);
    const pauseMs = Math.max(MIN_PAUSE_MS, PAUSES_A_LOOK * (performance.now() - began));
    for (const { accountId, ...end } of ends) {
      if (isSamePlace(places.get(accountId) ?? BEGIN, end)) continue;
      for await (const line of linesOfAccount(events, accountId, asked)) {
        yield line;
        if (++printed >= max) return;
      }
      if (signal.aborted) return;
    }
    if (!asked.follow) return;
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
}

/** Up to the end of the account. */
async function* linesOfAccount(
  events: AccountEvents,
  accountId: number,
  { places, types, signal }: AskedEvents,
): AsyncGenerator<string> {
  for (;;) {
    const place = places.get(accountId) ?? BEGIN;
    const page = await events.page(accountId, place, { limit: MAX_EVENTS });
    for (const { place: behind, event } of page.events) {
      places.set(accountId, behind);
      const isWanted = event && (!types || ['history.restarted', ...types].includes(event.type));
      if (isWanted) yield `${JSON.stringify(event)}\n`;
    }
    if (!page.isFull || signal.aborted) return;
  }
}

async function untilSignal(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await work(stopping.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function cursorArgument(text: string): Cursor {
  const cursor = placeOf(text);
  if (cursor) return cursor;
  throw new InvalidArgumentError('It must be the cursor of an event.');
}

function typesArgument(text: string): AccountEventType[] {
  const types = someOf(ACCOUNT_EVENT_TYPES, text);
  if (types) return types;
  throw new InvalidArgumentError(`It must be some of ${ACCOUNT_EVENT_TYPES.join(',')}.`);
}
