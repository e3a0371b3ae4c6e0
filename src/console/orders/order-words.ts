import { isolated } from '../../pages/language.js';
import { pageWords } from '../shell/page-words.js';

/** Phrases about orders. */
export const ORDER_WORDS = pageWords({
  en: {
    statuses: { wait: 'waiting', accept: 'accepted', reject: 'rejected' },
    searchHint: 'Order id, order_uuid, player id, another field or a delivered code.',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    total: 'Total',
    created: 'Placed',
    decided: 'Decided',
    test: 'test order',
    fields: 'Fields of the reseller',
    codesHint: 'One a line; leave it empty if nothing is to be sent.',
    noteHint: 'For operators only.',
    timeline: 'What has happened',
    noOrders: 'No order fits.',
    onlyWhole:
      'An order id, an order_uuid, a field and a code are found only if all of it is typed, not a part.',
    notKept:
      'The shop keeps nothing of a request without a valid token (121: wrong, expired or revoked; 120: none), nor of one that was refused because of a limit or could not be answered (111, 500). Of one that was refused because its account was suspended, or because of its address, the scopes of its token or a closed shop (122, 123, 124, 130), the order_uuid may be missing: look for it under the account. Refusals are kept for 30 days.',
    accept: 'Accept',
    acceptTitle: 'Accept the order',
    otherCount: (codes: string, quantity: string) =>
      `The quantity is ${quantity}, but the number of codes is ${codes}. Nothing was sent yet.`,
    otherCountAgreed: 'Deliver exactly these codes all the same',
    reject: 'Reject',
    rejectTitle: 'Reject the order',
    rejectHint: 'The money goes back to the account at once.',
    beingBought: (supplier: string, theirOrder: string | null) =>
      `The order is being bought from ${isolated(supplier)}${theirOrder === null ? '' : ` (order ${isolated(theirOrder)} there)`}. If you decide it now, the supplier may still deliver it and charge for it, and its codes do not reach the reseller.`,
    despitePurchase: (supplier: string) =>
      `Decide it nevertheless; ${isolated(supplier)} may charge for it.`,
    accepted: 'The order is accepted.',
    addedHint: 'One a line. The reseller is told by webhook, and finds them in check.',
    added: 'The codes are added.',
    nextWaiting: 'Next waiting order',
    rejected: 'The order is rejected, and its money is back on the account.',
    foundBy: 'Found by',
    by: { order_id: 'order id', order_uuid: 'order_uuid', field: 'field', code: 'code' },
    sealedFor: (accounts: string) =>
      `This order_uuid was given up by account ${accounts}: nothing was charged for it, and nothing ever will be.`,
    coverage: {
      all: '',
      some: 'The newest orders, or old ones after an upgrade, are not searched by fields and codes yet. Try again later.',
      'no key': 'Fields and codes cannot be searched: the shop has no SECRET_KEYS.',
      'not allowed': 'Fields and codes were not searched, since you may not see them.',
    },
  },
  ar: {
    statuses: { wait: 'قيد الانتظار', accept: 'مقبول', reject: 'مرفوض' },
    searchHint: 'معرّف الطلب أو order_uuid أو معرّف اللاعب أو حقل آخر أو رمز مُسلَّم.',
    quantity: 'الكمية',
    unitPrice: 'سعر الوحدة',
    total: 'الإجمالي',
    created: 'وقت الطلب',
    decided: 'وقت القرار',
    test: 'طلب تجريبي',
    fields: 'حقول الموزّع',
    codesHint: 'رمز في كل سطر؛ اتركه فارغًا إن لم يكن هناك ما يُرسل.',
    noteHint: 'للمشغّلين فقط.',
    timeline: 'ما الذي حدث',
    noOrders: 'لا يوجد طلب مطابق.',
    onlyWhole:
      'لا يُعثر على معرّف الطلب أو order_uuid أو الحقل أو الرمز إلا إذا كُتب كاملًا، لا جزء منه.',
    notKept:
      'لا يحفظ المتجر شيئًا من طلب برمجي بلا رمز وصول صالح (121: خاطئ أو منتهٍ أو مُبطل؛ 120: بلا رمز)، ولا من طلب رُفض بسبب حد أو تعذّر الرد عليه (111 و500). وما رُفض لأن حسابه موقوف، أو بسبب عنوانه أو صلاحيات رمزه أو إغلاق المتجر (122 و123 و124 و130)، فقد يُحفظ بلا order_uuid: ابحث عنه تحت الحساب. تُحفظ الطلبات المرفوضة 30 يومًا.',
    accept: 'قبول',
    acceptTitle: 'قبول الطلب',
    otherCount: (codes, quantity) =>
      `الكمية ${quantity}، لكن عدد الرموز ${codes}. لم يُرسل شيء بعد.`,
    otherCountAgreed: 'سلّم هذه الرموز بالذات رغم ذلك',
    reject: 'رفض',
    rejectTitle: 'رفض الطلب',
    rejectHint: 'يعود المال إلى الحساب فورًا.',
    beingBought: (supplier, theirOrder) =>
      `يجري شراء الطلب من ${isolated(supplier)}${theirOrder === null ? '' : ` (الطلب ${isolated(theirOrder)} هناك)`}. إن بتتّ فيه الآن فقد يسلّمه المورّد ويحتسب ثمنه مع ذلك، ولا تصل رموزه إلى الموزّع.`,
    despitePurchase: (supplier) => `البتّ فيه رغم ذلك؛ قد يحتسب ${isolated(supplier)} ثمنه.`,
    accepted: 'تم قبول الطلب.',
    addedHint: 'رمز في كل سطر. يُبلَّغ الموزّع بإشعار الويب ويجدها في check.',
    added: 'أُضيفت الرموز.',
    nextWaiting: 'الطلب المنتظر التالي',
    rejected: 'تم رفض الطلب وعاد ماله إلى الحساب.',
    foundBy: 'وُجد حسب',
    by: { order_id: 'معرّف الطلب', order_uuid: 'order_uuid', field: 'حقل', code: 'رمز' },
    sealedFor: (accounts) =>
      `تخلّى الحساب ${accounts} عن order_uuid هذا: لم يُخصم عنه شيء ولن يُخصم أبدًا.`,
    coverage: {
      all: '',
      some: 'أحدث الطلبات، أو القديمة بعد ترقية، لم تُفهرس حقولها ورموزها بعد. حاول لاحقًا.',
      'no key': 'لا يمكن البحث في الحقول والرموز: ليس للمتجر SECRET_KEYS.',
      'not allowed': 'لم يُبحث في الحقول والرموز لأنه لا يحق لك رؤيتها.',
    },
  },
  tr: {
    statuses: { wait: 'bekliyor', accept: 'kabul edildi', reject: 'reddedildi' },
    searchHint:
      'Sipariş kimliği, order_uuid, oyuncu kimliği, başka bir alan veya teslim edilen kod.',
    quantity: 'Miktar',
    unitPrice: 'Birim fiyat',
    total: 'Toplam',
    created: 'Verildi',
    decided: 'Karar',
    test: 'deneme siparişi',
    fields: 'Bayinin alanları',
    codesHint: 'Her satıra bir kod; gönderilecek bir şey yoksa boş bırakın.',
    noteHint: 'Yalnızca operatörler için.',
    timeline: 'Olanlar',
    noOrders: 'Eşleşen sipariş yok.',
    onlyWhole:
      'Sipariş kimliği, order_uuid, alan ve kod yalnızca tamamı yazılırsa bulunur; bir parçası yetmez.',
    notKept:
      'Geçerli belirteci olmayan bir istekten mağazada hiçbir şey saklanmaz (121: yanlış, süresi dolmuş veya iptal edilmiş; 120: yok); bir sınır yüzünden reddedilen veya yanıtlanamayan isteklerden de saklanmaz (111, 500). Hesabı askıda olduğu için ya da adresi, belirtecinin yetkileri veya kapalı mağaza yüzünden reddedilen isteklerde (122, 123, 124, 130) order_uuid eksik olabilir: hesabın altında arayın. Reddedilen istekler 30 gün saklanır.',
    accept: 'Kabul et',
    acceptTitle: 'Siparişi kabul et',
    otherCount: (codes, quantity) =>
      `Miktar ${quantity}, ama kod sayısı ${codes}. Henüz hiçbir şey gönderilmedi.`,
    otherCountAgreed: 'Yine de tam olarak bu kodları teslim et',
    reject: 'Reddet',
    rejectTitle: 'Siparişi reddet',
    rejectHint: 'Para hemen hesaba geri döner.',
    beingBought: (supplier, theirOrder) =>
      `Sipariş ${isolated(supplier)} tedarikçisinden satın alınıyor${theirOrder === null ? '' : ` (oradaki sipariş: ${isolated(theirOrder)})`}. Şimdi karar verirseniz tedarikçi yine de teslim edip ücretini alabilir ve kodları bayiye ulaşmaz.`,
    despitePurchase: (supplier) => `Yine de karar ver; ${isolated(supplier)} ücretini alabilir.`,
    accepted: 'Sipariş kabul edildi.',
    addedHint: 'Her satıra bir tane. Bayiye webhook ile bildirilir; kodları check içinde bulur.',
    added: 'Kodlar eklendi.',
    nextWaiting: 'Sonraki bekleyen sipariş',
    rejected: 'Sipariş reddedildi ve parası hesaba döndü.',
    foundBy: 'Bulunduğu alan',
    by: { order_id: 'sipariş kimliği', order_uuid: 'order_uuid', field: 'alan', code: 'kod' },
    sealedFor: (accounts) =>
      `Bu order_uuid, ${accounts} numaralı hesap tarafından bırakıldı: karşılığında hiçbir şey alınmadı ve alınmayacak.`,
    coverage: {
      all: '',
      some: 'En yeni siparişler veya yükseltmeden sonra eskileri, alan ve kodlara göre henüz aranamıyor. Daha sonra deneyin.',
      'no key': 'Alanlar ve kodlar aranamıyor: mağazanın SECRET_KEYS ayarı yok.',
      'not allowed': 'Alanlar ve kodlar aranmadı, çünkü onları görme yetkiniz yok.',
    },
  },
});
