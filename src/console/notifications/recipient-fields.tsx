import type { VNode } from 'preact';
import { TOPIC_NAMES } from '../../notifications/topics.js';
import { Boxes, Input } from '../../pages/form.js';
import { useWords } from '../../pages/page-context.js';
import { numberOrText } from '../http/form-numbers.js';
import type { FormValues } from '../http/form-values.js';
import { NOTIFICATION_WORDS } from './notification-words.js';

/** What a recipient is told of, and where, as it was typed. */
export function recipientFieldsIn(form: FormValues): object {
  const minutes = form.text('overdue_minutes');
  return {
    ...form.given('address'),
    topics: form.all('topics'),
    ...(minutes !== '' && { overdue_minutes: numberOrText(minutes) }),
  };
}

/** The fields that a recipient can change. */
export function RecipientFields(): VNode {
  const words = useWords(NOTIFICATION_WORDS);
  return (
    <>
      <Input name="address" label={words.address} hint={words.addressHint} />
      <fieldset>
        <legend>{words.topics}</legend>
        <Boxes name="topics" options={TOPIC_NAMES.map((name) => [name, words.topicTexts[name]])} />
      </fieldset>
      <Input name="overdue_minutes" label={words.overdueMinutes} hint={words.overdueHint} />
    </>
  );
}
