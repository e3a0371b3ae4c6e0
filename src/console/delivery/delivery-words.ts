import { pageWords } from '../shell/page-words.js';

/** Phrases about who delivers a product. */
export const DELIVERY_WORDS = pageWords({
  en: {
    title: 'Delivered by',
    explained:
      'When one refuses, the next delivers. Orders that were placed before keep what they had.',
    byHand: 'By hand: its orders wait for you.',
    manual: 'by hand',
    fromStock: 'codes from the stock',
    fromSupplier: 'bought at the supplier',
    product: 'product',
    stocks: 'Codes from the stock',
    suppliers: 'Bought at the supplier',
    others: 'Others',
    otherStock: 'another stock, by its name →',
    order: 'Rank',
    detail: 'More about it',
    detailHint:
      'Of a supplier: the id of the product there. Of others: their settings, such as prefix=ACME. Of a stock or by hand: nothing.',
    wrongOrder: 'The order must be a whole number.',
    noProduct: 'Write the id that the product has at the supplier, such as 77.',
    saved: 'Who delivers the product is set, for new orders.',
    onProducts:
      'Which stock or supplier delivers a product is chosen on the page of the product, under “Delivered by”.',
  },
  ar: {
    title: 'طريقة التسليم',
    explained: 'إذا رفضت إحداها سلّمت التي تليها. الطلبات السابقة تحتفظ بما كان لها.',
    byHand: 'يدويًا: تنتظر طلباته أن تسلّمها بنفسك.',
    manual: 'يدويًا',
    fromStock: 'رموز من المخزون',
    fromSupplier: 'يُشترى من المورّد',
    product: 'المنتج',
    stocks: 'رموز من المخزون',
    suppliers: 'يُشترى من المورّد',
    others: 'غير ذلك',
    otherStock: 'مخزون آخر باسمه ←',
    order: 'الترتيب',
    detail: 'تفاصيل',
    detailHint:
      'للمورّد: معرّف المنتج لديه. لغير ذلك: الإعدادات، مثل prefix=ACME. للمخزون أو للتسليم اليدوي: لا شيء.',
    wrongOrder: 'يجب أن يكون الترتيب عددًا صحيحًا.',
    noProduct: 'اكتب معرّف المنتج لدى المورّد، مثل 77.',
    saved: 'تم تحديد طريقة تسليم المنتج للطلبات الجديدة.',
    onProducts: 'يُختار المخزون أو المورّد الذي يسلّم المنتج في صفحة المنتج، تحت «طريقة التسليم».',
  },
  tr: {
    title: 'Teslim eden',
    explained: 'Biri reddederse sıradaki teslim eder. Önceden verilen siparişler değişmez.',
    byHand: 'Elle: siparişleri sizi bekler.',
    manual: 'elle',
    fromStock: 'stoktan kod',
    fromSupplier: 'tedarikçiden alınır',
    product: 'ürün',
    stocks: 'Stoktan kod',
    suppliers: 'Tedarikçiden alınır',
    others: 'Diğerleri',
    otherStock: 'başka bir stok, adıyla →',
    order: 'Sıra',
    detail: 'Ayrıntı',
    detailHint:
      'Tedarikçi için: ürünün oradaki kimliği. Diğerleri için: ayarları, örneğin prefix=ACME. Stok veya elle teslim için: boş.',
    wrongOrder: 'Sıra bir tam sayı olmalıdır.',
    noProduct: 'Ürünün tedarikçideki kimliğini yazın, örneğin 77.',
    saved: 'Ürünü kimin teslim edeceği yeni siparişler için ayarlandı.',
    onProducts:
      'Bir ürünü hangi stokun veya tedarikçinin teslim edeceği, ürünün sayfasında “Teslim eden” altında seçilir.',
  },
});
