import { TOPIC_NAMES, topicOf } from '../../notifications/topics.js';
import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import { Boxes, Input } from '../../pages/form.js';
import { usePage } from '../../pages/page-context.js';
import { LanguageChoice } from '../conventions/convention-cards.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** What a notice is about; the name of a topic of another release. */
export function topicText(language: Language, topic: string): string {
  const known = topicOf(topic);
  return known ? Locale.of(language).say(`notification.topicTexts.${known}`) : topic;
}

/** The fields that a recipient can change. What is left empty has a default in a new one alone. */
export function RecipientFields({ isNew = false }: { readonly isNew?: boolean }) {
  const { language } = usePage();
  const words = useWords('notification');
  return (
    <>
      <Input name="address" label={words.address} hint={words.addressHint} />
      <fieldset>
        <legend>{words.topics}</legend>
        <Boxes
          name="topics"
          options={TOPIC_NAMES.map((name) => [name, topicText(language, name)])}
        />
      </fieldset>
      <Input
        name="overdue_minutes"
        label={words.overdueMinutes}
        {...(isNew && { hint: words.overdueHint })}
      />
      <LanguageChoice
        whenNone={wordsOf(language, 'conventions').asShop}
        hint={words.languageHint}
      />
    </>
  );
}
