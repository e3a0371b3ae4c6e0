import { isolated } from '../../pages/language.js';
import { pageWords } from '../shell/page-words.js';

/** Phrases of the audit. */
export const AUDIT_WORDS = pageWords({
  en: {
    actor: 'By',
    actorHint: 'The name of an operator, or token: and the number of a token.',
    byToken: (id: string) => `a reseller, with token ${isolated(id)}`,
    action: 'Action',
    target: 'About',
    targetHint: 'Kind and id or name: group 2, product 7001, supplier acme.',
    change: 'What changed',
    then: 'then',
    nothing: 'nothing',
    outcome: 'Outcome',
    done: 'done',
    unfinished: 'not finished',
    none: 'No entry fits.',
  },
  ar: {
    actor: 'بواسطة',
    actorHint: 'اسم مشغّل، أو \u2068token:\u2069 ثم رقم رمز الوصول.',
    byToken: (id) => `موزّع، برمز الوصول ${isolated(id)}`,
    action: 'الإجراء',
    target: 'عن',
    targetHint:
      'النوع ثم الرقم أو الاسم: \u2068group 2\u2069 أو \u2068product 7001\u2069 أو \u2068supplier acme\u2069.',
    change: 'ما تغيّر',
    then: 'ثم',
    nothing: 'لا شيء',
    outcome: 'النتيجة',
    done: 'تم',
    unfinished: 'لم يكتمل',
    none: 'لا يوجد سجل مطابق.',
  },
  tr: {
    actor: 'Yapan',
    actorHint: 'Bir operatörün adı ya da token: ve belirtecin numarası.',
    byToken: (id) => `bir bayi, ${isolated(id)} numaralı belirteçle`,
    action: 'İşlem',
    target: 'Konu',
    targetHint: 'Tür ve numara ya da ad: group 2, product 7001, supplier acme.',
    change: 'Değişen',
    then: 'sonra',
    nothing: 'yok',
    outcome: 'Sonuç',
    done: 'tamam',
    unfinished: 'tamamlanmadı',
    none: 'Eşleşen kayıt yok.',
  },
});
