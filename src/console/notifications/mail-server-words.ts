import type { MailSecurity } from '../../notifications/mail/mail-server.entity.js';
import { wordTable } from '../../pages/language.js';

interface MailServerWords {
  readonly title: string;
  readonly none: string;
  readonly host: string;
  readonly port: string;
  readonly security: string;
  readonly securities: Readonly<Record<MailSecurity, string>>;
  readonly username: string;
  readonly usernameHint: string;
  readonly password: string;
  readonly passwordHint: string;
  readonly hasPassword: string;
  readonly from: string;
  readonly save: string;
  readonly saved: string;
  readonly removeTitle: string;
  readonly remove: string;
  readonly removed: string;
}

/** Phrases about the mail server of notifications. */
export const MAIL_SERVER_WORDS = wordTable<MailServerWords>({
  en: {
    title: 'Mail server',
    none: 'There is no mail server, so no e-mail is sent.',
    host: 'Server',
    port: 'Port',
    security: 'Encryption',
    securities: { tls: 'TLS', starttls: 'STARTTLS, required', none: 'none' },
    username: 'User name',
    usernameHint: 'Empty for a server without sign-in.',
    password: 'Password',
    passwordHint: 'Left empty, it stays as long as server and user name do. It is never shown.',
    hasPassword: 'Password is set',
    from: 'Sender',
    save: 'Save',
    saved: 'The mail server is set.',
    removeTitle: 'Forget the mail server',
    remove: 'Forget',
    removed: 'The mail server is forgotten; e-mail is sent no more.',
  },
  ar: {
    title: 'خادم البريد',
    none: 'لا يوجد خادم بريد، لذلك لا يُرسل أي بريد إلكتروني.',
    host: 'الخادم',
    port: 'المنفذ',
    security: 'التشفير',
    securities: { tls: 'TLS', starttls: 'STARTTLS، إلزامي', none: 'بدون' },
    username: 'اسم المستخدم',
    usernameHint: 'فارغ لخادم لا يتطلب تسجيل دخول.',
    password: 'كلمة المرور',
    passwordHint: 'إن تُركت فارغة تبقى كما هي ما بقي الخادم واسم المستخدم. لا تُعرض أبدًا.',
    hasPassword: 'كلمة المرور مضبوطة',
    from: 'المرسل',
    save: 'حفظ',
    saved: 'تم ضبط خادم البريد.',
    removeTitle: 'حذف خادم البريد',
    remove: 'حذف',
    removed: 'تم حذف خادم البريد؛ لن يُرسل بريد إلكتروني بعد الآن.',
  },
  tr: {
    title: 'E-posta sunucusu',
    none: 'E-posta sunucusu yok; bu yüzden e-posta gönderilmiyor.',
    host: 'Sunucu',
    port: 'Port',
    security: 'Şifreleme',
    securities: { tls: 'TLS', starttls: 'STARTTLS, zorunlu', none: 'yok' },
    username: 'Kullanıcı adı',
    usernameHint: 'Oturum açma istemeyen sunucu için boş.',
    password: 'Parola',
    passwordHint: 'Boş kalırsa sunucu ve kullanıcı adı aynı kaldıkça korunur. Hiç gösterilmez.',
    hasPassword: 'Parola var',
    from: 'Gönderen',
    save: 'Kaydet',
    saved: 'E-posta sunucusu ayarlandı.',
    removeTitle: 'E-posta sunucusunu unut',
    remove: 'Unut',
    removed: 'E-posta sunucusu unutuldu; artık e-posta gönderilmiyor.',
  },
});
