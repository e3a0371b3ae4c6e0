import type { MessageValues } from '../common/message-key.js';
import { isolated, wordTable } from './language.js';

/** A sentence for each key, from its values. */
export type FaultWords = {
  readonly [Key in keyof MessageValues]: (values: MessageValues[Key]) => string;
};

/** The greatest number of an item. It says nothing to a person. */
const MAX_ID = 2_147_483_647;

/** Why forms are refused, said to those who fill them in. */
export const FAULT_WORDS = wordTable<FaultWords>({
  en: {
    'field.text': ({ min, max }) => `Please type ${min} to ${max} characters.`,
    'field.money': ({ signed, decimals }) =>
      `Please type an amount in USD such as ${signed ? '-12.5' : '12.5'}, with a point and at most ${decimals} decimals${signed ? '' : ', and no sign'}.`,
    'field.percentage': () => 'Please type a percentage such as 10 or -2.5.',
    'field.integer': ({ min, max }) =>
      max === MAX_ID
        ? 'Please type a whole number above 0.'
        : `Please type a whole number from ${min} to ${max}.`,
    'field.flag': () => 'Please choose yes or no.',
    'field.word': ({ words }) => `Please choose one of these: ${isolated(words)}.`,
    'field.time': ({ toCome }) =>
      toCome ? 'Please choose a date and time to come.' : 'Please choose a date and time.',
    'field.range': () => 'Please type an address or range such as 203.0.113.7 or 203.0.113.0/24.',
    'field.list': ({ min, max }) => `Please type ${min} to ${max} lines, and nothing else.`,
    'account.name-missing': () => 'Please type a name for the account.',
    'account.owes-more': () =>
      'The account owes more than that already. Book a deposit first, or set a higher credit limit.',
    'group.name-missing': () => 'Please type a name for the group.',
    'group.has-accounts': () =>
      'There are accounts in the group. Take them out first, by their settings.',
    'group.exists': ({ name }) => `There is a group ${isolated(name)} already.`,
    'balance.too-low': ({ spendable }) =>
      `The account can spend only ${isolated(`${spendable} USD`)}, credit included.`,
    'balance.too-large': () => 'The account cannot hold that much.',
    'balance.reference-used': ({ reference }) =>
      `The reference ${isolated(reference)} was used on this account before, so this would be the same booking twice.`,
    'balance.reason-missing': () => 'Please type a reason for the adjustment.',
    'order.closed': ({ order }) => `The order ${isolated(order)} has been decided already.`,
    'order.reason-missing': () => 'Please type a reason, which the reseller reads.',
    'order.code-empty': () => 'A code must not be empty.',
    'reversal.amount-missing': () =>
      'Please type an amount, or choose to pay back all that is left.',
    'reversal.test-order': () => 'This is a test order: it moved no money.',
    'reversal.waiting': () => 'The order still waits: reject it, and all of it is paid back.',
    'reversal.rejected': () => 'The order was rejected, and its money went back then.',
    'reversal.free': () => 'The order cost nothing, so there is nothing to pay back.',
    'reversal.complete': () => 'The order is paid back in full already.',
    'reversal.too-much': ({ left }) =>
      `Only ${isolated(`${left} USD`)} of the order can still be paid back.`,
    'rule.price-missing': () => 'Please type either a percentage or a fixed price.',
    'prices.target-missing': () => 'Please choose a category, a product, or the whole catalog.',
    'item.name-missing': () => 'Please type a name.',
    'category.inside-itself': () =>
      'A category cannot be moved into itself or into a category below it.',
    'category.too-deep': ({ levels }) => `Categories may stand ${levels} levels deep at most.`,
    'stock.name': () => 'Please type a name of at most 100 characters for the stock.',
    'stock.line': ({ line, characters }) =>
      `Line ${line} is no code of at most ${characters} characters.`,
    'supplier.name': () => 'Please type a name of at most 60 characters, without spaces, = and /.',
    'supplier.exists': ({ name }) => `There is a supplier ${isolated(name)} already.`,
    'supplier.delivers': ({ products }) =>
      `Products that it delivers: ${products}. Choose who delivers them instead first.`,
    'supplier.waited-for': ({ orders }) =>
      `Orders that wait for it: ${orders}. Accept or reject them first.`,
    'supplier.in-books': () => 'Orders were bought from this supplier, so it stays in the books.',
    'address.not-http': () => 'Please type an address that begins with https:// or http://.',
    'address.with-password': () =>
      'Please leave out the user name and password of the address; they are not sent.',
    'mail.address': () => 'Please type an e-mail address such as ops@shop.example.',
    'mail.host': () =>
      'Please type the name or address of the mail server, such as mail.shop.example.',
    'recipient.name': () =>
      'Please type a name of at most 40 small letters, digits, dots, hyphens and underscores.',
    'recipient.too-many': ({ most }) => `There are ${most} recipients already. Remove one first.`,
    'recipient.exists': ({ name }) => `There is a recipient ${isolated(name)} already.`,
    'message.not-arrived': ({ reason }) => `The test did not arrive: ${isolated(reason)}`,
    'operator.name': () =>
      'A name has 1 to 64 letters a to z, digits and . _ @ -, and begins with a letter or digit.',
    'operator.exists': ({ name }) => `There is an operator ${isolated(name)} already.`,
    'operator.has-password': () =>
      'This operator has a password. Reset takes it away and makes a link.',
    'operator.disabled': () => 'This operator is disabled. Enable it first.',
    'operator.last-owner': ({ name }) =>
      `${isolated(name)} is the last owner who can sign in. Make another owner first.`,
    'form.changed': () => 'Somebody has changed it meanwhile. The form shows what it is now.',
    'form.sent-before': () =>
      'This form was sent before with other values. Open the page again to send another one.',
    'form.box-unticked': () => 'Please tick the box first.',
  },
  ar: {
    'field.text': ({ min, max }) => `يُرجى كتابة نص من ${min} إلى ${max} حرفًا.`,
    'field.money': ({ signed, decimals }) =>
      `يُرجى كتابة مبلغ بالدولار مثل ${isolated(signed ? '-12.5' : '12.5')}، بنقطة عشرية و${decimals} منزلة عشرية على الأكثر${signed ? '' : ' ودون إشارة'}.`,
    'field.percentage': () => `يُرجى كتابة نسبة مئوية مثل 10 أو ${isolated('-2.5')}.`,
    'field.integer': ({ min, max }) =>
      max === MAX_ID
        ? 'يُرجى كتابة عدد صحيح أكبر من 0.'
        : `يُرجى كتابة عدد صحيح من ${min} إلى ${max}.`,
    'field.flag': () => 'يُرجى اختيار نعم أو لا.',
    'field.word': ({ words }) => `يُرجى اختيار واحد مما يلي: ${isolated(words)}.`,
    'field.time': ({ toCome }) =>
      toCome ? 'يُرجى اختيار تاريخ ووقت في المستقبل.' : 'يُرجى اختيار تاريخ ووقت.',
    'field.range': () =>
      `يُرجى كتابة عنوان أو نطاق مثل ${isolated('203.0.113.7')} أو ${isolated('203.0.113.0/24')}.`,
    'field.list': ({ min, max }) => `يُرجى كتابة من ${min} إلى ${max} أسطر ولا شيء غيرها.`,
    'account.name-missing': () => 'يُرجى كتابة اسم للحساب.',
    'account.owes-more': () =>
      'على الحساب دين أكبر من ذلك. سجّل إيداعًا أولًا، أو حدّد حد ائتمان أعلى.',
    'group.name-missing': () => 'يُرجى كتابة اسم للمجموعة.',
    'group.has-accounts': () => 'توجد حسابات في المجموعة. أخرجها منها أولًا من إعداداتها.',
    'group.exists': ({ name }) => `توجد مجموعة باسم ${isolated(name)} من قبل.`,
    'balance.too-low': ({ spendable }) =>
      `لا يستطيع الحساب إنفاق أكثر من ${isolated(`${spendable} USD`)}، شاملًا الائتمان.`,
    'balance.too-large': () => 'لا يتسع الحساب لهذا المبلغ.',
    'balance.reference-used': ({ reference }) =>
      `استُخدم المرجع ${isolated(reference)} في هذا الحساب من قبل، فسيكون هذا القيد مكررًا.`,
    'balance.reason-missing': () => 'يُرجى كتابة سبب التسوية.',
    'order.closed': ({ order }) => `سبق البتّ في الطلب ${isolated(order)}.`,
    'order.reason-missing': () => 'يُرجى كتابة سبب يقرؤه الموزّع.',
    'order.code-empty': () => 'لا يجوز أن يكون الرمز فارغًا.',
    'reversal.amount-missing': () => 'يُرجى كتابة مبلغ، أو اختيار ردّ كل ما تبقّى.',
    'reversal.test-order': () => 'هذا طلب تجريبي لم يحرّك أي مال.',
    'reversal.waiting': () => 'ما زال الطلب قيد الانتظار: ارفضه فيُردّ المبلغ كله.',
    'reversal.rejected': () => 'رُفض الطلب وأُعيد ماله حينها.',
    'reversal.free': () => 'لم يكلّف الطلب شيئًا، فلا يوجد ما يُردّ.',
    'reversal.complete': () => 'سبق ردّ مبلغ الطلب كاملًا.',
    'reversal.too-much': ({ left }) =>
      `لا يمكن ردّ أكثر من ${isolated(`${left} USD`)} من هذا الطلب.`,
    'rule.price-missing': () => 'يُرجى كتابة نسبة مئوية أو سعر ثابت، وليس كليهما.',
    'prices.target-missing': () => 'يُرجى اختيار فئة أو منتج أو الكتالوج كله.',
    'item.name-missing': () => 'يُرجى كتابة اسم.',
    'category.inside-itself': () => 'لا يمكن نقل فئة إلى داخل نفسها أو إلى فئة تحتها.',
    'category.too-deep': ({ levels }) => `لا يجوز أن تتجاوز الفئات ${levels} مستويات.`,
    'stock.name': () => 'يُرجى كتابة اسم للمخزون لا يزيد على 100 حرف.',
    'stock.line': ({ line, characters }) =>
      `السطر ${line} ليس رمزًا لا يزيد على ${characters} حرفًا.`,
    'supplier.name': () => 'يُرجى كتابة اسم لا يزيد على 60 حرفًا، دون مسافات ودون = و/.',
    'supplier.exists': ({ name }) => `يوجد مورّد باسم ${isolated(name)} من قبل.`,
    'supplier.delivers': ({ products }) =>
      `يسلّم هذا المورّد منتجات عددها ${products}. اختر أولًا من يسلّمها بدلًا منه.`,
    'supplier.waited-for': ({ orders }) => `تنتظره طلبات عددها ${orders}. اقبلها أو ارفضها أولًا.`,
    'supplier.in-books': () => 'اشتُريت طلبات من هذا المورّد، فيبقى في الدفاتر.',
    'address.not-http': () => 'يُرجى كتابة عنوان يبدأ بـ https:// أو http://.',
    'address.with-password': () => 'يُرجى حذف اسم المستخدم وكلمة المرور من العنوان، فهما لا يُرسلان.',
    'mail.address': () => `يُرجى كتابة عنوان بريد إلكتروني مثل ${isolated('ops@shop.example')}.`,
    'mail.host': () =>
      `يُرجى كتابة اسم خادم البريد أو عنوانه، مثل ${isolated('mail.shop.example')}.`,
    'recipient.name': () =>
      'يُرجى كتابة اسم لا يزيد على 40 من الحروف اللاتينية الصغيرة والأرقام والنقاط والشرطات والشرطات السفلية.',
    'recipient.too-many': ({ most }) => `بلغ عدد المستلمين ${most}. أزل واحدًا أولًا.`,
    'recipient.exists': ({ name }) => `يوجد مستلم باسم ${isolated(name)} من قبل.`,
    'message.not-arrived': ({ reason }) => `لم تصل رسالة الاختبار: ${isolated(reason)}`,
    'operator.name': () =>
      'يتكوّن الاسم من 1 إلى 64 من الحروف a إلى z والأرقام و. _ @ -، ويبدأ بحرف أو رقم.',
    'operator.exists': ({ name }) => `يوجد مشغّل باسم ${isolated(name)} من قبل.`,
    'operator.has-password': () => 'لهذا المشغّل كلمة مرور. إعادة التعيين تزيلها وتنشئ رابطًا.',
    'operator.disabled': () => 'هذا المشغّل معطّل. فعّله أولًا.',
    'operator.last-owner': ({ name }) =>
      `${isolated(name)} هو آخر مالك يستطيع تسجيل الدخول. عيّن مالكًا آخر أولًا.`,
    'form.changed': () => 'غيّره شخص آخر في هذه الأثناء. يعرض النموذج حالته الآن.',
    'form.sent-before': () => 'أُرسل هذا النموذج من قبل بقيم أخرى. افتح الصفحة مجددًا لإرسال غيره.',
    'form.box-unticked': () => 'يُرجى وضع علامة في المربع أولًا.',
  },
  tr: {
    'field.text': ({ min, max }) => `Lütfen ${min} ile ${max} arasında karakter yazın.`,
    'field.money': ({ signed, decimals }) =>
      `Lütfen ${signed ? '-12.5' : '12.5'} gibi USD cinsinden bir tutar yazın; ondalık ayırıcı noktadır, en fazla ${decimals} ondalık basamak olabilir${signed ? '' : ', işaret yazılmaz'}.`,
    'field.percentage': () => 'Lütfen 10 veya -2.5 gibi bir yüzde yazın.',
    'field.integer': ({ min, max }) =>
      max === MAX_ID
        ? 'Lütfen 0’dan büyük bir tam sayı yazın.'
        : `Lütfen ${min} ile ${max} arasında bir tam sayı yazın.`,
    'field.flag': () => 'Lütfen evet veya hayır seçin.',
    'field.word': ({ words }) => `Lütfen şunlardan birini seçin: ${isolated(words)}.`,
    'field.time': ({ toCome }) =>
      toCome ? 'Lütfen ileri bir tarih ve saat seçin.' : 'Lütfen bir tarih ve saat seçin.',
    'field.range': () =>
      'Lütfen 203.0.113.7 veya 203.0.113.0/24 gibi bir adres ya da aralık yazın.',
    'field.list': ({ min, max }) =>
      `Lütfen ${min} ile ${max} arasında satır yazın, başka bir şey yazmayın.`,
    'account.name-missing': () => 'Lütfen hesap için bir ad yazın.',
    'account.owes-more': () =>
      'Hesabın borcu bundan fazla. Önce bakiye yükleyin veya daha yüksek bir kredi limiti belirleyin.',
    'group.name-missing': () => 'Lütfen grup için bir ad yazın.',
    'group.has-accounts': () => 'Grupta hesaplar var. Önce ayarlarından gruptan çıkarın.',
    'group.exists': ({ name }) => `${isolated(name)} adlı bir grup zaten var.`,
    'balance.too-low': ({ spendable }) =>
      `Hesap, kredi dahil yalnızca ${isolated(`${spendable} USD`)} harcayabilir.`,
    'balance.too-large': () => 'Hesap bu kadar büyük bir tutar taşıyamaz.',
    'balance.reference-used': ({ reference }) =>
      `${isolated(reference)} referansı bu hesapta daha önce kullanıldı; aynı kayıt iki kez girilmiş olurdu.`,
    'balance.reason-missing': () => 'Lütfen düzeltme için bir neden yazın.',
    'order.closed': ({ order }) => `${isolated(order)} siparişi hakkında zaten karar verildi.`,
    'order.reason-missing': () => 'Lütfen bayinin okuyacağı bir neden yazın.',
    'order.code-empty': () => 'Kod boş olamaz.',
    'reversal.amount-missing': () =>
      'Lütfen bir tutar yazın veya kalanın tamamını geri ödemeyi seçin.',
    'reversal.test-order': () => 'Bu bir deneme siparişi: hiç para hareketi olmadı.',
    'reversal.waiting': () => 'Sipariş hâlâ bekliyor: reddederseniz tamamı geri ödenir.',
    'reversal.rejected': () => 'Sipariş reddedildi ve parası o zaman geri ödendi.',
    'reversal.free': () => 'Sipariş ücretsizdi, geri ödenecek bir şey yok.',
    'reversal.complete': () => 'Siparişin tamamı zaten geri ödendi.',
    'reversal.too-much': ({ left }) =>
      `Siparişten yalnızca ${isolated(`${left} USD`)} daha geri ödenebilir.`,
    'rule.price-missing': () => 'Lütfen ya bir yüzde ya da sabit bir fiyat yazın.',
    'prices.target-missing': () => 'Lütfen bir kategori, bir ürün veya tüm kataloğu seçin.',
    'item.name-missing': () => 'Lütfen bir ad yazın.',
    'category.inside-itself': () =>
      'Bir kategori kendi içine veya altındaki bir kategoriye taşınamaz.',
    'category.too-deep': ({ levels }) =>
      `Kategoriler en fazla ${levels} düzey derinlikte olabilir.`,
    'stock.name': () => 'Lütfen stok için en fazla 100 karakterlik bir ad yazın.',
    'stock.line': ({ line, characters }) =>
      `${line}. satır, en fazla ${characters} karakterlik bir kod değil.`,
    'supplier.name': () => 'Lütfen boşluk, = ve / içermeyen, en fazla 60 karakterlik bir ad yazın.',
    'supplier.exists': ({ name }) => `${isolated(name)} adlı bir tedarikçi zaten var.`,
    'supplier.delivers': ({ products }) =>
      `${products} ürünü bu tedarikçi teslim ediyor. Önce onları kimin teslim edeceğini seçin.`,
    'supplier.waited-for': ({ orders }) =>
      `${orders} sipariş onu bekliyor. Önce onları onaylayın veya reddedin.`,
    'supplier.in-books': () => 'Bu tedarikçiden sipariş alındı, bu yüzden defterlerde kalır.',
    'address.not-http': () => 'Lütfen https:// veya http:// ile başlayan bir adres yazın.',
    'address.with-password': () =>
      'Lütfen adresteki kullanıcı adını ve parolayı çıkarın; bunlar gönderilmez.',
    'mail.address': () => 'Lütfen ops@shop.example gibi bir e-posta adresi yazın.',
    'mail.host': () =>
      'Lütfen e-posta sunucusunun adını veya adresini yazın, örneğin mail.shop.example.',
    'recipient.name': () =>
      'Lütfen en fazla 40 küçük harf, rakam, nokta, tire ve alt çizgiden oluşan bir ad yazın.',
    'recipient.too-many': ({ most }) => `Zaten ${most} alıcı var. Önce birini kaldırın.`,
    'recipient.exists': ({ name }) => `${isolated(name)} adlı bir alıcı zaten var.`,
    'message.not-arrived': ({ reason }) => `Deneme iletisi ulaşmadı: ${isolated(reason)}`,
    'operator.name': () =>
      'Ad; a–z harfleri, rakamlar ve . _ @ - işaretlerinden oluşan 1 ile 64 karakterdir, harf veya rakamla başlar.',
    'operator.exists': ({ name }) => `${isolated(name)} adlı bir operatör zaten var.`,
    'operator.has-password': () =>
      'Bu operatörün bir parolası var. Sıfırlamak parolayı kaldırır ve bir bağlantı oluşturur.',
    'operator.disabled': () => 'Bu operatör devre dışı. Önce etkinleştirin.',
    'operator.last-owner': ({ name }) =>
      `${isolated(name)} oturum açabilen son sahip. Önce başka bir sahip belirleyin.`,
    'form.changed': () => 'Bu arada başka biri değiştirdi. Form şimdiki durumu gösteriyor.',
    'form.sent-before': () =>
      'Bu form daha önce başka değerlerle gönderildi. Başkasını göndermek için sayfayı yeniden açın.',
    'form.box-unticked': () => 'Lütfen önce kutuyu işaretleyin.',
  },
});
