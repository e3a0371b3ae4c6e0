import { HandlerAnswers } from '../../fulfillment/handlers/handler-answers.js';
import { LaterCodesService, type AddedCodes } from '../../orders/later-codes.service.js';
import { text, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { FlagField, ListField } from '../fields/fields.js';
import { operation } from '../operation.js';
import { ORDER_ID } from './order.answers.js';
import { CODES, ORDER } from './order.operations.js';

export class AddCodesDto {
  @ListField({ ...CODES, description: 'Added to those that the order has.' })
  codes: string[];

  @FlagField({
    optional: true,
    flag: 'deliver-anyway',
    description: 'Adds also what another order has got already (`conflict`).',
  })
  deliver_anyway?: boolean;
}

/** Without the codes, since it is stored as the answer of its request. */
const ADDED_CODES_SHAPE = shapeOf<AddedCodes>()('AddedCodesDto', {
  order_id: text(ORDER_ID),
  codes: whole({ example: 2, description: 'How many the order has now.' }),
});

export const orderAddCodes = operation<
  unknown,
  AddCodesDto,
  ShownBy<typeof ADDED_CODES_SHAPE>,
  string
>({
  name: 'order add-codes',
  summary: 'add codes to an accepted order, which its reseller then finds in check',
  permission: 'orders.decide',
  route: 'POST orders/:order/codes',
  kind: 'once',
  status: 200,
  target: ORDER,
  input: AddCodesDto,
  answer: ADDED_CODES_SHAPE.type,
  details: ({ codes, ...told }) => ({ codes: codes.length, ...told }),
  run: async ({ services, id, input, manager }) => {
    const { codes, deliver_anyway: deliverAnyway = false } = input;
    const added = await services(LaterCodesService).add(manager, id, {
      ...{ codes, deliverAnyway },
      mostOf: (order) => services(HandlerAnswers).mostCodes(order, manager),
    });
    const answer = ADDED_CODES_SHAPE.of(added);
    return { answer, before: { codes: added.before }, after: { codes: added.codes } };
  },
});
