import { wordTable } from '../../pages/language.js';

/** Phrases of the audit. */
export const AUDIT_WORDS = wordTable({
  en: {
    at: 'Time',
    actor: 'By',
    action: 'Action',
    change: 'What changed',
    then: 'then',
    nothing: 'nothing',
    outcome: 'Outcome',
    done: 'done',
    unfinished: 'not finished',
    none: 'No entry fits.',
  },
  ar: {
    at: 'الوقت',
    actor: 'بواسطة',
    action: 'الإجراء',
    change: 'ما تغيّر',
    then: 'ثم',
    nothing: 'لا شيء',
    outcome: 'النتيجة',
    done: 'تم',
    unfinished: 'لم يكتمل',
    none: 'لا يوجد سجل مطابق.',
  },
  tr: {
    at: 'Zaman',
    actor: 'Yapan',
    action: 'İşlem',
    change: 'Değişen',
    then: 'sonra',
    nothing: 'yok',
    outcome: 'Sonuç',
    done: 'tamam',
    unfinished: 'tamamlanmadı',
    none: 'Eşleşen kayıt yok.',
  },
});
