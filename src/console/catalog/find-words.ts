import { wordTable } from '../../pages/language.js';

/** Phrases of the search for categories and products. */
export const FIND_WORDS = wordTable({
  en: {
    find: 'Find',
    what: 'Product or category',
    hint: 'Words of its name, or its number.',
    none: 'None was found.',
  },
  ar: {
    find: 'بحث',
    what: 'منتج أو فئة',
    hint: 'كلمات من الاسم، أو الرقم.',
    none: 'لم يُعثر على شيء.',
  },
  tr: {
    find: 'Bul',
    what: 'Ürün veya kategori',
    hint: 'Adındaki sözcükler ya da numarası.',
    none: 'Hiçbiri bulunamadı.',
  },
});
