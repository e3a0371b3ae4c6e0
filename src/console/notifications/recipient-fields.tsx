import type { VNode } from 'preact';
import { TOPIC_NAMES } from '../../notifications/topics.js';
import { Check, Input, type FormState } from '../../pages/form.js';
import { useWords } from '../../pages/page-context.js';
import { numberOrText } from '../http/form-numbers.js';
import type { FormValues } from '../http/form-values.js';
import type { RefusedForm } from '../http/refused-form.js';
import { NOTIFICATION_WORDS } from './notification-words.js';

/** A form of a recipient that was refused, with the topics that were ticked. */
export interface RecipientForm extends FormState {
  readonly topics?: readonly string[];
}

export function recipientFormOf({ state, form }: RefusedForm<string>): RecipientForm {
  return { ...state, ...(form && { topics: form.all('topics') }) };
}

/** What a recipient is told of, and where, as it was typed. */
export function recipientFieldsIn(form: FormValues): object {
  const minutes = form.text('overdue_minutes');
  return {
    ...form.given('address'),
    topics: form.all('topics'),
    ...(minutes !== '' && { overdue_minutes: numberOrText(minutes) }),
  };
}

interface RecipientFieldsProps {
  readonly state: RecipientForm | undefined;
  /** The present values, of a recipient that is there. */
  readonly present?: {
    readonly address: string;
    readonly topics: readonly string[];
    readonly overdue_minutes: number;
  };
}

/** The fields that a recipient can change. */
export function RecipientFields({ state, present }: RecipientFieldsProps): VNode {
  const words = useWords(NOTIFICATION_WORDS);
  const ticked = state?.topics ?? present?.topics ?? [];
  return (
    <>
      <Input
        name="address"
        label={words.address}
        hint={words.addressHint}
        value={present?.address}
        maxLength={2_000}
        state={state}
      />
      <fieldset>
        <legend>{words.topics}</legend>
        {TOPIC_NAMES.map((topic) => (
          <Check
            key={topic}
            name="topics"
            value={topic}
            label={words.topicTexts[topic]}
            isChecked={ticked.includes(topic)}
          />
        ))}
      </fieldset>
      <Input
        name="overdue_minutes"
        label={words.overdueMinutes}
        hint={words.overdueHint}
        value={present && String(present.overdue_minutes)}
        isDecimal
        isOptional
        state={state}
      />
    </>
  );
}
