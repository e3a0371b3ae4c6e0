import { MAX_TEXT_CHARACTERS } from '../../notifications/messages/mail-text.js';
import { Notices } from '../../notifications/sending/notices.service.js';
import { whole } from '../../operations/answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../../operations/answers/shape.js';
import { TextField } from '../../operations/fields/fields.js';
import { operation } from '../../operations/operation.js';

export class NotifyDto {
  /** On one line, without codes or other secrets: it is sent by mail. */
  @TextField({ min: 1, max: MAX_TEXT_CHARACTERS, example: 'The balance at Voucher Ltd is low.' })
  text: string;
}

const NOTIFIED = shapeOf<{ recipients: number }>()('NotifiedDto', {
  recipients: whole({ example: 2 }),
});
export type NotifiedDto = ShownBy<typeof NOTIFIED>;

/** Of extensions alone. */
export const operatorsNotify = operation<unknown, NotifyDto, NotifiedDto>({
  name: 'operators notify',
  summary: 'tell the operators who want to hear of extensions',
  permission: 'notifications.edit',
  route: 'POST operators/notify',
  kind: 'once',
  input: NotifyDto,
  answer: NOTIFIED.type,
  run: async ({ services, manager, input: { text }, by }) => {
    const extension = by.actor.replace(/^extension:/, '');
    const notice = { type: 'extension.message', data: { extension, text } } as const;
    const recipients = await services(Notices).tell(manager, notice);
    return { answer: NOTIFIED.of({ recipients }), before: null, after: { recipients } };
  },
});
