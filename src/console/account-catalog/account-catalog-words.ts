import type { ListingReason } from '../../catalog/view/product-explanation.js';
import { wordTable } from '../../pages/language.js';

interface AccountCatalogWords {
  readonly asSeen: string;
  readonly root: string;
  readonly path: string;
  readonly item: string;
  readonly id: string;
  readonly category: string;
  readonly price: string;
  readonly basePrice: string;
  readonly priceBy: string;
  readonly listedBy: string;
  readonly nothing: string;
  readonly unavailable: string;
  readonly listed: string;
  readonly notListed: string;
  readonly noPrice: string;
  readonly lookUp: string;
  readonly lookUpHint: string;
  readonly productId: string;
  readonly show: string;
  readonly reasons: Readonly<Record<ListingReason, string>>;
  readonly byBasePrice: string;
  readonly ofAccount: string;
  readonly ofGroup: string;
  readonly ofEveryone: string;
  readonly onProduct: string;
  readonly onCategory: string;
  readonly onAll: string;
  readonly back: string;
}

/** Phrases about the catalog as an account sees it. */
export const ACCOUNT_CATALOG_WORDS = wordTable<AccountCatalogWords>({
  en: {
    asSeen: 'What the account sees now, at its prices, and the rule behind each.',
    root: 'Whole catalog',
    path: 'Categories above',
    item: 'Name',
    id: 'Id',
    category: 'category',
    price: 'Its price',
    basePrice: 'Base price',
    priceBy: 'Price by',
    listedBy: 'Shown by',
    nothing: 'The account sees nothing here.',
    unavailable: 'off for now',
    listed: 'listed',
    notListed: 'not listed',
    noPrice: 'none',
    lookUp: 'Look a product up',
    lookUpHint: 'Also one that the account does not see, with the reason.',
    productId: 'Product id',
    show: 'Show',
    reasons: {
      default: 'no rule; shown to all',
      rule: 'a rule that shows it',
      'hidden-by-rule': 'hidden by a rule',
      'no-category': 'a category above it is deleted',
      testing: 'it is a test product, which the account does not see',
      policy: 'hidden by an extension',
      'no-price': 'an extension gives it no price',
      unavailable: 'it is off for now',
    },
    byBasePrice: 'no rule; the base price',
    ofAccount: 'of the account',
    ofGroup: 'of its group',
    ofEveryone: 'of everyone',
    onProduct: 'on the product',
    onCategory: 'on category',
    onAll: 'on the whole catalog',
    back: 'Back to its catalog',
  },
  ar: {
    asSeen: 'ما يراه الحساب الآن بأسعاره، والقاعدة وراء كل منها.',
    root: 'الكتالوج كله',
    path: 'الفئات الأعلى',
    item: 'الاسم',
    id: 'المعرّف',
    category: 'فئة',
    price: 'سعره',
    basePrice: 'السعر الأساسي',
    priceBy: 'مصدر السعر',
    listedBy: 'سبب الظهور',
    nothing: 'لا يرى الحساب شيئًا هنا.',
    unavailable: 'متوقف مؤقتًا',
    listed: 'ظاهر',
    notListed: 'غير ظاهر',
    noPrice: 'لا يوجد',
    lookUp: 'البحث عن منتج',
    lookUpHint: 'حتى ما لا يراه الحساب، مع السبب.',
    productId: 'معرّف المنتج',
    show: 'عرض',
    reasons: {
      default: 'لا قاعدة؛ يظهر للجميع',
      rule: 'قاعدة تُظهره',
      'hidden-by-rule': 'تخفيه قاعدة',
      'no-category': 'حُذفت فئة أعلى منه',
      testing: 'منتج اختبار لا يراه الحساب',
      policy: 'تخفيه إضافة',
      'no-price': 'لا تعطيه إضافة سعرًا',
      unavailable: 'متوقف مؤقتًا',
    },
    byBasePrice: 'لا قاعدة؛ السعر الأساسي',
    ofAccount: 'للحساب',
    ofGroup: 'لمجموعته',
    ofEveryone: 'للجميع',
    onProduct: 'على المنتج',
    onCategory: 'على الفئة',
    onAll: 'على الكتالوج كله',
    back: 'العودة إلى كتالوجه',
  },
  tr: {
    asSeen: 'Hesabın şu anda gördükleri, fiyatlarıyla ve her birinin ardındaki kuralla.',
    root: 'Tüm katalog',
    path: 'Üst kategoriler',
    item: 'Ad',
    id: 'Kimlik',
    category: 'kategori',
    price: 'Fiyatı',
    basePrice: 'Temel fiyat',
    priceBy: 'Fiyatın kaynağı',
    listedBy: 'Görünme nedeni',
    nothing: 'Hesap burada bir şey görmüyor.',
    unavailable: 'şimdilik kapalı',
    listed: 'listede',
    notListed: 'listede değil',
    noPrice: 'yok',
    lookUp: 'Bir ürüne bak',
    lookUpHint: 'Hesabın görmediği bir ürün de, nedeniyle birlikte.',
    productId: 'Ürün kimliği',
    show: 'Göster',
    reasons: {
      default: 'kural yok; herkese görünür',
      rule: 'gösteren bir kural',
      'hidden-by-rule': 'bir kural gizliyor',
      'no-category': 'üstündeki bir kategori silinmiş',
      testing: 'hesabın görmediği bir deneme ürünü',
      policy: 'bir eklenti gizliyor',
      'no-price': 'bir eklenti fiyat vermiyor',
      unavailable: 'şimdilik kapalı',
    },
    byBasePrice: 'kural yok; temel fiyat',
    ofAccount: 'hesabın',
    ofGroup: 'grubunun',
    ofEveryone: 'herkesin',
    onProduct: 'ürün için',
    onCategory: 'kategori için',
    onAll: 'tüm katalog için',
    back: 'Kataloğuna dön',
  },
});
