import { wordTable } from '../../pages/language.js';

/** Phrases about who delivers a product. */
export const DELIVERY_WORDS = wordTable({
  en: {
    title: 'Delivery of product',
    find: 'Delivery of a product',
    product: 'Product id',
    open: 'Open',
    explained:
      'Each handler is tried when the one before refuses. Without any, the operator delivers by hand. Orders that were placed before keep theirs.',
    byHand: 'By hand',
    order: 'Order',
    handler: 'Handler',
    noHandler: '– none –',
    settings: 'Settings',
    settingsHint: 'Such as stock=uc60, or supplier=acme product=77; or a JSON object.',
    save: 'Save',
    saved: 'The handlers are set, for new orders.',
  },
  ar: {
    title: 'تسليم المنتج',
    find: 'تسليم منتج',
    product: 'معرّف المنتج',
    open: 'فتح',
    explained:
      'يُجرَّب كل معالج عندما يرفض الذي قبله. وبدون أي معالج يسلّم المشغّل يدويًا. الطلبات السابقة تحتفظ بمعالجاتها.',
    byHand: 'يدويًا',
    order: 'الترتيب',
    handler: 'المعالج',
    noHandler: '– لا شيء –',
    settings: 'الإعدادات',
    settingsHint: 'مثل stock=uc60 أو supplier=acme product=77؛ أو كائن JSON.',
    save: 'حفظ',
    saved: 'تم ضبط المعالجات للطلبات الجديدة.',
  },
  tr: {
    title: 'Ürünün teslimatı',
    find: 'Bir ürünün teslimatı',
    product: 'Ürün kimliği',
    open: 'Aç',
    explained:
      'Her işleyici, bir önceki reddedince denenir. Hiç yoksa operatör elle teslim eder. Önceden verilen siparişler kendi işleyicilerini korur.',
    byHand: 'Elle',
    order: 'Sıra',
    handler: 'İşleyici',
    noHandler: '– yok –',
    settings: 'Ayarlar',
    settingsHint: 'Örneğin stock=uc60 veya supplier=acme product=77; ya da bir JSON nesnesi.',
    save: 'Kaydet',
    saved: 'İşleyiciler yeni siparişler için ayarlandı.',
  },
});
