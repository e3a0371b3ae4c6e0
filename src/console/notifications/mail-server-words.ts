import { pageWords } from '../shell/page-words.js';

/** Phrases about the mail server of notifications. */
export const MAIL_SERVER_WORDS = pageWords({
  en: {
    none: 'There is no mail server, so no e-mail is sent.',
    securities: { tls: 'TLS', starttls: 'STARTTLS, required', none: 'none' },
    usernameHint: 'Empty for a server without sign-in.',
    passwordHint: 'Left empty, it stays as long as server and user name do. It is never shown.',
    from: 'Sender',
    saved: 'The mail server is set.',
    removeTitle: 'Forget the mail server',
    removed: 'The mail server is forgotten; e-mail is sent no more.',
  },
  ar: {
    none: 'لا يوجد خادم بريد، لذلك لا يُرسل أي بريد إلكتروني.',
    securities: { tls: 'TLS', starttls: 'STARTTLS، إلزامي', none: 'بدون' },
    usernameHint: 'فارغ لخادم لا يتطلب تسجيل دخول.',
    passwordHint: 'إن تُركت فارغة تبقى كما هي ما بقي الخادم واسم المستخدم. لا تُعرض أبدًا.',
    from: 'المرسل',
    saved: 'تم ضبط خادم البريد.',
    removeTitle: 'حذف خادم البريد',
    removed: 'تم حذف خادم البريد؛ لن يُرسل بريد إلكتروني بعد الآن.',
  },
  tr: {
    none: 'E-posta sunucusu yok; bu yüzden e-posta gönderilmiyor.',
    securities: { tls: 'TLS', starttls: 'STARTTLS, zorunlu', none: 'yok' },
    usernameHint: 'Oturum açma istemeyen sunucu için boş.',
    passwordHint: 'Boş kalırsa sunucu ve kullanıcı adı aynı kaldıkça korunur. Hiç gösterilmez.',
    from: 'Gönderen',
    saved: 'E-posta sunucusu ayarlandı.',
    removeTitle: 'E-posta sunucusunu unut',
    removed: 'E-posta sunucusu unutuldu; artık e-posta gönderilmiyor.',
  },
});
