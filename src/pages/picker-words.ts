import { wordTable } from './language.js';

/** Phrases of a field by which one of many things is chosen. */
export const PICKER_WORDS = wordTable({
  en: {
    hint: 'Its number, or how words of its name begin.',
    none: 'Nothing with this number or name was found.',
    several: 'Several fit. Choose one of them.',
    more: 'More fit than this list holds. Type more of the name, or choose one.',
    another: 'Nothing is chosen yet. Type another name, or its number.',
    other: 'Another name …',
  },
  ar: {
    hint: 'رقمه، أو بدايات كلمات من اسمه.',
    none: 'لا يوجد شيء بهذا الرقم أو الاسم.',
    several: 'هناك أكثر من نتيجة مطابقة. اختر واحدة منها.',
    more: 'النتائج المطابقة أكثر مما تتسع له القائمة. اكتب المزيد من الاسم، أو اختر واحدة.',
    another: 'لم يُختر شيء بعد. اكتب اسمًا آخر، أو رقمه.',
    other: 'اسم آخر…',
  },
  tr: {
    hint: 'Numarası ya da adındaki sözcüklerin başlangıçları.',
    none: 'Bu numarayla veya adla bir şey bulunamadı.',
    several: 'Birden fazla sonuç eşleşiyor. Birini seçin.',
    more: 'Bu listeye sığandan fazlası eşleşiyor. Adın devamını yazın ya da birini seçin.',
    another: 'Henüz bir şey seçilmedi. Başka bir ad ya da numarasını yazın.',
    other: 'Başka bir ad…',
  },
});
