import { isolated } from '../../pages/language.js';
import { pageWords } from '../shell/page-words.js';

/** Phrases about paying an accepted order back. */
export const REVERSAL_WORDS = pageWords({
  en: {
    title: 'Refund the order',
    hint: 'The order stays accepted, and its codes stay. Nothing is asked of suppliers.',
    extent: 'How much',
    all: (rest: string) => `everything that is left: ${rest} USD`,
    part: 'only a part, typed below',
    amount: 'Amount of the part, in USD',
    amountHint: 'Leave it empty to refund everything that is left.',
    reasonHint: 'The reseller reads it in statement and webhook.',
    referenceHint:
      'Such as the number of a ticket; each can be booked once. The reseller reads it.',
    button: 'Refund',
    warning: (amount: string) =>
      `${isolated(`${amount} USD`)} go back to the balance of the account at once, and the reseller is told. The order stays accepted, with its codes. A refund cannot be taken back.`,
    whole: 'refunded',
    partly: 'partly refunded',
    done: 'The refund is booked: the money is back on the account.',
  },
  ar: {
    title: 'ردّ مبلغ الطلب',
    hint: 'يبقى الطلب مقبولًا وتبقى رموزه. لا يُطلب شيء من المورّدين.',
    extent: 'كم',
    all: (rest) => `كل ما تبقّى: ${rest} دولار أمريكي`,
    part: 'جزء فقط، يُكتب أدناه',
    amount: 'مبلغ الجزء بالدولار الأمريكي',
    amountHint: 'اتركه فارغًا لردّ كل ما تبقّى.',
    reasonHint: 'يقرؤه الموزّع في كشف الحساب وإشعار الويب.',
    referenceHint: 'مثل رقم تذكرة دعم؛ يُسجَّل كل مرجع مرة واحدة. يقرؤه الموزّع.',
    button: 'ردّ المبلغ',
    warning: (amount) =>
      `يعود ${isolated(`${amount} USD`)} إلى رصيد الحساب فورًا ويُبلَّغ الموزّع. يبقى الطلب مقبولًا مع رموزه. لا يمكن التراجع عن ردّ المبلغ.`,
    whole: 'رُدّ مبلغه',
    partly: 'رُدّ جزء من مبلغه',
    done: 'سُجّل ردّ المبلغ: عاد المال إلى الحساب.',
  },
  tr: {
    title: 'Siparişi iade et',
    hint: 'Sipariş kabul edilmiş kalır, kodları da kalır. Tedarikçilerden bir şey istenmez.',
    extent: 'Ne kadar',
    all: (rest) => `kalanın tümü: ${rest} USD`,
    part: 'yalnızca aşağıda yazılan kısım',
    amount: 'Kısmın tutarı, USD',
    amountHint: 'Kalanın tümünü iade etmek için boş bırakın.',
    reasonHint: 'Bayi bunu ekstrede ve webhook’ta okur.',
    referenceHint: 'Örneğin destek kaydı numarası; her biri bir kez işlenir. Bayi bunu okur.',
    button: 'İade et',
    warning: (amount) =>
      `${isolated(`${amount} USD`)} hemen hesabın bakiyesine döner ve bayiye bildirilir. Sipariş, kodlarıyla birlikte kabul edilmiş kalır. İade geri alınamaz.`,
    whole: 'iade edildi',
    partly: 'kısmen iade edildi',
    done: 'İade işlendi: para hesaba döndü.',
  },
});
