import { wordTable } from '../../pages/language.js';

/** Phrases about taking codes out of a stock. */
export const WITHDRAWAL_WORDS = wordTable({
  en: {
    title: 'Take codes out',
    hint: 'The oldest free codes leave the stock and are shown on the next page.',
    count: 'How many, at most 1,000',
    withdraw: 'Take out and show',
    from: (stock: string) => `Codes of ${stock}`,
    once: 'They are not in stock any more. Keep them now: no other page shows them.',
    kept: 'I have kept them',
  },
  ar: {
    title: 'إخراج رموز',
    hint: 'تخرج أقدم الرموز المتاحة من المخزون وتُعرض في الصفحة التالية.',
    count: 'العدد، 1,000 على الأكثر',
    withdraw: 'إخراج وعرض',
    from: (stock) => `رموز ${stock}`,
    once: 'لم تعد في المخزون. احفظها الآن: لن تعرضها أي صفحة أخرى.',
    kept: 'حفظتها',
  },
  tr: {
    title: 'Kod çıkar',
    hint: 'En eski serbest kodlar stoktan çıkar ve sonraki sayfada gösterilir.',
    count: 'Kaç tane, en çok 1.000',
    withdraw: 'Çıkar ve göster',
    from: (stock) => `${stock} kodları`,
    once: 'Artık stokta değiller. Şimdi saklayın: başka hiçbir sayfa göstermez.',
    kept: 'Sakladım',
  },
});
