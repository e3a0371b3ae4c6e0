import { pageWords } from '../shell/page-words.js';

/** Phrases about the shop as a whole. */
export const SHOP_WORDS = pageWords({
  en: {
    maintenance: 'Maintenance',
    states: {
      nothing: 'The shop is open',
      orders: 'Closed to new orders',
      everything: 'Closed entirely',
    },
    close: 'For resellers the shop is',
    closeHint:
      'Closing new orders only is recommended: many programs take the answer of a closed shop for a lost order.',
    parts: {
      nothing: 'open',
      orders: 'closed to new orders',
      everything: 'closed entirely: the whole API',
    },
    switched: 'This holds on all servers from the next request on.',
    closeAll: 'Close the whole API',
    closeWarning:
      'Every request of every reseller is refused from now on, questions about their orders included. Many programs take that for a lost order, and pay their customers back although the order is delivered. Closing new orders only is safer.',
    doctor: 'Examination',
    doctorHint:
      'Examines the installation and all books. In a large shop it takes long; run souk doctor there.',
    examine: 'Examine now',
    allWell: 'Everything is well.',
    warns: 'Something should be looked at.',
    check: 'Check',
    verdict: 'Verdict',
    finding: 'What was found',
    toWebhooks: 'Messages that have not arrived, and settings',
  },
  ar: {
    maintenance: 'الصيانة',
    states: {
      nothing: 'المتجر مفتوح',
      orders: 'مغلق أمام الطلبات الجديدة',
      everything: 'مغلق بالكامل',
    },
    close: 'المتجر بالنسبة إلى الموزّعين',
    closeHint: 'يُنصح بإغلاق الطلبات الجديدة فقط: كثير من البرامج تعدّ رد المتجر المغلق طلبًا مفقودًا.',
    parts: {
      nothing: 'مفتوح',
      orders: 'مغلق أمام الطلبات الجديدة',
      everything: 'مغلق بالكامل: واجهة البرمجة كلها',
    },
    switched: 'يسري هذا على كل الخوادم ابتداءً من الطلب التالي.',
    closeAll: 'إغلاق واجهة البرمجة كلها',
    closeWarning:
      'يُرفض من الآن كل طلب من كل موزّع، ومنه السؤال عن طلباتهم. كثير من البرامج تعدّ ذلك طلبًا مفقودًا فتردّ المال لعملائها مع أن الطلب يُسلَّم. إغلاق الطلبات الجديدة فقط أسلم.',
    doctor: 'الفحص',
    doctorHint: 'يفحص التثبيت وكل الدفاتر. يستغرق وقتًا طويلًا في متجر كبير؛ شغّل souk doctor هناك.',
    examine: 'افحص الآن',
    allWell: 'كل شيء على ما يرام.',
    warns: 'هناك ما ينبغي النظر فيه.',
    check: 'الفحص',
    verdict: 'الحكم',
    finding: 'ما وُجد',
    toWebhooks: 'الرسائل التي لم تصل، والإعدادات',
  },
  tr: {
    maintenance: 'Bakım',
    states: {
      nothing: 'Mağaza açık',
      orders: 'Yeni siparişlere kapalı',
      everything: 'Tamamen kapalı',
    },
    close: 'Bayiler için mağaza',
    closeHint:
      'Yalnızca yeni siparişleri kapatmanız önerilir: birçok program kapalı mağazanın yanıtını kayıp sipariş sayar.',
    parts: {
      nothing: 'açık',
      orders: 'yeni siparişlere kapalı',
      everything: 'tamamen kapalı: tüm API',
    },
    switched: 'Bir sonraki istekten itibaren tüm sunucularda geçerlidir.',
    closeAll: 'Tüm API’yi kapat',
    closeWarning:
      'Şu andan itibaren her bayinin her isteği reddedilir, siparişlerini sormaları da. Birçok program bunu kayıp sipariş sayar ve sipariş teslim edildiği hâlde müşterisine iade yapar. Yalnızca yeni siparişleri kapatmak daha güvenlidir.',
    doctor: 'İnceleme',
    doctorHint:
      'Kurulumu ve tüm defterleri inceler. Büyük mağazada uzun sürer; orada souk doctor çalıştırın.',
    examine: 'Şimdi incele',
    allWell: 'Her şey yolunda.',
    warns: 'Bakılması gereken bir şey var.',
    check: 'Denetim',
    verdict: 'Sonuç',
    finding: 'Bulunan',
    toWebhooks: 'Ulaşmayan iletiler ve ayarlar',
  },
});
