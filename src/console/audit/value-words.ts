import { wordTable } from '../../pages/language.js';

/** Values that are one of few, in English, by their name in entries of the audit. */
const ENGLISH = {
  closed: { nothing: 'nothing', orders: 'new orders', everything: 'everything' },
  factors: {
    password: 'password',
    link: 'link of the terminal',
    totp: 'code of the authenticator',
    recovery: 'recovery code',
  },
  stage: {
    code: 'the code is still to be typed',
    enrol: 'the second factor is still to be set up',
    full: 'complete',
  },
};

/** A value in words, by what it is the value of. */
export const VALUE_WORDS = wordTable<typeof ENGLISH>({
  en: ENGLISH,
  ar: {
    closed: { nothing: 'لا شيء', orders: 'الطلبات الجديدة', everything: 'كل شيء' },
    factors: {
      password: 'كلمة المرور',
      link: 'رابط من الطرفية',
      totp: 'رمز تطبيق المصادقة',
      recovery: 'رمز الاسترداد',
    },
    stage: {
      code: 'لم يُكتب الرمز بعد',
      enrol: 'لم يُضبط التحقق بخطوتين بعد',
      full: 'مكتمل',
    },
  },
  tr: {
    closed: { nothing: 'hiçbir şey', orders: 'yeni siparişler', everything: 'her şey' },
    factors: {
      password: 'parola',
      link: 'terminalden bağlantı',
      totp: 'doğrulama uygulamasının kodu',
      recovery: 'kurtarma kodu',
    },
    stage: {
      code: 'kodun yazılması bekleniyor',
      enrol: 'iki adımlı doğrulamanın kurulması bekleniyor',
      full: 'tamamlandı',
    },
  },
});
