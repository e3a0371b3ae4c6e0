import { wordTable } from '../../pages/language.js';

/** Names of the pages about the shop as a whole. */
export const PART_WORDS = wordTable({
  en: {
    extensions: 'Extensions',
    notifications: 'Notifications',
    mailServer: 'Mail server',
  },
  ar: {
    extensions: 'الإضافات',
    notifications: 'الإشعارات',
    mailServer: 'خادم البريد',
  },
  tr: {
    extensions: 'Eklentiler',
    notifications: 'Bildirimler',
    mailServer: 'E-posta sunucusu',
  },
});
