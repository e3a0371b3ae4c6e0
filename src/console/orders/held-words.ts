import type { Repeat } from '../../orders/repeated-deliveries.js';
import { shortList } from '../../common/text.js';
import { isolated, wordTable } from '../../pages/language.js';

/** Phrases about a delivery that another order has got already. */
export const HELD_WORDS = wordTable({
  en: {
    title: 'Delivery held back',
    explained: ({ what, otherOrders }: Repeat): string => {
      const other = isolated(shortList(otherOrders));
      if (otherOrders.length > 1) return `Parts of it were delivered to ${other} already.`;
      if (what === 'supplier order')
        return `The supplier answered with an order that was delivered to ${other} already.`;
      if (what === 'code') return `One of the codes was delivered to ${other} already.`;
      if (otherOrders.length === 0) return 'One of the codes is in our own stock.';
      return `One of the codes was sold out of our own stock to ${other} already.`;
    },
    choose: 'Ask the supplier, then deliver it anyway or reject it below, which pays it back.',
    agreed: 'Deliver it although another customer may have it',
    deliver: 'Deliver anyway',
  },
  ar: {
    title: 'تسليم محتجز',
    explained: ({ what, otherOrders }) => {
      const other = isolated(shortList(otherOrders));
      if (otherOrders.length > 1) return `أجزاء منه سُلّمت من قبل للطلبات ${other}.`;
      if (what === 'supplier order') return `أجاب المورّد بطلب سُلّم من قبل للطلب ${other}.`;
      if (what === 'code') return `أحد الرموز سُلّم من قبل للطلب ${other}.`;
      if (otherOrders.length === 0) return 'أحد الرموز موجود في مخزوننا.';
      return `أحد الرموز بيع من مخزوننا من قبل للطلب ${other}.`;
    },
    choose: 'اسأل المورّد، ثم سلّمه رغم ذلك أو ارفضه أدناه فيُرد المال.',
    agreed: 'سلّمه وإن كان لدى عميل آخر',
    deliver: 'سلّم رغم ذلك',
  },
  tr: {
    title: 'Teslimat tutuldu',
    explained: ({ what, otherOrders }) => {
      const other = isolated(shortList(otherOrders));
      if (otherOrders.length > 1)
        return `Bazı parçaları daha önce ${other} siparişlerine teslim edildi.`;
      if (what === 'supplier order')
        return `Tedarikçi, daha önce ${other} siparişine teslim edilen bir siparişle yanıt verdi.`;
      if (what === 'code') return `Kodlardan biri daha önce ${other} siparişine teslim edildi.`;
      if (otherOrders.length === 0) return 'Kodlardan biri kendi stokumuzda.';
      return `Kodlardan biri daha önce stokumuzdan ${other} siparişine satıldı.`;
    },
    choose:
      'Tedarikçiye sorun; sonra yine de teslim edin veya aşağıda reddedin, parası geri ödenir.',
    agreed: 'Başka bir müşteride olabilse de teslim et',
    deliver: 'Yine de teslim et',
  },
});
