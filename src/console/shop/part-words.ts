import { wordTable } from '../../pages/language.js';

/** Names of the pages about the shop as a whole. */
export const PART_WORDS = wordTable({
  en: {
    extensions: 'Extensions',
    notifications: 'Notifications',
    mailServer: 'Mail server',
    upkeep: 'Upkeep',
  },
  ar: {
    extensions: 'الإضافات',
    notifications: 'الإشعارات',
    mailServer: 'خادم البريد',
    upkeep: 'الصيانة الدورية',
  },
  tr: {
    extensions: 'Eklentiler',
    notifications: 'Bildirimler',
    mailServer: 'E-posta sunucusu',
    upkeep: 'Bakım işleri',
  },
});
