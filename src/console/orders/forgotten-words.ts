import { isolated } from '../../pages/language.js';
import { pageWords } from '../shell/page-words.js';

/** Phrases about an order that its supplier has forgotten. */
export const FORGOTTEN_WORDS = pageWords({
  en: {
    title: 'Forgotten by the supplier',
    explained: (supplier: string) =>
      `${isolated(supplier)} had this order and does not know it any more, such as after a restore. It waits until the supplier knows it again, or you decide.`,
    requests: 'Requests under this key',
    answered: 'What the supplier answered then: order',
    forgottenAt: 'What it answers now: it knows no order under this key, since',
    ask: 'Ask the supplier now',
    asked: 'The supplier was asked; what it says is below.',
    buy: 'Buy again',
    warning: (supplier: string) =>
      `Look first whether ${isolated(supplier)} has delivered or charged in the time that it has forgotten: the shop cannot know. The former key is sealed there, so that no order comes into being under it; a supplier that cannot seal keys must not know it. Then the order is bought once under a new key.`,
    bought: 'The order is being bought again.',
  },
  ar: {
    title: 'نسيه المورّد',
    explained: (supplier) =>
      `كان هذا الطلب لدى ${isolated(supplier)} ولم يعد يعرفه، مثلًا بعد استعادة. ينتظر حتى يعرفه المورّد من جديد أو تقرّر أنت.`,
    requests: 'عدد الطلبات بهذا المفتاح',
    answered: 'ما أجاب به المورّد حينها: الطلب',
    forgottenAt: 'ما يجيب به الآن: لا يعرف طلبًا بهذا المفتاح، منذ',
    ask: 'اسأل المورّد الآن',
    asked: 'سُئل المورّد، وما قاله مذكور أدناه.',
    buy: 'أعد الشراء',
    warning: (supplier) =>
      `انظر أولًا هل سلّم ${isolated(supplier)} أو احتسب الثمن في الوقت الذي نسيه: لا يستطيع المتجر أن يعرف. يُختم المفتاح السابق لديه كي لا ينشأ به طلب؛ والمورّد الذي لا يستطيع الختم يجب ألّا يعرفه. ثم يُشترى الطلب مرة واحدة بمفتاح جديد.`,
    bought: 'يُعاد شراء الطلب.',
  },
  tr: {
    title: 'Tedarikçi unuttu',
    explained: (supplier) =>
      `Bu sipariş ${isolated(supplier)} tedarikçisindeydi ve artık tanınmıyor, örneğin bir geri yüklemeden sonra. Tedarikçi yeniden tanıyana veya siz karar verene kadar bekler.`,
    requests: 'Bu anahtarla gönderilen istek sayısı',
    answered: 'Tedarikçinin o zamanki yanıtı: sipariş',
    forgottenAt: 'Şimdiki yanıtı: bu anahtarla sipariş tanımıyor, şu andan beri',
    ask: 'Tedarikçiye şimdi sor',
    asked: 'Tedarikçiye soruldu; yanıtı aşağıda.',
    buy: 'Yeniden satın al',
    warning: (supplier) =>
      `Önce ${isolated(supplier)} tedarikçisinin unuttuğu zamanda teslim edip etmediğine veya ücret alıp almadığına bakın: mağaza bunu bilemez. Önceki anahtar orada mühürlenir, böylece onunla sipariş oluşmaz; anahtar mühürleyemeyen tedarikçi onu tanımamalıdır. Sonra sipariş yeni bir anahtarla bir kez satın alınır.`,
    bought: 'Sipariş yeniden satın alınıyor.',
  },
});
