import { pageWords } from '../shell/page-words.js';

/** Phrases of the search for categories and products. */
export const FIND_WORDS = pageWords({
  en: {
    what: 'Product or category',
    hint: 'Words of its name, or its number.',
    none: 'None was found.',
  },
  ar: {
    what: 'منتج أو فئة',
    hint: 'كلمات من الاسم، أو الرقم.',
    none: 'لم يُعثر على شيء.',
  },
  tr: {
    what: 'Ürün veya kategori',
    hint: 'Adındaki sözcükler ya da numarası.',
    none: 'Hiçbiri bulunamadı.',
  },
});
