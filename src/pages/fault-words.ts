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
    'supplier.purchases-open': ({ purchases }) =>
      `Purchases that it has not decided yet, although their orders are closed: ${purchases}. Wait until it has, or add the other address as another supplier.`,
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
    'field.characters': () => 'A text has a character that cannot be stored.',
    'product.quantities': ({ reason }) => `The ${reason}.`,
    'product.fields': ({ reason }) => `The ${reason}.`,
    'product.image': ({ reason }) => `The ${reason}.`,
    'costs.file': ({ reason }) => `The CSV ${reason}`,
    'permission.missing': ({ permission }) =>
      `This needs the permission ${isolated(permission)}. Ask an owner of the shop for it.`,
    'form.done-before': () =>
      'This form was sent before. Look whether it was done, and send it again only for another one.',
    'form.nothing': () => 'Please say what is to change.',
    'field.file': () => 'Please choose a file.',
    'secret-key.missing': () =>
      'This needs a secret key. Whoever runs the server puts one into SECRET_KEYS.',
    'shop.unavailable': () => 'The shop cannot answer now.',
    'product.unknown': ({ ids }) => `There is no product ${isolated(ids)}, so nothing was changed.`,
    'category.unknown': ({ id }) => `There is no category ${id}.`,
    'stock.unknown': ({ name }) => `There is no stock ${isolated(name)}.`,
    'stock.empty': () => 'The stock has no free code.',
    'stock.hash-unknown': ({ hash }) =>
      `The hash ${isolated(hash)} is of no code in stock, so nothing was released. Type the code itself, or add the codes again that came after the backup first.`,
    'stock.key-missing': () =>
      'Some codes in stock are encrypted under a key that the shop does not have any more. Whoever runs the server adds it to SECRET_KEYS again.',
    'supplier.unknown': ({ name }) => `There is no supplier ${isolated(name)}.`,
    'supplier.private': () =>
      'The address must not lead into a private network, unless whoever runs the server allows it (WEBHOOK_ALLOW_PRIVATE).',
    'supplier.token': () => 'Please type the token as you have got it, without spaces.',
    'supplier.token-again': () =>
      'The address is that of another server, so please type the token as well.',
    'supplier.markups': () => 'Please type a line such as 12=25 for each of their categories.',
    'supplier.this-shop': () =>
      'That is the address of this very shop. Please type that of another one.',
    'supplier.not-read': ({ reason }) =>
      `Its catalog could not be read. Check the address and the token. ${isolated(reason)}`,
    'supplier.fewer-products': ({ kept, listed }) =>
      `It lists only ${kept} of the ${listed} products that it had, so nothing was changed. Tick the box if that is right.`,
    'mail.host-and-sender': () => 'Please type the mail server and the address of the sender.',
    'rule.whom-missing': () => 'Please choose the account or the group that the price is for.',
    'rule.fixed-for-product': () =>
      'Only a product can have a fixed price. Please type a percentage for a category.',
    'rule.one-of-both': () => 'Please choose an account or a group, not both.',
    'prices.rounded-to-zero': () => 'A price would be rounded to 0. Please keep more decimals.',
    'prices.too-long': () => 'A price would have too many digits.',
    'import.reading': () => 'The file is still being read.',
    'import.comparing': () => 'The file is still being compared with the catalog.',
    'import.interrupted': () =>
      'The file was not compared to the end. Compare it again, or upload it again.',
    'import.refused': () => 'The file holds no valid catalog.',
    'import.applying': () => 'The difference is being applied now.',
    'import.applied': () => 'The difference has been applied already.',
    'import.compared-again': () =>
      'The file has been compared again meanwhile. Look at what would change now.',
    'import.not-read': () => 'The file was not read to the end. Upload it again.',
    'import.catalog-changed': () =>
      'The catalog has changed meanwhile, so another difference would be applied. Compare the file again.',
    'import.forgotten': () =>
      'The upload was forgotten or compared again meanwhile, so nothing was changed.',
    'import.too-many': ({ most }) => `There are ${most} uploads already. Forget one first.`,
    'import.busy': () =>
      'Other files are being received or read now. Please try again in a moment.',
    'import.too-large': () => 'The file is too large. Please split it.',
    'delivery.too-many': ({ most }) => `A product can be delivered by ${most} at most.`,
    'delivery.manual-last': () => 'Delivery by hand refuses nothing, so it can only come last.',
    'delivery.setting': () => 'Please type the settings as name=value, with spaces between them.',
    'test-products.there': () => 'The test products are there already.',
    'test-products.none': () => 'There are no test products.',
    'demo-shop.none': () => 'There is no demo shop.',
    'books.being-checked': () => 'The books of this account are being checked already.',
    'books.wrong': () =>
      'The books of this account are still wrong, so its orders stay stopped. The examination of the shop tells more.',
    'books.changed': () =>
      'The orders of this account were resumed or stopped anew meanwhile, so nothing was changed.',
    'ledger.verifying': () => 'The ledgers are being verified already.',
    'filter.too-long': () => 'The values of the filter are too long to be kept.',
    'filter.too-many': ({ most }) => `There are ${most} saved filters already. Delete one first.`,
    'session.ended': () => 'This session has ended already.',
    'two-factor.on': () => 'The second factor is on already.',
    'two-factor.changed': () => 'The second factor was changed meanwhile. Please begin again.',
    'two-factor.required': () => 'An owner requires the second factor of you.',
    'operator-token.role': () =>
      'The token cannot have a role that may do more than that of its operator.',
    'operator-token.permission': ({ permission }) =>
      `The role of the token does not have the permission ${isolated(permission)}.`,
    'password.too-long': ({ most }) => `A password has at most ${most} characters.`,
    'password.broken': () => 'The password has a character that cannot be read.',
    'password.too-short': ({ least }) =>
      `A password has at least ${least} characters. Several words are easy to remember.`,
    'password.too-simple': ({ least }) => `A password has at least ${least} different characters.`,
    'password.has-name': () => 'A password must not contain the name of its operator.',
    'order.being-bought': ({ order, supplier }) =>
      `The order ${isolated(order)} is being bought from ${isolated(supplier)}, which may still deliver and charge for it if it is closed now. Nothing was changed.`,
    'report.period': () => 'The period must end after it begins.',
    'report.too-many-days': ({ most }) => `The period has at most ${most} days.`,
    'report.too-many-orders': () =>
      'The period has too many orders for one report. Please choose a shorter one.',
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
    'supplier.purchases-open': ({ purchases }) =>
      `مشتريات لم يبتّ فيها المورّد بعد مع أن طلباتها أُغلقت: ${purchases}. انتظر حتى يبتّ فيها، أو أضف العنوان الآخر مورّدًا جديدًا.`,
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
    'field.characters': () => 'في أحد النصوص حرف لا يمكن حفظه.',
    'product.quantities': () => 'يُرجى تصحيح الكميات: أعداد أكبر من 0، أصغرها أولًا، دون تكرار.',
    'product.fields': () =>
      'يُرجى تصحيح الحقول: لكل حقل اسم قصير لا يتكرر، ونمط صالح، وخيارات غير فارغة.',
    'product.image': () => 'يُرجى تصحيح عنوان الصورة، وهو رابط قصير يبدأ بـ https:// أو http://.',
    'costs.file': ({ lines }) =>
      lines === ''
        ? `تعذّرت قراءة الأسطر. ابدأ بسطر العناوين ${isolated('id,cost')}، ثم سطر لكل منتج.`
        : `لم يتغيّر شيء. في كل سطر معرّف منتج وتكلفته. يُرجى تصحيح الأسطر: ${isolated(lines)}.`,
    'permission.missing': ({ permission }) =>
      `يتطلّب هذا الصلاحية ${isolated(permission)}. اطلبه من أحد مالكي المتجر.`,
    'form.done-before': () =>
      'أُرسل هذا النموذج من قبل. تحقّق مما إذا كان قد نُفّذ، ولا ترسله مجددًا إلا لعملية أخرى.',
    'form.nothing': () => 'يُرجى تحديد ما يجب تغييره.',
    'field.file': () => 'يُرجى اختيار ملف.',
    'secret-key.missing': () =>
      `يتطلّب هذا مفتاحًا سريًا. يضعه من يشغّل الخادم في ${isolated('SECRET_KEYS')}.`,
    'shop.unavailable': () => 'لا يستطيع المتجر الرد الآن.',
    'product.unknown': ({ ids }) => `لا يوجد منتج بالمعرّف ${isolated(ids)}، فلم يتغيّر شيء.`,
    'category.unknown': ({ id }) => `لا توجد فئة بالمعرّف ${id}.`,
    'stock.unknown': ({ name }) => `لا يوجد مخزون باسم ${isolated(name)}.`,
    'stock.empty': () => 'لا يوجد رمز متاح في المخزون.',
    'stock.hash-unknown': ({ hash }) =>
      `البصمة ${isolated(hash)} ليست لأي رمز في المخزون، فلم يُحرَّر شيء. اكتب الرمز نفسه، أو أضف أولًا الرموز التي وصلت بعد النسخة الاحتياطية.`,
    'stock.key-missing': () =>
      `بعض الرموز في المخزون مشفّرة بمفتاح لم يعد لدى المتجر. يعيده من يشغّل الخادم إلى ${isolated('SECRET_KEYS')}.`,
    'supplier.unknown': ({ name }) => `لا يوجد مورّد باسم ${isolated(name)}.`,
    'supplier.private': () =>
      `لا يجوز أن يؤدي العنوان إلى شبكة خاصة، إلا إذا سمح بذلك من يشغّل الخادم (${isolated('WEBHOOK_ALLOW_PRIVATE')}).`,
    'supplier.token': () => 'يُرجى كتابة رمز الوصول كما حصلت عليه، دون مسافات.',
    'supplier.token-again': () => 'العنوان لخادم آخر، لذلك يُرجى كتابة رمز الوصول أيضًا.',
    'supplier.markups': () => `يُرجى كتابة سطر مثل ${isolated('12=25')} لكل فئة من فئاته.`,
    'supplier.this-shop': () => 'هذا عنوان متجرك نفسه. يُرجى كتابة عنوان متجر آخر.',
    'supplier.not-read': ({ reason }) =>
      `تعذّرت قراءة كتالوجه. تحقّق من العنوان ورمز الوصول. ${isolated(reason)}`,
    'supplier.fewer-products': ({ kept, listed }) =>
      `لا يعرض المورّد إلا ${kept} من أصل ${listed} من منتجاته السابقة، فلم يتغيّر شيء. ضع علامة في المربع إن كان ذلك صحيحًا.`,
    'mail.host-and-sender': () => 'يُرجى كتابة خادم البريد وعنوان المرسِل.',
    'rule.whom-missing': () => 'يُرجى اختيار الحساب أو المجموعة التي يخصّها السعر.',
    'rule.fixed-for-product': () => 'السعر الثابت للمنتجات فقط. يُرجى كتابة نسبة مئوية للفئة.',
    'rule.one-of-both': () => 'يُرجى اختيار حساب أو مجموعة، وليس كليهما.',
    'prices.rounded-to-zero': () => 'سيُقرَّب أحد الأسعار إلى 0. يُرجى الإبقاء على منازل عشرية أكثر.',
    'prices.too-long': () => 'سيصبح عدد أرقام أحد الأسعار أكبر من المسموح.',
    'import.reading': () => 'ما زال الملف قيد القراءة.',
    'import.comparing': () => 'ما زال الملف قيد المقارنة بالكتالوج.',
    'import.interrupted': () => 'لم تكتمل مقارنة الملف. قارنه مجددًا أو ارفعه مجددًا.',
    'import.refused': () => 'لا يحتوي الملف على كتالوج صالح.',
    'import.applying': () => 'يُطبَّق الفرق الآن.',
    'import.applied': () => 'سبق تطبيق هذا الفرق.',
    'import.compared-again': () => 'قورن الملف مجددًا في هذه الأثناء. اطّلع على ما سيتغيّر الآن.',
    'import.not-read': () => 'لم تكتمل قراءة الملف. ارفعه مجددًا.',
    'import.catalog-changed': () =>
      'تغيّر الكتالوج في هذه الأثناء، فسيُطبَّق فرق آخر. قارن الملف مجددًا.',
    'import.forgotten': () => 'نُسي الملف المرفوع أو قورن مجددًا في هذه الأثناء، فلم يتغيّر شيء.',
    'import.too-many': ({ most }) => `يوجد ${most} من الملفات المرفوعة. انسَ واحدًا أولًا.`,
    'import.busy': () => 'تُستقبل ملفات أخرى أو تُقرأ الآن. يُرجى المحاولة بعد قليل.',
    'import.too-large': () => 'الملف كبير جدًا. يُرجى تقسيمه.',
    'delivery.too-many': ({ most }) => `لا يمكن أن يتجاوز عدد طرق تسليم المنتج ${most}.`,
    'delivery.manual-last': () => 'التسليم اليدوي لا يرفض شيئًا، فلا يصحّ إلا أن يكون الأخير.',
    'delivery.setting': () =>
      `يُرجى كتابة الإعدادات على شكل ${isolated('name=value')}، تفصل بينها مسافات.`,
    'test-products.there': () => 'منتجات الاختبار موجودة من قبل.',
    'test-products.none': () => 'لا توجد منتجات اختبار.',
    'demo-shop.none': () => 'لا يوجد متجر تجريبي.',
    'books.being-checked': () => 'دفاتر هذا الحساب قيد الفحص من قبل.',
    'books.wrong': () =>
      'ما زالت دفاتر هذا الحساب خاطئة، فتبقى طلباته معلّقة. فحص المتجر يبيّن المزيد.',
    'books.changed': () =>
      'استُؤنفت طلبات هذا الحساب أو عُلّقت من جديد في هذه الأثناء، فلم يتغيّر شيء.',
    'ledger.verifying': () => 'التحقّق من الدفاتر جارٍ من قبل.',
    'filter.too-long': () => 'قيم عامل التصفية أطول من أن تُحفظ.',
    'filter.too-many': ({ most }) => `بلغ عدد عوامل التصفية المحفوظة ${most}. احذف واحدًا أولًا.`,
    'session.ended': () => 'انتهت هذه الجلسة من قبل.',
    'two-factor.on': () => 'العامل الثاني مفعّل من قبل.',
    'two-factor.changed': () => 'تغيّر العامل الثاني في هذه الأثناء. يُرجى البدء من جديد.',
    'two-factor.required': () => 'يشترط المالك أن تستخدم العامل الثاني.',
    'operator-token.role': () => 'لا يجوز أن يكون لرمز الوصول دور صلاحياته أوسع من دور مشغّله.',
    'operator-token.permission': ({ permission }) =>
      `ليست لدور رمز الوصول الصلاحية ${isolated(permission)}.`,
    'password.too-long': ({ most }) => `لا تزيد كلمة المرور على ${most} حرف.`,
    'password.broken': () => 'في كلمة المرور حرف لا يمكن قراءته.',
    'password.too-short': ({ least }) =>
      `لا تقلّ كلمة المرور عن ${least} حرفًا. عدة كلمات يسهل تذكّرها.`,
    'password.too-simple': ({ least }) =>
      `يجب أن تحتوي كلمة المرور على ${least} أحرف مختلفة على الأقل.`,
    'password.has-name': () => 'لا يجوز أن تحتوي كلمة المرور على اسم صاحبها.',
    'order.being-bought': ({ order, supplier }) =>
      `يجري شراء الطلب ${isolated(order)} من ${isolated(supplier)}، وقد يسلّمه ويحاسبك عليه بعد إغلاقه الآن. لم يتغيّر شيء.`,
    'report.period': () => 'يجب أن تنتهي الفترة بعد بدايتها.',
    'report.too-many-days': ({ most }) => `لا تزيد الفترة على ${most} يومًا.`,
    'report.too-many-orders': () =>
      'في هذه الفترة طلبات أكثر مما يتسع له تقرير واحد. يُرجى اختيار فترة أقصر.',
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
      'Hesabın borcu bundan fazla. Önce para yatırın veya daha yüksek bir kredi limiti belirleyin.',
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
      'Lütfen bir tutar yazın veya kalanın tamamını iade etmeyi seçin.',
    'reversal.test-order': () => 'Bu bir deneme siparişi: hiç para hareketi olmadı.',
    'reversal.waiting': () => 'Sipariş hâlâ bekliyor: reddederseniz tamamı iade edilir.',
    'reversal.rejected': () => 'Sipariş reddedildi ve parası o zaman iade edildi.',
    'reversal.free': () => 'Sipariş ücretsizdi, iade edilecek bir şey yok.',
    'reversal.complete': () => 'Siparişin tamamı zaten iade edildi.',
    'reversal.too-much': ({ left }) =>
      `Siparişten yalnızca ${isolated(`${left} USD`)} daha iade edilebilir.`,
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
      `${orders} sipariş onu bekliyor. Önce onları kabul edin veya reddedin.`,
    'supplier.purchases-open': ({ purchases }) =>
      `Siparişleri kapatıldığı hâlde tedarikçinin henüz sonuçlandırmadığı satın almalar: ${purchases}. Sonuçlanmasını bekleyin veya diğer adresi yeni bir tedarikçi olarak ekleyin.`,
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
    'field.characters': () => 'Metinlerden birinde saklanamayan bir karakter var.',
    'product.quantities': () =>
      'Lütfen miktarları düzeltin: 0’dan büyük sayılar, küçükten büyüğe, yinelenmeden.',
    'product.fields': () =>
      'Lütfen alanları düzeltin: her alanın yinelenmeyen kısa bir adı, geçerli bir deseni ve boş olmayan seçenekleri olmalıdır.',
    'product.image': () =>
      'Lütfen görselin adresini düzeltin; https:// veya http:// ile başlayan kısa bir bağlantı olmalıdır.',
    'costs.file': ({ lines }) =>
      lines === ''
        ? 'Satırlar okunamadı. İlk satıra id,cost yazın, ardından her ürün için bir satır.'
        : `Hiçbir şey değiştirilmedi. Her satırda bir ürün kimliği ve maliyeti bulunur. Lütfen şu satırları düzeltin: ${isolated(lines)}.`,
    'permission.missing': ({ permission }) =>
      `Bunun için ${isolated(permission)} yetkisi gerekir. Mağazanın sahiplerinden birinden isteyin.`,
    'form.done-before': () =>
      'Bu form daha önce gönderildi. Yapılıp yapılmadığına bakın; yalnızca başka bir işlem için yeniden gönderin.',
    'form.nothing': () => 'Lütfen neyin değişeceğini belirtin.',
    'field.file': () => 'Lütfen bir dosya seçin.',
    'secret-key.missing': () =>
      'Bunun için gizli bir anahtar gerekir. Sunucuyu çalıştıran kişi onu SECRET_KEYS ayarına yazar.',
    'shop.unavailable': () => 'Mağaza şu anda yanıt veremiyor.',
    'product.unknown': ({ ids }) =>
      `${isolated(ids)} kimlikli bir ürün yok; hiçbir şey değiştirilmedi.`,
    'category.unknown': ({ id }) => `${id} kimlikli bir kategori yok.`,
    'stock.unknown': ({ name }) => `${isolated(name)} adlı bir stok yok.`,
    'stock.empty': () => 'Stokta serbest kod yok.',
    'stock.hash-unknown': ({ hash }) =>
      `${isolated(hash)} özeti stoktaki hiçbir koda ait değil; hiçbir şey serbest bırakılmadı. Kodun kendisini yazın veya önce yedekten sonra gelen kodları yeniden ekleyin.`,
    'stock.key-missing': () =>
      'Stoktaki bazı kodlar, mağazada artık bulunmayan bir anahtarla şifrelenmiş. Sunucuyu çalıştıran kişi onu SECRET_KEYS ayarına yeniden ekler.',
    'supplier.unknown': ({ name }) => `${isolated(name)} adlı bir tedarikçi yok.`,
    'supplier.private': () =>
      'Adres özel bir ağa götüremez; sunucuyu çalıştıran kişi buna izin verebilir (WEBHOOK_ALLOW_PRIVATE).',
    'supplier.token': () => 'Lütfen belirteci aldığınız gibi, boşluksuz yazın.',
    'supplier.token-again': () => 'Adres başka bir sunucuya ait; lütfen belirteci de yazın.',
    'supplier.markups': () => 'Lütfen onların her kategorisi için 12=25 gibi bir satır yazın.',
    'supplier.this-shop': () =>
      'Bu, bu mağazanın kendi adresi. Lütfen başka bir mağazanın adresini yazın.',
    'supplier.not-read': ({ reason }) =>
      `Kataloğu okunamadı. Adresi ve belirteci denetleyin. ${isolated(reason)}`,
    'supplier.fewer-products': ({ kept, listed }) =>
      `Önceki ${listed} ürününden yalnızca ${kept} tanesini listeliyor; hiçbir şey değiştirilmedi. Bu doğruysa kutuyu işaretleyin.`,
    'mail.host-and-sender': () => 'Lütfen e-posta sunucusunu ve gönderen adresini yazın.',
    'rule.whom-missing': () => 'Lütfen fiyatın geçerli olacağı hesabı veya grubu seçin.',
    'rule.fixed-for-product': () =>
      'Sabit fiyat yalnızca ürünler içindir. Lütfen kategori için bir yüzde yazın.',
    'rule.one-of-both': () => 'Lütfen bir hesap veya bir grup seçin, ikisini birden değil.',
    'prices.rounded-to-zero': () =>
      'Bir fiyat 0’a yuvarlanırdı. Lütfen daha çok ondalık basamak bırakın.',
    'prices.too-long': () => 'Bir fiyatın çok fazla basamağı olurdu.',
    'import.reading': () => 'Dosya hâlâ okunuyor.',
    'import.comparing': () => 'Dosya hâlâ katalogla karşılaştırılıyor.',
    'import.interrupted': () =>
      'Dosyanın karşılaştırması tamamlanmadı. Yeniden karşılaştırın veya yeniden yükleyin.',
    'import.refused': () => 'Dosyada geçerli bir katalog yok.',
    'import.applying': () => 'Fark şu anda uygulanıyor.',
    'import.applied': () => 'Bu fark zaten uygulandı.',
    'import.compared-again': () =>
      'Dosya bu arada yeniden karşılaştırıldı. Şimdi neyin değişeceğine bakın.',
    'import.not-read': () => 'Dosya sonuna kadar okunmadı. Yeniden yükleyin.',
    'import.catalog-changed': () =>
      'Katalog bu arada değişti; başka bir fark uygulanırdı. Dosyayı yeniden karşılaştırın.',
    'import.forgotten': () =>
      'Yüklenen dosya bu arada unutuldu veya yeniden karşılaştırıldı; hiçbir şey değiştirilmedi.',
    'import.too-many': ({ most }) => `Zaten ${most} yüklenmiş dosya var. Önce birini unutun.`,
    'import.busy': () =>
      'Şu anda başka dosyalar alınıyor veya okunuyor. Lütfen biraz sonra yeniden deneyin.',
    'import.too-large': () => 'Dosya çok büyük. Lütfen bölün.',
    'delivery.too-many': ({ most }) => `Bir ürünün en fazla ${most} teslim yolu olabilir.`,
    'delivery.manual-last': () =>
      'Elle teslim hiçbir şeyi geri çevirmez; bu yüzden yalnızca en sonda olabilir.',
    'delivery.setting': () => 'Lütfen ayarları name=value biçiminde, aralarında boşlukla yazın.',
    'test-products.there': () => 'Deneme ürünleri zaten var.',
    'test-products.none': () => 'Deneme ürünü yok.',
    'demo-shop.none': () => 'Demo mağaza yok.',
    'books.being-checked': () => 'Bu hesabın defterleri zaten denetleniyor.',
    'books.wrong': () =>
      'Bu hesabın defterleri hâlâ hatalı; siparişleri durdurulmuş kalıyor. Mağaza incelemesi daha fazlasını gösterir.',
    'books.changed': () =>
      'Bu hesabın siparişleri bu arada sürdürüldü veya yeniden durduruldu; hiçbir şey değiştirilmedi.',
    'ledger.verifying': () => 'Defterler zaten doğrulanıyor.',
    'filter.too-long': () => 'Filtrenin değerleri kaydedilemeyecek kadar uzun.',
    'filter.too-many': ({ most }) => `Zaten ${most} kayıtlı filtre var. Önce birini silin.`,
    'session.ended': () => 'Bu oturum zaten kapanmış.',
    'two-factor.on': () => 'İkinci etken zaten açık.',
    'two-factor.changed': () => 'İkinci etken bu arada değişti. Lütfen baştan başlayın.',
    'two-factor.required': () => 'Bir sahip sizin için ikinci etkeni zorunlu kıldı.',
    'operator-token.role': () => 'Belirtecin rolü, operatörünün rolünden fazlasını yapamaz.',
    'operator-token.permission': ({ permission }) =>
      `Belirtecin rolünde ${isolated(permission)} yetkisi yok.`,
    'password.too-long': ({ most }) => `Parola en fazla ${most} karakter olabilir.`,
    'password.broken': () => 'Parolada okunamayan bir karakter var.',
    'password.too-short': ({ least }) =>
      `Parola en az ${least} karakter olmalıdır. Birkaç sözcüğü akılda tutmak kolaydır.`,
    'password.too-simple': ({ least }) => `Parolada en az ${least} farklı karakter olmalıdır.`,
    'password.has-name': () => 'Parola, sahibinin adını içeremez.',
    'order.being-bought': ({ order, supplier }) =>
      `${isolated(order)} siparişi ${isolated(supplier)} tedarikçisinden alınıyor; şimdi kapatılırsa yine de teslim edip ücretini alabilir. Hiçbir şey değiştirilmedi.`,
    'report.period': () => 'Dönem, başladıktan sonra bitmelidir.',
    'report.too-many-days': ({ most }) => `Dönem en fazla ${most} gün olabilir.`,
    'report.too-many-orders': () =>
      'Bu dönemde tek bir rapor için çok fazla sipariş var. Lütfen daha kısa bir dönem seçin.',
  },
});
