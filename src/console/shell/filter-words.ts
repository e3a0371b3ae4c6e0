import { wordTable } from '../../pages/language.js';

/** Phrases of saved filters. */
export const FILTER_WORDS = wordTable({
  en: {
    saved: 'Saved filters',
    manage: 'Save or delete filters',
    name: 'Name of the filter',
    withoutText: 'The text of the search is not saved.',
    save: 'Save this filter',
    delete: (name: string) => `Delete ${name}`,
    wasSaved: 'The filter is saved.',
    wasDeleted: 'The filter is deleted.',
    back: 'Back to the list',
  },
  ar: {
    saved: 'عوامل التصفية المحفوظة',
    manage: 'حفظ عوامل التصفية أو حذفها',
    name: 'اسم عامل التصفية',
    withoutText: 'لا يُحفظ نص البحث.',
    save: 'حفظ عامل التصفية هذا',
    delete: (name) => `حذف ${name}`,
    wasSaved: 'حُفظ عامل التصفية.',
    wasDeleted: 'حُذف عامل التصفية.',
    back: 'العودة إلى القائمة',
  },
  tr: {
    saved: 'Kayıtlı filtreler',
    manage: 'Filtreleri kaydet veya sil',
    name: 'Filtrenin adı',
    withoutText: 'Arama metni kaydedilmez.',
    save: 'Bu filtreyi kaydet',
    delete: (name) => `${name} filtresini sil`,
    wasSaved: 'Filtre kaydedildi.',
    wasDeleted: 'Filtre silindi.',
    back: 'Listeye dön',
  },
});
