import { pageWords } from '../shell/page-words.js';

/** Phrases about codes that are added to an accepted order. */
export const CODE_WORDS = pageWords({
  en: {
    title: 'Add codes',
    hint: 'They are added to those that the order has. The reseller is told by webhook, and finds them in check.',
    codesHint: 'One a line.',
    button: 'Add the codes',
    done: 'The codes are added.',
  },
  ar: {
    title: 'إضافة رموز',
    hint: 'تُضاف إلى ما في الطلب من رموز. يُبلَّغ الموزّع بإشعار الويب ويجدها في check.',
    codesHint: 'رمز في كل سطر.',
    button: 'أضف الرموز',
    done: 'أُضيفت الرموز.',
  },
  tr: {
    title: 'Kod ekle',
    hint: 'Siparişin kodlarına eklenir. Bayiye webhook ile bildirilir; kodları check içinde bulur.',
    codesHint: 'Her satıra bir tane.',
    button: 'Kodları ekle',
    done: 'Kodlar eklendi.',
  },
});
