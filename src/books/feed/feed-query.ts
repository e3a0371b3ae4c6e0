import { EVENT_TYPES, type AccountEventType } from '../../account/events/event-hash.js';
import type { FlatParameters } from '../../common/http/parameters/flat-parameters.js';
import { isSwitchedOn, parsed, someOf } from '../../common/http/parameters/parsed-parameter.js';
import type { FeedPlace } from '../../orders/history/order-changes.repository.js';
import { feedPlace } from './feed-cursor.js';

export const MAX_WAIT_SECONDS = 25;
const WAIT_SECONDS = /^(?:[0-9]|1[0-9]|2[0-5])$/;
const NOW = 'now';

export interface FeedQuery {
  /** Undefined for the first event, `now` for the place behind the last one. */
  readonly since: FeedPlace | typeof NOW | undefined;
  readonly waitSeconds: number;
  /** Undefined for all. */
  readonly types: readonly AccountEventType[] | undefined;
  readonly hasReceipts: boolean;
}

/** @throws BadParameterError (114) */
export function feedQuery(accountId: number, parameters: FlatParameters): FeedQuery {
  const since = (text: string) => (text === NOW ? NOW : feedPlace(accountId, text));
  const seconds = (text: string) => (WAIT_SECONDS.test(text) ? Number(text) : undefined);
  const types = (text: string) => someOf(EVENT_TYPES, text);
  return {
    since: parsed(parameters, 'since', since, 'now, or the cursor of an answer to this account'),
    waitSeconds:
      parsed(parameters, 'wait', seconds, `whole seconds from 0 to ${MAX_WAIT_SECONDS}`) ?? 0,
    types: parsed(parameters, 'type', types, EVENT_TYPES.join(', ')),
    hasReceipts: isSwitchedOn(parameters, 'receipts'),
  };
}
