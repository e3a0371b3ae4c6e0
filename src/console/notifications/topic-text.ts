import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import type { Topic } from '../../notifications/topics.js';

/** What a notice is about. */
export function topicText(language: Language, topic: Topic): string {
  return Locale.of(language).say(`notification.topicTexts.${topic}`);
}
