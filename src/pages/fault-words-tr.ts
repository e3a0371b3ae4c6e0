import { isolated } from './language.js';
import { MAX_ID, type FaultSentences } from './fault-sentences.js';

/** Why forms are refused, in Turkish. */
export const TURKISH: FaultSentences = {
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
    toCome ? 'Lütfen ileri bir tarih seçin.' : 'Lütfen geçerli bir tarih seçin.',
  'field.range': () => 'Lütfen 203.0.113.7 veya 203.0.113.0/24 gibi bir adres ya da aralık yazın.',
  'field.list': ({ min, max }) =>
    `Lütfen ${min} ile ${max} arasında satır yazın, başka bir şey yazmayın.`,
  'account.name-missing': () => 'Lütfen hesap için bir ad yazın.',
  'account.owes-more': () =>
    'Hesabın borcu bundan fazla. Önce para yatırın veya daha yüksek bir kredi limiti belirleyin.',
  'account.suspension-unknown': () =>
    'Önceki sürümün sunucuları hâlâ çalışıyor olabilir ve bu askıya alma türünü bilmez. Hesabı tamamen askıya alın ya da bekleyin: neyin beklendiği Bakım işleri sayfasında yazar.',
  'request-forms.suspended': ({ accounts }) =>
    `Bu hesaplar yalnızca yeni siparişler için askıda, önceki sürüm bunu bilmez: ${isolated(accounts)}. Önce onları yeniden açın ya da tamamen askıya alın.`,
  'audit.not-taken-back': () =>
    'Bu geri alınamaz: yalnızca katalogda son 400 gün içinde değişenler ile hesap, grup ve tedarikçi ayarları geri alınabilir. Para, belirteçler, gizli bilgiler ve oturum açmalar hiçbir zaman geri alınmaz.',
  'audit.categories-moved': () =>
    'Kategoriler o zamandan beri taşındığı için bunlar yerlerine dönemez. Hiçbir şey geri alınmadı.',
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
  'codes.not-open': () => 'Kod yalnızca kabul edilmiş ve iade edilmemiş siparişe eklenir.',
  'codes.used': () =>
    'Kodlardan biri zaten kullanılıyor: bu siparişte, başka birinde ya da kendi stokumuzda.',
  'codes.too-many': ({ most }) => `Bu sipariş için en çok ${most} kod alınır.`,
  'codes.other-count': ({ codes, quantity }) =>
    `Miktar ${quantity}, ama kod sayısı ${codes}. Bunu teslim etmek için siparişi tek başına kabul edin.`,
  'codes.column': ({ lines }) =>
    `Sütunda ${lines} satır olmalı: satırların sırasıyla her sipariş için bir tane.`,
  'reversal.amount-missing': () =>
    'Birini seçin: tutarı boş bırakarak tümünü ya da USD tutarını yazarak yalnızca bir kısmını.',
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
  'category.too-deep': ({ levels }) => `Kategoriler en fazla ${levels} düzey derinlikte olabilir.`,
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
  'mail.none': () =>
    'E-posta sunucusu yok, bu yüzden deneme gönderilmedi. Bir sahip onu e-posta sunucusu sayfasında ayarlar.',
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
  'product.field-order': () => 'Bu, alanların sırasını değiştirir ve ayrıca onaylanmalıdır.',
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
  'backups.none': () => 'Henüz gecelik yedek yok; ilkinden sonra onaylayın.',
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
  'address.private': () =>
    'Adres özel bir ağa götüremez; sunucuyu çalıştıran kişi buna izin verebilir (souk private-host, WEBHOOK_ALLOW_PRIVATE).',
  'supplier.token': () => 'Lütfen belirteci aldığınız gibi, boşluksuz yazın.',
  'supplier.token-again': () => 'Adres başka bir sunucuya ait; lütfen belirteci de yazın.',
  'orders.repeated-code': ({ id }) =>
    `${isolated(id)} siparişinin bir kodu formdaki başka bir siparişte de var. Lütfen her kodu tek siparişe verin.`,
  'supplier.picks': () =>
    'Lütfen hem kategorileri hem ürünleri seçin (biri boş olabilir) ya da her şeyi.',
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
  'unusual.changes': ({ count, percent, price, belowCost, vanishes }) =>
    `Olağandışı değişiklikler: ${count} (%${percent} oranından çok değişen fiyatlar: ${price}, maliyetin altındaki fiyatlar: ${belowCost}, kaybolan ürünler: ${vanishes}). Bunlara bakın; hepsini uygulamak için tam olarak ${count} yazın.`,
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
  'extension.delivers': ({ count, products }) =>
    `Bazı ürünleri artık kimse teslim etmezdi (${count}): ${isolated(products)}. Başkasına teslim ettirin veya onları kapatan kutuyu işaretleyin.`,
  'test-products.there': () => 'Deneme ürünleri zaten var.',
  'test-products.none': () => 'Deneme ürünü yok.',
  'demo-shop.none': () => 'Demo mağaza yok.',
  'books.being-checked': () => 'Bu hesabın defterleri zaten denetleniyor.',
  'books.wrong': () =>
    'Bu hesabın defterleri hâlâ hatalı; siparişleri durdurulmuş kalıyor. Mağaza incelemesi daha fazlasını gösterir.',
  'books.changed': () =>
    'Bu hesabın siparişleri bu arada sürdürüldü veya yeniden durduruldu; hiçbir şey değiştirilmedi.',
  'ledger.verifying': () => 'Defterler zaten doğrulanıyor.',
  'session.ended': () => 'Bu oturum zaten kapanmış.',
  'two-factor.on': () => 'İki adımlı doğrulama zaten açık.',
  'two-factor.changed': () => 'İki adımlı doğrulama bu arada değişti. Lütfen baştan başlayın.',
  'two-factor.required': () => 'Bir sahip sizin için iki adımlı doğrulamayı zorunlu kıldı.',
  'operator-token.role': () => 'Belirtecin rolü, operatörünün rolünden fazlasını yapamaz.',
  'operator-token.permission': ({ permission }) =>
    `Belirtecin rolünde ${isolated(permission)} yetkisi yok.`,
  'password.too-long': ({ most }) => `Parola en fazla ${most} karakter olabilir.`,
  'password.broken': () => 'Parolada okunamayan bir karakter var.',
  'password.too-short': ({ least }) =>
    `Parola en az ${least} karakter olmalıdır. Birkaç sözcüğü akılda tutmak kolaydır.`,
  'password.too-simple': ({ least }) => `Parolada en az ${least} farklı karakter olmalıdır.`,
  'password.has-name': () => 'Parola, sahibinin adını içeremez.',
  'order.repeated': ({ order, other }) =>
    other === null
      ? `Bu teslimattan bir kod kendi stokumuzda. ${isolated(order)} siparişi kabul edilmedi.`
      : `Bu teslimattan bir şey ${isolated(other)} siparişine zaten teslim edildi. ${isolated(order)} siparişi kabul edilmedi.`,
  'order.repeats-changed': ({ order, others }) =>
    `Bu teslimattan bir şey ${isolated(others)} siparişine teslim edildi; tutulduğunda bu bilinmiyordu. ${isolated(order)} siparişi kabul edilmedi; lütfen yeniden karar verin.`,
  'order.nothing-held': ({ order }) =>
    `${isolated(order)} siparişinin tutulan bir teslimatı yok. Hiçbir şey değiştirilmedi.`,
  'order.being-bought': ({ order, supplier }) =>
    `${isolated(order)} siparişi ${isolated(supplier)} tedarikçisinden alınıyor; şimdi kapatılırsa yine de teslim edip ücretini alabilir. Hiçbir şey değiştirilmedi.`,
  'purchase.none': ({ order }) =>
    `${isolated(order)} siparişi bir tedarikçide beklemiyor; kimseye sorulmadı.`,
  'purchase.not-forgotten': ({ order }) =>
    `${isolated(order)} siparişi, tedarikçisinin unuttuğu bir satın almayı beklemiyor ya da bu arada yeniden satın alındı. Hiçbir şey satın alınmadı. Lütfen siparişe yeniden bakın.`,
  'purchase.known-again': ({ supplier }) =>
    `${isolated(supplier)} siparişi yeniden tanıyor, bu yüzden hiçbir şey satın alınmadı. Lütfen yeniden sorun.`,
  'purchase.no-answer': ({ supplier }) =>
    `${isolated(supplier)} kesin bir yanıt vermedi, bu yüzden hiçbir şey satın alınmadı. Lütfen daha sonra yeniden deneyin.`,
  'purchase.in-transit': ({ supplier }) =>
    `Önceki bir istek ${isolated(supplier)} tedarikçisine hâlâ ulaşabilir, bu yüzden hiçbir şey satın alınmadı. Lütfen son istekten on dakika sonra yeniden deneyin.`,
  'purchase.too-often': ({ most }) =>
    `Sipariş zaten ${most} kez yeniden satın alındı. Hiçbir şey satın alınmadı. Lütfen elle kabul edin veya reddedin.`,
  'report.period': () => 'Dönem, başladıktan sonra bitmelidir.',
  'report.too-many-days': ({ most }) => `Dönem en fazla ${most} gün olabilir.`,
  'report.too-many-orders': () =>
    'Bu dönemde tek bir rapor için çok fazla sipariş var. Lütfen daha kısa bir dönem seçin.',
};
