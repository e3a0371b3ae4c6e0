import type { RecipientKind } from '../../notifications/recipients/recipient.entity.js';
import type { Topic } from '../../notifications/topics.js';
import { wordTable } from '../../pages/language.js';

interface NotificationWords {
  readonly title: string;
  readonly recipient: string;
  readonly none: string;
  readonly soon: string;
  readonly name: string;
  readonly nameHint: string;
  readonly kind: string;
  readonly kinds: Readonly<Record<RecipientKind, string>>;
  readonly address: string;
  readonly addressHint: string;
  readonly topics: string;
  readonly topicTexts: Readonly<Record<Topic, string>>;
  readonly overdueMinutes: string;
  readonly overdueHint: string;
  readonly lastSent: string;
  readonly lastError: string;
  readonly created: string;
  readonly addTitle: string;
  readonly add: string;
  readonly added: string;
  readonly kept: string;
  readonly noMailServer: string;
  readonly toMailServer: string;
  readonly noTopics: string;
  readonly chooseTopics: string;
  readonly secret: string;
  readonly secretHint: string;
  readonly changeTitle: string;
  readonly save: string;
  readonly saved: string;
  readonly testTitle: string;
  readonly test: string;
  readonly tested: string;
  readonly removeTitle: string;
  readonly remove: string;
  readonly removed: string;
  readonly back: string;
}

/** Phrases about who is notified of what. */
export const NOTIFICATION_WORDS = wordTable<NotificationWords>({
  en: {
    title: 'Notifications',
    recipient: 'Notifications to',
    none: 'Nobody is notified of anything yet.',
    soon: 'Messages go out within about a minute.',
    name: 'Name',
    nameHint: 'Small letters, digits, dots, hyphens and underscores.',
    kind: 'By',
    kinds: { webhook: 'webhook', email: 'e-mail' },
    address: 'Address',
    addressHint: 'The URL of a webhook, or an e-mail address.',
    topics: 'Told of',
    topicTexts: {
      'order.waiting': 'an order waits for the operator',
      'order.overdue': 'an order waits for too long, whoever delivers it',
      'stock.low': 'a stock of codes is low',
      'stock.held': 'codes are held back after a failover',
      'supplier.failing': 'a supplier cannot be reached, or refuses us',
      'supplier.balance_low': 'our balance at a supplier is low',
      'purchase.unneeded': 'a supplier has delivered an order that was closed by hand',
      'backup.failing': 'no nightly backup can be made or restored',
      'account.halted': 'the orders of an account were halted',
    },
    overdueMinutes: 'Minutes until an order is overdue',
    overdueHint: '30 if left empty.',
    lastSent: 'Last sent',
    lastError: 'Why the last attempt failed',
    created: 'Made',
    addTitle: 'Notify somebody',
    add: 'Add',
    added: 'Notifications will be sent. They go out within about a minute.',
    kept: 'The recipient is added.',
    noMailServer: 'No e-mail can be sent until an owner has set the mail server.',
    toMailServer: 'To the mail server',
    noTopics: 'Nothing is sent until it is chosen of what to tell.',
    chooseTopics: 'Choose it',
    secret: 'Secret that signs the messages',
    secretHint: 'Copy it now; it is not shown again.',
    changeTitle: 'Change',
    save: 'Save',
    saved: 'The change is saved.',
    testTitle: 'Try it',
    test: 'Send a test now',
    tested: 'The test has arrived.',
    removeTitle: 'Notify no more',
    remove: 'Remove',
    removed: 'No notifications are sent there any more.',
    back: 'Back to the notifications',
  },
  ar: {
    title: 'الإشعارات',
    recipient: 'إشعارات إلى',
    none: 'لا يُشعَر أحد بشيء بعد.',
    soon: 'تُرسل الرسائل في غضون دقيقة تقريبًا.',
    name: 'الاسم',
    nameHint: 'حروف لاتينية صغيرة وأرقام ونقاط وشرطات وشرطات سفلية.',
    kind: 'عبر',
    kinds: { webhook: 'webhook', email: 'البريد الإلكتروني' },
    address: 'العنوان',
    addressHint: 'رابط webhook أو عنوان بريد إلكتروني.',
    topics: 'يُشعَر بأن',
    topicTexts: {
      'order.waiting': 'طلبًا ينتظر المشغّل',
      'order.overdue': 'طلبًا ينتظر أطول مما يجب، أيًّا كان من يسلّمه',
      'stock.low': 'مخزون رموز منخفض',
      'stock.held': 'رموز محجوزة بعد تحوّل قاعدة البيانات',
      'supplier.failing': 'مورّدًا لا يستجيب أو يرفضنا',
      'supplier.balance_low': 'رصيدنا لدى مورّد منخفض',
      'purchase.unneeded': 'سلّم مورّد طلبًا سبق البتّ فيه يدويًا',
      'backup.failing': 'تعذّر إنشاء نسخة احتياطية ليلية أو استعادتها',
      'account.halted': 'طلبات حساب عُلّقت',
    },
    overdueMinutes: 'الدقائق حتى يُعد الطلب متأخرًا',
    overdueHint: '30 إن تُرك فارغًا.',
    lastSent: 'آخر إرسال',
    lastError: 'سبب فشل آخر محاولة',
    created: 'وقت الإنشاء',
    addTitle: 'إشعار شخص ما',
    add: 'إضافة',
    added: 'ستُرسل الإشعارات، كلٌّ منها في غضون دقيقة تقريبًا.',
    kept: 'تمت إضافة المستلم.',
    noMailServer: 'لا يمكن إرسال بريد إلكتروني قبل أن يضبط أحد المالكين خادم البريد.',
    toMailServer: 'إلى خادم البريد',
    noTopics: 'لن يُرسل شيء قبل اختيار ما يُشعَر به.',
    chooseTopics: 'اختره',
    secret: 'السر الذي تُوقَّع به الرسائل',
    secretHint: 'انسخه الآن؛ لن يُعرض مرة أخرى.',
    changeTitle: 'تعديل',
    save: 'حفظ',
    saved: 'تم حفظ التعديل.',
    testTitle: 'تجربة',
    test: 'أرسل تجربة الآن',
    tested: 'وصلت التجربة.',
    removeTitle: 'إيقاف الإشعارات',
    remove: 'إزالة',
    removed: 'لن تُرسل إشعارات إلى هناك بعد الآن.',
    back: 'العودة إلى الإشعارات',
  },
  tr: {
    title: 'Bildirimler',
    recipient: 'Bildirim alıcısı',
    none: 'Henüz kimseye bir şey bildirilmiyor.',
    soon: 'İletiler yaklaşık bir dakika içinde gönderilir.',
    name: 'Ad',
    nameHint: 'Küçük harfler, rakamlar, nokta, tire ve alt çizgi.',
    kind: 'Yol',
    kinds: { webhook: 'webhook', email: 'e-posta' },
    address: 'Adres',
    addressHint: 'Bir webhook URL adresi veya e-posta adresi.',
    topics: 'Bildirilenler',
    topicTexts: {
      'order.waiting': 'bir sipariş operatörün kararını bekliyor',
      'order.overdue': 'bir sipariş çok uzun bekliyor, kim teslim ederse etsin',
      'stock.low': 'bir kod stoku azaldı',
      'stock.held': 'veritabanı devrinden sonra kodlar bekletiliyor',
      'supplier.failing': 'bir tedarikçiye ulaşılamıyor veya bizi reddediyor',
      'supplier.balance_low': 'bir tedarikçideki bakiyemiz azaldı',
      'purchase.unneeded': 'bir tedarikçi, elle kapatılmış bir siparişi teslim etti',
      'backup.failing': 'gecelik yedek alınamıyor ya da geri yüklenemiyor',
      'account.halted': 'bir hesabın siparişleri durduruldu',
    },
    overdueMinutes: 'Sipariş kaç dakikada gecikmiş sayılır',
    overdueHint: 'Boş bırakılırsa 30.',
    lastSent: 'Son gönderim',
    lastError: 'Son denemenin başarısızlık nedeni',
    created: 'Oluşturuldu',
    addTitle: 'Birine bildir',
    add: 'Ekle',
    added: 'Bildirimler gönderilecek; her biri yaklaşık bir dakika içinde çıkar.',
    kept: 'Alıcı eklendi.',
    noMailServer: 'Bir sahip e-posta sunucusunu ayarlayana kadar e-posta gönderilemez.',
    toMailServer: 'E-posta sunucusuna git',
    noTopics: 'Nelerin bildirileceği seçilene kadar hiçbir şey gönderilmez.',
    chooseTopics: 'Seç',
    secret: 'İletileri imzalayan gizli anahtar',
    secretHint: 'Şimdi kopyalayın; bir daha gösterilmez.',
    changeTitle: 'Değiştir',
    save: 'Kaydet',
    saved: 'Değişiklik kaydedildi.',
    testTitle: 'Dene',
    test: 'Şimdi bir deneme gönder',
    tested: 'Deneme ulaştı.',
    removeTitle: 'Artık bildirme',
    remove: 'Kaldır',
    removed: 'Oraya artık bildirim gönderilmiyor.',
    back: 'Bildirimlere dön',
  },
});
