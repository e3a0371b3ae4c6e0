import { pageWords } from '../shell/page-words.js';

/** Phrases about what a product costs the shop. */
export const COST_WORDS = pageWords({
  en: {
    hint: 'USD that a unit costs you. Empty: unknown. A supplier no longer changes a cost that is set here.',
    newHint: 'USD that a unit costs you, for profit in the reports.',
    unknown:
      'unknown: orders have a profit only if their codes have a purchase price, or their supplier names its charge',
    sources: {
      manual: 'set by hand',
      import: 'from a file',
      supplier: 'from its supplier',
    },
    saved: 'The cost is set, for orders that are delivered from now on.',
  },
  ar: {
    hint: 'ما تكلّفك الوحدة بالدولار الأمريكي. فارغ: غير معروفة. التكلفة المحددة هنا لا يغيّرها المورّد بعد ذلك.',
    newHint: 'ما تكلّفك الوحدة بالدولار الأمريكي، لحساب الربح في التقارير.',
    unknown: 'غير معروفة: لا يُعرف ربح الطلب إلا إذا كان لرموزه سعر شراء، أو ذكر المورّد ما حصّله',
    sources: {
      manual: 'محددة يدويًا',
      import: 'من ملف',
      supplier: 'من مورّده',
    },
    saved: 'تم تحديد التكلفة للطلبات التي تُسلَّم من الآن فصاعدًا.',
  },
  tr: {
    hint: 'Bir birimin size maliyeti, USD. Boş: bilinmiyor. Burada girilen maliyeti tedarikçi artık değiştirmez.',
    newHint: 'Bir birimin size maliyeti, USD; raporlardaki kâr için.',
    unknown:
      'bilinmiyor: bir siparişin kârı ancak kodlarının alış fiyatı girildiyse ya da tedarikçi tutarını bildirdiyse bilinir',
    sources: {
      manual: 'elle girildi',
      import: 'dosyadan',
      supplier: 'tedarikçisinden',
    },
    saved: 'Maliyet, bundan sonra teslim edilen siparişler için ayarlandı.',
  },
});
