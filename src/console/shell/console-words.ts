import type { ClosedPart } from '../../account/closed-part.js';
import type { ProblemName } from '../../admin/problems/problem.js';
import type { Role } from '../../operators/permissions/roles.js';
import { wordTable } from '../../pages/language.js';

interface ConsoleWords {
  readonly navigation: string;
  readonly today: string;
  readonly waiting: string;
  readonly orders: string;
  readonly accounts: string;
  readonly catalog: string;
  readonly prices: string;
  readonly stock: string;
  readonly suppliers: string;
  readonly reports: string;
  readonly audit: string;
  readonly changes: string;
  readonly operators: string;
  readonly shop: string;
  readonly signOut: string;
  readonly own: string;
  readonly requestId: string;
  readonly crossSite: string;
  /** What is closed to resellers. */
  readonly closed: Readonly<Record<Exclude<ClosedPart, 'nothing'>, string>>;
  readonly reopen: string;
  readonly outdated: string;
  readonly showAgain: string;
  readonly keys: string;
  readonly keySearch: string;
  readonly keyNext: string;
  readonly keyPrevious: string;
  readonly keyLeave: string;
  readonly close: string;
  readonly csv: string;
  readonly roles: Readonly<Record<Role, string>>;
  /** Headings of pages that tell of an error. */
  readonly problems: Readonly<Record<ProblemName, string>>;
}

/** Phrases of the frame around every page of the console. */
export const CONSOLE_WORDS = wordTable<ConsoleWords>({
  en: {
    navigation: 'Console',
    today: 'Today',
    waiting: 'Waiting',
    orders: 'Orders',
    accounts: 'Accounts',
    catalog: 'Catalog',
    prices: 'Prices',
    stock: 'Stock',
    suppliers: 'Suppliers',
    reports: 'Reports',
    audit: 'Audit',
    changes: 'All its changes',
    operators: 'Operators',
    shop: 'Shop',
    signOut: 'Sign out',
    own: 'Own account',
    requestId: 'Request id',
    crossSite: 'This form was sent by another site, so nothing was changed.',
    closed: {
      orders: 'The shop is closed to new orders.',
      everything: 'The shop is closed: no request of a reseller is answered.',
    },
    reopen: 'Open it again',
    outdated: 'The waiting orders have changed.',
    showAgain: 'Show them',
    keys: 'Keys',
    keySearch: 'search',
    keyNext: 'next row',
    keyPrevious: 'row before',
    keyLeave: 'leave a field',
    close: 'Close',
    csv: 'Save as CSV',
    roles: {
      owner: 'owner',
      manager: 'manager',
      support: 'support',
      finance: 'finance',
      viewer: 'viewer',
    },
    problems: {
      'malformed-request': 'The request cannot be read',
      'idempotency-key-missing': 'The form is not complete',
      'not-signed-in': 'You are not signed in',
      'permission-missing': 'You do not have the permission',
      'no-such-route': 'There is no such page',
      'not-found': 'There is no such thing',
      'method-not-allowed': 'The page cannot be opened like this',
      'not-arrived': 'The form did not arrive in time',
      conflict: 'The present state does not allow it',
      'being-bought': 'A supplier may still deliver the order',
      'idempotency-key-used': 'This form was sent before with other values',
      changed: 'Somebody has changed it meanwhile',
      'too-large': 'The form is too large',
      'not-json': 'The form cannot be read',
      'not-a-file': 'The body is no file of a known type',
      invalid: 'Some values are not right',
      'if-match-missing': 'The form is not complete',
      'too-many-requests': 'Too many requests at once; try again',
      internal: 'Something went wrong in the shop',
      unavailable: 'The shop cannot answer now; try again',
    },
  },
  ar: {
    navigation: 'لوحة التحكم',
    today: 'اليوم',
    waiting: 'قيد الانتظار',
    orders: 'الطلبات',
    accounts: 'الحسابات',
    catalog: 'الكتالوج',
    prices: 'الأسعار',
    stock: 'المخزون',
    suppliers: 'المورّدون',
    reports: 'التقارير',
    audit: 'سجل التدقيق',
    changes: 'كل تغييراته',
    operators: 'المشغّلون',
    shop: 'المتجر',
    signOut: 'تسجيل الخروج',
    own: 'حسابي',
    requestId: 'معرّف الطلب البرمجي',
    crossSite: 'أُرسل هذا النموذج من موقع آخر، لذلك لم يتغيّر شيء.',
    closed: {
      orders: 'المتجر مغلق أمام الطلبات الجديدة.',
      everything: 'المتجر مغلق: لا يُجاب عن أي طلب من الموزّعين.',
    },
    reopen: 'أعد فتحه',
    outdated: 'تغيّرت الطلبات المنتظرة.',
    showAgain: 'اعرضها',
    keys: 'مفاتيح الاختصار',
    keySearch: 'بحث',
    keyNext: 'الصف التالي',
    keyPrevious: 'الصف السابق',
    keyLeave: 'مغادرة الحقل',
    close: 'إغلاق',
    csv: 'حفظ كملف CSV',
    roles: {
      owner: 'مالك',
      manager: 'مدير',
      support: 'دعم',
      finance: 'مالية',
      viewer: 'مشاهد',
    },
    problems: {
      'malformed-request': 'لا يمكن قراءة الطلب',
      'idempotency-key-missing': 'النموذج غير مكتمل',
      'not-signed-in': 'لم تسجّل الدخول',
      'permission-missing': 'ليست لديك الصلاحية',
      'no-such-route': 'لا توجد صفحة كهذه',
      'not-found': 'لا يوجد شيء كهذا',
      'method-not-allowed': 'لا يمكن فتح الصفحة بهذه الطريقة',
      'not-arrived': 'لم يصل النموذج في الوقت المحدد',
      conflict: 'الحالة الراهنة لا تسمح بذلك',
      'being-bought': 'قد يسلّم المورّد الطلب بعد',
      'idempotency-key-used': 'أُرسل هذا النموذج من قبل بقيم أخرى',
      changed: 'غيّره شخص آخر في هذه الأثناء',
      'too-large': 'النموذج كبير جدًا',
      'not-json': 'لا يمكن قراءة النموذج',
      'not-a-file': 'نوع الملف المرسل غير معروف',
      invalid: 'بعض القيم غير صحيحة',
      'if-match-missing': 'النموذج غير مكتمل',
      'too-many-requests': 'طلبات كثيرة في وقت واحد؛ حاول مجددًا',
      internal: 'حدث خطأ في المتجر',
      unavailable: 'لا يستطيع المتجر الرد الآن؛ حاول مجددًا',
    },
  },
  tr: {
    navigation: 'Konsol',
    today: 'Bugün',
    waiting: 'Bekleyenler',
    orders: 'Siparişler',
    accounts: 'Hesaplar',
    catalog: 'Katalog',
    prices: 'Fiyatlar',
    stock: 'Stok',
    suppliers: 'Tedarikçiler',
    reports: 'Raporlar',
    audit: 'Denetim kaydı',
    changes: 'Tüm değişiklikleri',
    operators: 'Operatörler',
    shop: 'Mağaza',
    signOut: 'Çıkış yap',
    own: 'Hesabım',
    requestId: 'İstek kimliği',
    crossSite: 'Bu form başka bir siteden gönderildi; hiçbir şey değiştirilmedi.',
    closed: {
      orders: 'Mağaza yeni siparişlere kapalı.',
      everything: 'Mağaza kapalı: bayilerin hiçbir isteği yanıtlanmıyor.',
    },
    reopen: 'Yeniden aç',
    outdated: 'Bekleyen siparişler değişti.',
    showAgain: 'Göster',
    keys: 'Kısayollar',
    keySearch: 'ara',
    keyNext: 'sonraki satır',
    keyPrevious: 'önceki satır',
    keyLeave: 'alandan çık',
    close: 'Kapat',
    csv: 'CSV olarak kaydet',
    roles: {
      owner: 'sahip',
      manager: 'yönetici',
      support: 'destek',
      finance: 'finans',
      viewer: 'izleyici',
    },
    problems: {
      'malformed-request': 'İstek okunamıyor',
      'idempotency-key-missing': 'Form eksik',
      'not-signed-in': 'Oturum açmadınız',
      'permission-missing': 'Bunun için yetkiniz yok',
      'no-such-route': 'Böyle bir sayfa yok',
      'not-found': 'Böyle bir şey yok',
      'method-not-allowed': 'Sayfa bu şekilde açılamaz',
      'not-arrived': 'Form zamanında ulaşmadı',
      conflict: 'Şu anki durum buna izin vermiyor',
      'being-bought': 'Tedarikçi siparişi hâlâ teslim edebilir',
      'idempotency-key-used': 'Bu form daha önce başka değerlerle gönderildi',
      changed: 'Bu arada başka biri değiştirdi',
      'too-large': 'Form çok büyük',
      'not-json': 'Form okunamıyor',
      'not-a-file': 'Gönderilen dosyanın türü bilinmiyor',
      invalid: 'Bazı değerler doğru değil',
      'if-match-missing': 'Form eksik',
      'too-many-requests': 'Aynı anda çok fazla istek var; yeniden deneyin',
      internal: 'Mağazada bir hata oluştu',
      unavailable: 'Mağaza şu anda yanıt veremiyor; yeniden deneyin',
    },
  },
});
