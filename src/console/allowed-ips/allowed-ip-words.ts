import { isolated, wordTable } from '../../pages/language.js';

/** Phrases about the addresses from which an account may call. */
export const ALLOWED_IP_WORDS = wordTable({
  en: {
    range: 'Address or range',
    added: 'Added',
    remove: 'Remove …',
    removeOne: (range: string) => `Remove ${range}`,
    removeTitle: 'Remove an address',
    everywhere: 'The list is empty: the account may call from everywhere.',
    add: 'Allow an address',
    addButton: 'Allow',
    rangeHint: 'Such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.',
    usedFrom: 'Its tokens were used last from',
    wasAdded: 'The address is allowed.',
    wasRemoved: 'The address is off the list.',
    risks: {
      'closes-others':
        'This is the first address of the list, so all others are closed at once: the programs of the account can then call from here only.',
      'opens-to-all':
        'This is the last address of the list. Without any, whoever has a token may call from everywhere.',
      'locks-out': 'This closes an address from which a token of the account was used last.',
    },
    lockedOut: 'These addresses in use are closed',
    understood: 'I have checked it and want this.',
  },
  ar: {
    range: 'العنوان أو النطاق',
    added: 'أُضيف في',
    remove: 'إزالة…',
    removeOne: (range) => `إزالة ${range}`,
    removeTitle: 'إزالة عنوان',
    everywhere: 'القائمة فارغة: يستطيع الحساب الاتصال من أي مكان.',
    add: 'السماح لعنوان',
    addButton: 'سماح',
    rangeHint: `مثل ${isolated('203.0.113.7')} أو ${isolated('203.0.113.0/24')} أو ${isolated('2001:db8::/32')}.`,
    usedFrom: 'آخر استخدام لرموزه كان من',
    wasAdded: 'صار العنوان مسموحًا.',
    wasRemoved: 'أُزيل العنوان من القائمة.',
    risks: {
      'closes-others':
        'هذا أول عنوان في القائمة، فتُغلق كل العناوين الأخرى فورًا: لن تستطيع برامج الحساب الاتصال إلا من هنا.',
      'opens-to-all':
        'هذا آخر عنوان في القائمة. ومن دون أي عنوان يستطيع كل من لديه رمز وصول الاتصال من أي مكان.',
      'locks-out': 'هذا يغلق عنوانًا استُخدم منه رمز للحساب آخر مرة.',
    },
    lockedOut: 'تُغلق هذه العناوين المستخدمة',
    understood: 'راجعتُ ذلك وأريده.',
  },
  tr: {
    range: 'Adres veya aralık',
    added: 'Eklendi',
    remove: 'Kaldır…',
    removeOne: (range) => `${range} kaldır`,
    removeTitle: 'Bir adresi kaldır',
    everywhere: 'Liste boş: hesap her yerden çağrı yapabilir.',
    add: 'Bir adrese izin ver',
    addButton: 'İzin ver',
    rangeHint: 'Örneğin 203.0.113.7, 203.0.113.0/24 veya 2001:db8::/32.',
    usedFrom: 'Belirteçlerinin son kullanıldığı adresler',
    wasAdded: 'Adrese izin verildi.',
    wasRemoved: 'Adres listeden çıkarıldı.',
    risks: {
      'closes-others':
        'Bu, listenin ilk adresi; diğerlerinin tümü hemen kapanır: hesabın programları yalnızca buradan çağrı yapabilir.',
      'opens-to-all':
        'Bu, listenin son adresi. Liste boşken belirteci olan herkes her yerden çağrı yapabilir.',
      'locks-out': 'Bu, hesabın bir belirtecinin son kullanıldığı bir adresi kapatır.',
    },
    lockedOut: 'Kullanımdaki şu adresler kapanır',
    understood: 'Denetledim ve bunu istiyorum.',
  },
});
