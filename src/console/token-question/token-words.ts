import type { Scope } from '../../account/access/scopes.js';
import { wordTable } from '../../pages/language.js';

interface TokenWords {
  readonly scopeMeanings: Readonly<Record<Scope, string>>;
  readonly token: string;
  readonly number: string;
  readonly unnamed: (number: string) => string;
  readonly label: string;
  readonly labelHint: string;
  readonly scopes: string;
  readonly allowedIps: string;
  readonly allowedIpsHint: string;
  readonly dailyCap: string;
  readonly dailyCapHint: string;
  readonly expires: string;
  readonly expiresHint: string;
  readonly lastUsed: string;
  readonly created: string;
  readonly revokedAt: string;
  readonly state: string;
  readonly valid: string;
  readonly expired: string;
  readonly revoked: string;
  readonly pending: string;
  readonly everywhere: string;
  readonly family: string;
  readonly none: string;
  readonly issue: string;
  readonly issueButton: string;
  readonly issued: string;
  readonly shownOnce: string;
  readonly back: string;
  readonly change: string;
  readonly changeHint: string;
  readonly save: string;
  readonly wasChanged: string;
  readonly revoke: string;
  readonly revokeTitle: string;
  readonly revokeHint: string;
  readonly wasRevoked: string;
  readonly whose: string;
  readonly whoseHint: string;
  readonly whoseButton: string;
  readonly looksLikeToken: string;
  readonly nobodys: string;
}

/** Phrases about the tokens of an account. */
export const TOKEN_WORDS = wordTable<TokenWords>({
  en: {
    scopeMeanings: {
      catalog: 'read the catalog and its prices',
      orders: 'place and check orders',
      books: 'read all its orders and the statement',
      testing: 'switch its test products on and off',
      rotate: 'replace itself by a new token',
    },
    token: 'Token',
    number: 'Number',
    unnamed: (number) => `Token ${number}, without a name`,
    label: 'Name',
    labelHint: 'Who or what uses it, so that you know later which one to revoke.',
    scopes: 'What it may do',
    allowedIps: 'Only from these addresses',
    allowedIpsHint: 'One address or range a line; the list of the account holds as well.',
    dailyCap: 'USD in 24 hours',
    dailyCapHint: 'The most that may be spent with it; empty for no cap.',
    expires: 'Expires',
    expiresHint: 'In UTC; empty for never.',
    lastUsed: 'Last used',
    created: 'Created',
    revokedAt: 'Revoked',
    state: 'State',
    valid: 'valid',
    expired: 'expired',
    revoked: 'revoked',
    pending: 'not used yet',
    everywhere: 'as the account',
    family: 'Tokens that replace one another are changed and revoked together.',
    none: 'The account has no token, so it cannot use the API yet.',
    issue: 'New token',
    issueButton: 'Issue the token',
    issued: 'The new token',
    shownOnce: 'Copy it now: it is shown this once and cannot be shown again.',
    back: 'Back to the tokens',
    change: 'Change the token',
    changeHint: 'It holds from the next request on.',
    save: 'Save',
    wasChanged: 'The token is changed.',
    revoke: 'Revoke',
    revokeTitle: 'Revoke the token',
    revokeHint:
      'It ends at once and for good. Programs that use it are refused until they have another token.',
    wasRevoked: 'The token is revoked.',
    whose: 'Whose token is this?',
    whoseHint:
      'Paste a token that you have found, such as one from a chat. It is only compared: it is neither shown again nor kept.',
    whoseButton: 'Look it up',
    looksLikeToken:
      'What you typed looks like a token, so no account was looked for. Paste it below; in this search it stands in the address of the page.',
    nobodys:
      'No token of this shop. Tokens of all accounts were looked through, revoked and expired ones too, but neither those of operators nor those of suppliers.',
  },
  ar: {
    scopeMeanings: {
      catalog: 'قراءة الكتالوج وأسعاره',
      orders: 'تقديم الطلبات والاستعلام عنها',
      books: 'قراءة جميع طلباته وكشف الحساب',
      testing: 'تشغيل منتجات الاختبار وإيقافها',
      rotate: 'استبدال نفسه برمز جديد',
    },
    token: 'رمز الوصول',
    number: 'الرقم',
    unnamed: (number) => `الرمز ${number}، بلا اسم`,
    label: 'الاسم',
    labelHint: 'من يستخدمه أو ما الذي يستخدمه، لتعرف لاحقًا أي رمز تُبطله.',
    scopes: 'ما يُسمح له به',
    allowedIps: 'من هذه العناوين فقط',
    allowedIpsHint: 'عنوان أو نطاق في كل سطر؛ وتسري قائمة الحساب أيضًا.',
    dailyCap: 'دولار أمريكي في 24 ساعة',
    dailyCapHint: 'أقصى ما يُنفق به؛ اتركه فارغًا بلا سقف.',
    expires: 'ينتهي في',
    expiresHint: 'بتوقيت UTC؛ اتركه فارغًا كي لا ينتهي.',
    lastUsed: 'آخر استخدام',
    created: 'أُنشئ في',
    revokedAt: 'أُبطل في',
    state: 'الحالة',
    valid: 'صالح',
    expired: 'منتهٍ',
    revoked: 'مُبطل',
    pending: 'لم يُستخدم بعد',
    everywhere: 'كما للحساب',
    family: 'الرموز التي يحلّ بعضها محل بعض تُغيَّر وتُبطَل معًا.',
    none: 'ليس للحساب رمز وصول، فلا يستطيع استخدام الواجهة البرمجية بعد.',
    issue: 'رمز جديد',
    issueButton: 'إصدار الرمز',
    issued: 'الرمز الجديد',
    shownOnce: 'انسخه الآن: يُعرض هذه المرة فقط ولا يمكن عرضه مجددًا.',
    back: 'العودة إلى الرموز',
    change: 'تعديل الرمز',
    changeHint: 'يسري من الطلب البرمجي التالي.',
    save: 'حفظ',
    wasChanged: 'تم تغيير الرمز.',
    revoke: 'إبطال',
    revokeTitle: 'إبطال الرمز',
    revokeHint: 'ينتهي فورًا ونهائيًا. تُرفض البرامج التي تستخدمه إلى أن يكون لديها رمز آخر.',
    wasRevoked: 'تم إبطال الرمز.',
    whose: 'لمن هذا الرمز؟',
    whoseHint: 'الصق رمز وصول عثرت عليه، في محادثة مثلًا. يُقارَن فقط، ولا يُعرض مجددًا ولا يُحفظ.',
    whoseButton: 'ابحث عنه',
    looksLikeToken:
      'يبدو ما كتبته رمز وصول، لذلك لم يُبحث عن حساب. الصقه أدناه؛ ففي هذا البحث يظهر في عنوان الصفحة.',
    nobodys:
      'ليس رمزًا من رموز هذا المتجر. بُحث في رموز جميع الحسابات، ومنها المُبطلة والمنتهية، دون رموز المشغّلين والمورّدين.',
  },
  tr: {
    scopeMeanings: {
      catalog: 'kataloğu ve fiyatlarını okumak',
      orders: 'sipariş vermek ve sorgulamak',
      books: 'tüm siparişlerini ve ekstreyi okumak',
      testing: 'deneme ürünlerini açıp kapatmak',
      rotate: 'kendini yeni bir belirteçle değiştirmek',
    },
    token: 'Belirteç',
    number: 'Numara',
    unnamed: (number) => `Belirteç ${number}, adsız`,
    label: 'Ad',
    labelHint: 'Onu kim veya ne kullanıyor; sonra hangisini iptal edeceğinizi bilirsiniz.',
    scopes: 'Ne yapabilir',
    allowedIps: 'Yalnızca bu adreslerden',
    allowedIpsHint: 'Her satıra bir adres veya aralık; hesabın listesi de geçerlidir.',
    dailyCap: '24 saatte USD',
    dailyCapHint: 'Onunla en çok harcanabilecek tutar; sınırsız için boş bırakın.',
    expires: 'Sona erme',
    expiresHint: 'UTC olarak; hiç sona ermemesi için boş bırakın.',
    lastUsed: 'Son kullanım',
    created: 'Oluşturuldu',
    revokedAt: 'İptal edildi',
    state: 'Durum',
    valid: 'geçerli',
    expired: 'süresi doldu',
    revoked: 'iptal edildi',
    pending: 'henüz kullanılmadı',
    everywhere: 'hesabınki gibi',
    family: 'Birbirinin yerini alan belirteçler birlikte değiştirilir ve iptal edilir.',
    none: 'Hesabın belirteci yok; API’yi henüz kullanamaz.',
    issue: 'Yeni belirteç',
    issueButton: 'Belirteci ver',
    issued: 'Yeni belirteç',
    shownOnce: 'Şimdi kopyalayın: yalnızca bu kez gösterilir, bir daha gösterilemez.',
    back: 'Belirteçlere dön',
    change: 'Belirteci değiştir',
    changeHint: 'Bir sonraki istekten itibaren geçerlidir.',
    save: 'Kaydet',
    wasChanged: 'Belirteç değiştirildi.',
    revoke: 'İptal et',
    revokeTitle: 'Belirteci iptal et',
    revokeHint:
      'Hemen ve kalıcı olarak sona erer. Onu kullanan programlar, başka bir belirteç alana kadar reddedilir.',
    wasRevoked: 'Belirteç iptal edildi.',
    whose: 'Bu belirteç kimin?',
    whoseHint:
      'Bulduğunuz bir belirteci yapıştırın, örneğin bir sohbetten. Yalnızca karşılaştırılır; ne yeniden gösterilir ne de saklanır.',
    whoseButton: 'Sahibini bul',
    looksLikeToken:
      'Yazdığınız bir belirtece benziyor, bu yüzden hesap aranmadı. Onu aşağıya yapıştırın; bu aramada sayfanın adresinde görünür.',
    nobodys:
      'Bu mağazanın belirteci değil. İptal edilenler ve süresi dolanlar dahil bütün hesapların belirteçlerine bakıldı; yöneticilerin ve tedarikçilerinkine bakılmadı.',
  },
});
