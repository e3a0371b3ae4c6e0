import type { ListingReason } from '../../catalog/view/product-explanation.js';
import { isolated, wordTable } from '../../pages/language.js';

interface AccountCatalogWords {
  readonly asSeen: string;
  readonly lookUp: string;
  readonly lookUpHint: string;
  readonly find: string;
  readonly ownVisibility: string;
  readonly hide: string;
  readonly show: string;
  readonly hiddenAbove: string;
  readonly toCategoryRules: string;
  readonly ownPrice: string;
  readonly oneOfTwo: string;
  readonly fixedPrice: string;
  readonly percentage: string;
  readonly percentageHint: string;
  readonly setPrice: string;
  readonly forget: string;
  readonly ruleSet: string;
  readonly ruleCleared: string;
  readonly categoryRules: string;
  readonly inCatalog: string;
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
    asSeen:
      'What the account sees now, at its prices, and the rule behind each. Open a product to hide it from this account or to set its price.',
    lookUp: 'Find a product',
    lookUpHint: 'By words of its name, or its id; also one that the account does not see.',
    find: 'Find',
    ownVisibility: 'Does this account see it?',
    hide: 'Hide it from this account',
    show: 'Show it to this account',
    hiddenAbove: 'A category above is hidden, so a rule on the product alone would not show it.',
    toCategoryRules: 'To the rules of that category',
    ownPrice: 'What does this account pay?',
    oneOfTwo: 'Fill in one of the two. It replaces a price of its group.',
    fixedPrice: 'Fixed price, USD a unit',
    percentage: 'Or a percentage on the base price',
    percentageHint: 'Such as +10 or -2.5.',
    setPrice: 'Set the price',
    forget: "Take this account's own rule back",
    ruleSet: 'The rule is set. It holds from the next request on.',
    ruleCleared: 'The rule is taken back.',
    categoryRules: 'Hide this category from the account, or change all its prices here',
    inCatalog: 'The product in the catalog, with all its rules',
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
    asSeen:
      'ما يراه الحساب الآن بأسعاره، والقاعدة وراء كل منها. افتح منتجًا لإخفائه عن هذا الحساب أو لتحديد سعره.',
    lookUp: 'البحث عن منتج',
    lookUpHint: 'بكلمات من اسمه أو بمعرّفه؛ حتى ما لا يراه الحساب.',
    find: 'ابحث',
    ownVisibility: 'هل يراه هذا الحساب؟',
    hide: 'إخفاؤه عن هذا الحساب',
    show: 'إظهاره لهذا الحساب',
    hiddenAbove: 'فئة أعلى منه مخفية، فلن تُظهره قاعدة على المنتج وحده.',
    toCategoryRules: 'إلى قواعد تلك الفئة',
    ownPrice: 'كم يدفع هذا الحساب؟',
    oneOfTwo: 'املأ أحد الحقلين. يحل محل سعر مجموعته.',
    fixedPrice: 'سعر ثابت، دولار أمريكي للوحدة',
    percentage: 'أو نسبة على السعر الأساسي',
    percentageHint: `مثل ${isolated('+10')} أو ${isolated('-2.5')}.`,
    setPrice: 'تحديد السعر',
    forget: 'إلغاء القاعدة الخاصة بهذا الحساب',
    ruleSet: 'وُضعت القاعدة، وتسري من الطلب التالي.',
    ruleCleared: 'أُلغيت القاعدة.',
    categoryRules: 'إخفاء هذه الفئة عن الحساب أو تغيير جميع أسعاره فيها',
    inCatalog: 'المنتج في الكتالوج مع جميع قواعده',
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
    asSeen:
      'Hesabın şu anda gördükleri, fiyatlarıyla ve her birinin ardındaki kuralla. Bir ürünü bu hesaptan gizlemek veya fiyatını belirlemek için ürünü açın.',
    lookUp: 'Ürün bul',
    lookUpHint: 'Adındaki sözcüklerle veya kimliğiyle; hesabın görmediği ürünler de bulunur.',
    find: 'Bul',
    ownVisibility: 'Bu hesap onu görüyor mu?',
    hide: 'Bu hesaptan gizle',
    show: 'Bu hesaba göster',
    hiddenAbove: 'Üstündeki bir kategori gizli; yalnızca ürüne konan bir kural onu göstermez.',
    toCategoryRules: 'O kategorinin kurallarına git',
    ownPrice: 'Bu hesap ne öder?',
    oneOfTwo: 'İkisinden birini doldurun. Grubunun fiyatının yerini alır.',
    fixedPrice: 'Sabit fiyat, birim başına USD',
    percentage: 'Ya da temel fiyata yüzde',
    percentageHint: 'Örneğin +10 veya -2.5.',
    setPrice: 'Fiyatı belirle',
    forget: 'Bu hesabın kendi kuralını geri al',
    ruleSet: 'Kural konuldu. Bir sonraki istekten itibaren geçerlidir.',
    ruleCleared: 'Kural geri alındı.',
    categoryRules: 'Bu kategoriyi hesaptan gizle veya buradaki tüm fiyatlarını değiştir',
    inCatalog: 'Ürün, tüm kurallarıyla katalogda',
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
