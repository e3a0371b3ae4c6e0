import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import { topicOf } from '../../notifications/topics.js';

/** What a notice is about; the name of a topic of another release. */
export function topicText(language: Language, topic: string): string {
  const known = topicOf(topic);
  return known ? Locale.of(language).say(`notification.topicTexts.${known}`) : topic;
}
