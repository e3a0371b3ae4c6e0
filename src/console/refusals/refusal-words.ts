import type { ListingReason } from '../../catalog/view/product-explanation.js';
import { isolated, wordTable } from '../../pages/language.js';

interface RefusalWords {
  readonly title: string;
  readonly hint: string;
  readonly search: string;
  readonly find: string;
  readonly any: string;
  readonly account: string;
  readonly product: string;
  readonly code: string;
  readonly from: string;
  readonly to: string;
  readonly timeHint: string;
  readonly time: string;
  readonly why: string;
  readonly address: string;
  readonly none: string;
  readonly all: string;
  readonly ofProduct: string;
  /** By the codes of refusals on the wire; those of extensions have none. */
  readonly codes: Readonly<Record<string, string>>;
  readonly byExtension: string;
  readonly now: string;
  readonly noProduct: string;
  readonly off: string;
  readonly seen: string;
  readonly reasons: Readonly<Record<ListingReason, string>>;
  readonly hiddenBy: (whom: string, what: string) => string;
  readonly ofAccount: (name: string) => string;
  readonly ofGroup: (name: string) => string;
  readonly everyone: string;
  readonly onProduct: string;
  readonly onCategory: (path: string) => string;
  readonly onAll: string;
  readonly stock: (name: string, free: string) => string;
  readonly held: (count: string) => string;
  readonly noStock: string;
}

/** Phrases about refused orders. */
export const REFUSAL_WORDS = wordTable<RefusalWords>({
  en: {
    title: 'Refused requests',
    hint: 'Requests for orders of the last 30 days that became no order and cost nothing. “Now” says what hides the product or is short at this moment; it may have been different then.',
    search: 'Search',
    find: 'Find',
    any: 'any',
    account: 'Account',
    product: 'Product',
    code: 'Code',
    from: 'From',
    to: 'Until before',
    timeHint: 'UTC',
    time: 'Time',
    why: 'Why',
    address: 'Address',
    none: 'No refused request fits.',
    all: 'All refused requests',
    ofProduct: 'Refused requests for this product',
    codes: {
      100: 'not enough balance',
      105: 'quantity not available',
      106: 'quantity not allowed',
      109: 'no such product, or hidden from the account',
      110: 'product switched off',
      112: 'quantity too small',
      113: 'quantity too large',
      114: 'a field is missing or wrong',
      116: 'order_uuid already used for another order',
      117: 'order_uuid was given up',
      118: 'price above the limit of the request',
      119: 'daily limit of the token',
      122: 'account suspended',
      123: 'address not allowed',
      124: 'token may not do this',
      130: 'shop closed',
    },
    byExtension: 'a check of an extension',
    now: 'Now:',
    noProduct: 'there is no such product, or it is deleted',
    off: 'the product is switched off',
    seen: 'the account sees the product',
    reasons: {
      default: 'not listed',
      rule: 'not listed',
      'hidden-by-rule': 'hidden by a rule',
      'no-category': 'a category above it is deleted',
      testing: 'it is a test product, which the account does not see',
      policy: 'hidden by an extension',
      'no-price': 'an extension gives it no price',
      unavailable: 'the product is switched off',
    },
    hiddenBy: (whom, what) => `hidden by the rule for ${whom} on ${what}`,
    ofAccount: (name) => `account ${isolated(name)}`,
    ofGroup: (name) => `group ${isolated(name)}`,
    everyone: 'everyone',
    onProduct: 'this product',
    onCategory: (path) => `category ${isolated(path)}`,
    onAll: 'the whole catalog',
    stock: (name, free) => `stock ${isolated(name)}, free codes: ${free}`,
    held: (count) => `held back after a restore: ${count}`,
    noStock: 'the product is not delivered from a stock',
  },
  ar: {
    title: 'طلبات مرفوضة',
    hint: 'طلبات شراء من آخر 30 يومًا لم تصبح طلبات ولم تكلّف شيئًا. تبيّن «الآن» ما يخفي المنتج أو ما ينقص في هذه اللحظة؛ وربما كان الأمر مختلفًا حينها.',
    search: 'بحث',
    find: 'ابحث',
    any: 'الكل',
    account: 'الحساب',
    product: 'المنتج',
    code: 'الرمز',
    from: 'من',
    to: 'حتى ما قبل',
    timeHint: 'UTC',
    time: 'الوقت',
    why: 'السبب',
    address: 'العنوان',
    none: 'لا يوجد طلب مرفوض مطابق.',
    all: 'كل الطلبات المرفوضة',
    ofProduct: 'الطلبات المرفوضة لهذا المنتج',
    codes: {
      100: 'الرصيد غير كافٍ',
      105: 'الكمية غير متوفرة',
      106: 'كمية غير مسموح بها',
      109: 'لا يوجد هذا المنتج، أو هو مخفي عن الحساب',
      110: 'المنتج متوقف',
      112: 'الكمية صغيرة جدًا',
      113: 'الكمية كبيرة جدًا',
      114: 'حقل ناقص أو خاطئ',
      116: 'استُخدم order_uuid لطلب آخر',
      117: 'تم التخلي عن order_uuid',
      118: 'السعر أعلى من حدّ الطلب',
      119: 'الحد اليومي لرمز الوصول',
      122: 'الحساب موقوف',
      123: 'العنوان غير مسموح به',
      124: 'رمز الوصول لا يسمح بذلك',
      130: 'المتجر مغلق',
    },
    byExtension: 'فحص من إضافة',
    now: 'الآن:',
    noProduct: 'لا يوجد هذا المنتج، أو أنه محذوف',
    off: 'المنتج متوقف',
    seen: 'يرى الحساب المنتج',
    reasons: {
      default: 'غير ظاهر',
      rule: 'غير ظاهر',
      'hidden-by-rule': 'تخفيه قاعدة',
      'no-category': 'حُذفت فئة أعلى منه',
      testing: 'منتج اختبار لا يراه الحساب',
      policy: 'تخفيه إضافة',
      'no-price': 'لا تعطيه إضافة سعرًا',
      unavailable: 'المنتج متوقف',
    },
    hiddenBy: (whom, what) => `تخفيه القاعدة المخصصة ${whom} على ${what}`,
    ofAccount: (name) => `للحساب ${isolated(name)}`,
    ofGroup: (name) => `للمجموعة ${isolated(name)}`,
    everyone: 'للجميع',
    onProduct: 'هذا المنتج',
    onCategory: (path) => `الفئة ${isolated(path)}`,
    onAll: 'الكتالوج كله',
    stock: (name, free) => `المخزون ${isolated(name)}، الرموز المتاحة: ${free}`,
    held: (count) => `محجوزة بعد الاستعادة: ${count}`,
    noStock: 'لا يُسلَّم المنتج من مخزون',
  },
  tr: {
    title: 'Reddedilen istekler',
    hint: 'Son 30 günde siparişe dönüşmeyen ve ücret alınmayan sipariş istekleri. “Şu anda”, ürünü şu an neyin gizlediğini veya neyin eksik olduğunu söyler; o sırada durum farklı olmuş olabilir.',
    search: 'Ara',
    find: 'Bul',
    any: 'tümü',
    account: 'Hesap',
    product: 'Ürün',
    code: 'Kod',
    from: 'Başlangıç',
    to: 'Bitiş (hariç)',
    timeHint: 'UTC',
    time: 'Zaman',
    why: 'Neden',
    address: 'Adres',
    none: 'Uyan reddedilmiş istek yok.',
    all: 'Tüm reddedilen istekler',
    ofProduct: 'Bu ürün için reddedilen istekler',
    codes: {
      100: 'bakiye yetersiz',
      105: 'miktar mevcut değil',
      106: 'miktara izin verilmiyor',
      109: 'böyle bir ürün yok veya hesaptan gizli',
      110: 'ürün kapalı',
      112: 'miktar çok küçük',
      113: 'miktar çok büyük',
      114: 'bir alan eksik veya yanlış',
      116: 'order_uuid başka bir sipariş için kullanılmış',
      117: 'order_uuid bırakılmış',
      118: 'fiyat isteğin sınırının üzerinde',
      119: 'belirtecin günlük sınırı',
      122: 'hesap askıda',
      123: 'adrese izin verilmiyor',
      124: 'belirteç buna izin vermiyor',
      130: 'mağaza kapalı',
    },
    byExtension: 'bir eklentinin denetimi',
    now: 'Şu anda:',
    noProduct: 'böyle bir ürün yok veya silinmiş',
    off: 'ürün kapalı',
    seen: 'hesap ürünü görüyor',
    reasons: {
      default: 'listede değil',
      rule: 'listede değil',
      'hidden-by-rule': 'bir kural gizliyor',
      'no-category': 'üstündeki bir kategori silinmiş',
      testing: 'hesabın görmediği bir deneme ürünü',
      policy: 'bir eklenti gizliyor',
      'no-price': 'bir eklenti fiyat vermiyor',
      unavailable: 'ürün kapalı',
    },
    hiddenBy: (whom, what) => `${whom} için ${what} üzerindeki kural gizliyor`,
    ofAccount: (name) => `${isolated(name)} hesabı`,
    ofGroup: (name) => `${isolated(name)} grubu`,
    everyone: 'herkes',
    onProduct: 'bu ürün',
    onCategory: (path) => `${isolated(path)} kategorisi`,
    onAll: 'tüm katalog',
    stock: (name, free) => `${isolated(name)} stoğu, serbest kodlar: ${free}`,
    held: (count) => `geri yüklemeden sonra tutulan: ${count}`,
    noStock: 'ürün bir stoktan teslim edilmiyor',
  },
});
