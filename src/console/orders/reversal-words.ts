import { wordTable } from '../../pages/language.js';

/** Phrases about paying an accepted order back. */
export const REVERSAL_WORDS = wordTable({
  en: {
    title: 'Refund the order',
    hint: 'The order stays accepted, and its codes stay. Nothing is asked of suppliers.',
    extent: 'How much',
    all: (rest: string) => `everything that is left: ${rest} USD`,
    part: 'only a part, typed below',
    amount: 'Amount of the part, in USD',
    amountHint: 'Leave it empty to refund everything that is left.',
    reason: 'Reason',
    reasonHint: 'The reseller reads it in statement and webhook.',
    reference: 'Reference',
    referenceHint:
      'Such as the number of a ticket; each can be booked once. The reseller reads it.',
    button: 'Refund',
    refunded: 'Refunded',
    done: 'The refund is booked: the money is back on the account.',
    either:
      'Choose one: everything, with the amount left empty; or only a part, with its amount in USD.',
  },
  ar: {
    title: 'ردّ مبلغ الطلب',
    hint: 'يبقى الطلب مقبولًا وتبقى رموزه. لا يُطلب شيء من المورّدين.',
    extent: 'كم',
    all: (rest) => `كل ما تبقّى: ${rest} دولار أمريكي`,
    part: 'جزء فقط، يُكتب أدناه',
    amount: 'مبلغ الجزء بالدولار الأمريكي',
    amountHint: 'اتركه فارغًا لردّ كل ما تبقّى.',
    reason: 'السبب',
    reasonHint: 'يقرؤه الموزّع في كشف الحساب وإشعار الويب.',
    reference: 'المرجع',
    referenceHint: 'مثل رقم تذكرة دعم؛ يُسجَّل كل مرجع مرة واحدة. يقرؤه الموزّع.',
    button: 'ردّ المبلغ',
    refunded: 'المبلغ المردود',
    done: 'سُجّل ردّ المبلغ: عاد المال إلى الحساب.',
    either:
      'اختر أحدهما: كل المبلغ مع ترك خانة المبلغ فارغة، أو جزء فقط مع كتابة مبلغه بالدولار الأمريكي.',
  },
  tr: {
    title: 'Siparişi iade et',
    hint: 'Sipariş kabul edilmiş kalır, kodları da kalır. Tedarikçilerden bir şey istenmez.',
    extent: 'Ne kadar',
    all: (rest) => `kalanın tümü: ${rest} USD`,
    part: 'yalnızca aşağıda yazılan kısım',
    amount: 'Kısmın tutarı, USD',
    amountHint: 'Kalanın tümünü iade etmek için boş bırakın.',
    reason: 'Neden',
    reasonHint: 'Bayi bunu ekstrede ve webhook’ta okur.',
    reference: 'Referans',
    referenceHint: 'Örneğin destek kaydı numarası; her biri bir kez işlenir. Bayi bunu okur.',
    button: 'İade et',
    refunded: 'İade edilen',
    done: 'İade işlendi: para hesaba döndü.',
    either:
      'Birini seçin: tutarı boş bırakarak tümünü ya da USD tutarını yazarak yalnızca bir kısmını.',
  },
});
