import { TOPIC_NAMES } from '../../notifications/topics.js';
import { Boxes, Input } from '../../pages/form.js';
import { useWords } from '../../pages/page-context.js';
import { NOTIFICATION_WORDS } from './notification-words.js';

/** The fields that a recipient can change. */
export function RecipientFields() {
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
