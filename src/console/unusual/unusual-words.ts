import { pageWords } from '../shell/page-words.js';

/** Phrases about unusual changes. */
export const UNUSUAL_WORDS = pageWords({
  en: {
    unusual: 'Unusual',
    before: 'Price before',
    after: 'New price',
    price: 'great change',
    below_cost: 'below cost',
    vanishes: 'vanishes',
    accept: 'To apply it all, type how many changes are unusual',
    settings: 'Unusual changes of prices',
    settingsHint:
      'An import, a bulk change or a sync with a greater change of a price asks for the number of such changes.',
    percent: 'Percent from which on a change is unusual',
    set: 'The percentage is set.',
    held: 'Held back by the last sync',
    heldHint: 'Import the catalog once, and type their number, to take these changes over.',
  },
  ar: {
    unusual: 'غير معتاد',
    before: 'السعر السابق',
    after: 'السعر الجديد',
    price: 'تغيّر كبير',
    below_cost: 'أقل من التكلفة',
    vanishes: 'يختفي',
    accept: 'لتطبيق كل ذلك، اكتب عدد التغييرات غير المعتادة',
    settings: 'تغيّرات الأسعار غير المعتادة',
    settingsHint:
      'كل استيراد أو تغيير جماعي أو مزامنة فيها تغيّر أكبر في سعر تطلب عدد هذه التغييرات.',
    percent: 'النسبة المئوية التي يكون التغيّر الأكبر منها غير معتاد',
    set: 'تم ضبط النسبة.',
    held: 'أوقفته آخر مزامنة',
    heldHint: 'استورد الكتالوج مرة واحدة واكتب عددها لتُنقل هذه التغييرات.',
  },
  tr: {
    unusual: 'Olağandışı',
    before: 'Önceki fiyat',
    after: 'Yeni fiyat',
    price: 'büyük değişiklik',
    below_cost: 'maliyetin altında',
    vanishes: 'kayboluyor',
    accept: 'Hepsini uygulamak için kaç değişikliğin olağandışı olduğunu yazın',
    settings: 'Olağandışı fiyat değişiklikleri',
    settingsHint:
      'Fiyatı daha çok değiştiren bir içe aktarma, toplu değişiklik veya eşitleme, bu değişikliklerin sayısını sorar.',
    percent: 'Aşılınca değişikliği olağandışı yapan yüzde',
    set: 'Yüzde ayarlandı.',
    held: 'Son eşitlemenin beklettiği',
    heldHint: 'Bu değişiklikleri almak için kataloğu bir kez içe aktarın ve sayılarını yazın.',
  },
});
