import { ErasureRequests } from '../../orders/erasure/erasure-requests.service.js';
import { ERASURE_STATES, type Erasure } from '../../orders/erasure/erasures.repository.js';
import { flag, time, whole, word } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { IdField, TextField } from '../fields/fields.js';
import { list } from '../lists/list.js';
import { idKey } from '../lists/page.js';
import { operation } from '../operation.js';

const MAX_VALUE_CHARACTERS = 1_000;

export class NewErasureDto {
  @IdField({ optional: true, flag: 'account', description: 'Only orders of this account.' })
  account_id?: number;

  @TextField({
    max: MAX_VALUE_CHARACTERS,
    min: 1,
    optional: true,
    example: '5512345678',
    description:
      'Only orders with this whole value of a field, such as a player id. Either this or `account_id` is needed.',
  })
  value?: string;
}

/** Without the value. */
export const ERASURE_SHAPE = shapeOf<Erasure>()('ErasureDto', {
  id: whole({ example: 3 }),
  at: time(),
  account_id: whole.orNull({ example: 2, description: 'The only account; null for all.' }),
  by_value: flag({ description: 'True if only orders with a value are erased.' }),
  state: word(ERASURE_STATES)({
    description:
      'Orders are counted, then erased, then messages about them; `done` once nothing is left.',
  }),
  orders: whole.orNull({
    example: 2_000_000,
    description: 'To look at; null while they are counted.',
  }),
  looked_at: whole({ example: 1_200_000 }),
  erased: whole({ example: 17 }),
  waiting: whole({ example: 0, description: 'Orders that wait, and are left as they are.' }),
  kept_notes: whole({
    example: 0,
    description: 'Notes of ledger entries of an older form, which are kept: hashes cover them.',
  }),
  finished_at: time.orNull(),
});
export type ErasureDto = ShownBy<typeof ERASURE_SHAPE>;

export const erasureAdd = operation({
  name: 'erasure add',
  summary:
    'erase fields, codes and messages of orders: of an account, of a value such as a player id, or both',
  description:
    'It is done in the background and cannot be taken back; see `GET erasures`. Refused (`conflict`) while an order that it concerns waits.',
  permission: 'orders.erase',
  route: 'POST erasures',
  kind: 'once',
  input: NewErasureDto,
  answer: ERASURE_SHAPE.type,
  // The value itself would stay in the audit.
  details: ({ account_id, value }) => ({ account_id, by_value: value !== undefined }),
  run: async ({ services, manager, input: { account_id: accountId, value } }) => {
    const answer = ERASURE_SHAPE.of(
      await services(ErasureRequests).add(manager, { accountId, value }),
    );
    return { answer, before: null, after: { id: answer.id } };
  },
});

export const erasureList = list({
  name: 'erasure list',
  operationId: 'erasures',
  summary: 'what was erased, and how far it is, newest first',
  permission: 'orders.erase',
  route: 'GET erasures',
  item: ERASURE_SHAPE,
  rows: ({ services }) => ({
    name: 'erasures',
    read: (after: number | undefined, limit) => services(ErasureRequests).page(after, limit),
    keyOf: ({ id }) => [String(id)],
    parseKey: idKey,
  }),
});
