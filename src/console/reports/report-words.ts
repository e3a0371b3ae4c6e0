import type { SalesDimension } from '../../reports/report-shapes.js';
import { wordTable } from '../../pages/language.js';

interface ReportWords {
  readonly by: Readonly<Record<SalesDimension, string>>;
  readonly each: string;
  readonly from: string;
  readonly to: string;
  readonly show: string;
  readonly sales: string;
  readonly cost: string;
  readonly profit: string;
  readonly withoutCost: string;
  readonly unneeded: string;
  readonly unneededUnknown: string;
  readonly unknownCost: string;
  readonly orders: string;
  readonly waiting: string;
  readonly share: string;
  readonly none: string;
  readonly nothingSold: string;
  readonly explanation: string;
  readonly chart: string;
  readonly chartBoth: string;
  readonly csv: string;
  readonly more: string;
  readonly balances: string;
  readonly below: string;
  readonly balance: string;
  readonly credit: string;
  readonly spendable: string;
  readonly stock: string;
  readonly costs: string;
  readonly stockName: string;
  readonly free: string;
  readonly held: string;
  readonly value: string;
  readonly unknownCodes: string;
}

/** Phrases of the reports. */
export const REPORT_WORDS = wordTable<ReportWords>({
  en: {
    by: { day: 'Day', product: 'Product', account: 'Account', supplier: 'Supplier' },
    each: 'A row for each',
    from: 'From (UTC)',
    to: 'Until, included',
    show: 'Show',
    sales: 'Sales',
    cost: 'Cost',
    profit: 'Profit',
    withoutCost: 'Sales of unknown cost',
    unneeded: 'Charged for orders closed by hand, in no profit',
    unneededUnknown: 'Orders closed by hand, charged an unknown amount',
    unknownCost: 'Accepted orders of unknown cost',
    orders: 'Orders',
    waiting: 'Waiting',
    share: 'Compared with the largest',
    none: 'none',
    nothingSold: 'Nothing was sold in this time.',
    explanation:
      'An order counts as sold on the day (UTC) on which it is placed and charged, also while it waits. What a rejected order or a refund gives back is taken off on the day on which it is given back. Test orders and corrections of balances do not count. Without a choice, the last 30 days are shown.',
    chart: 'Sales by day, USD',
    chartBoth: 'Sales (area) and profit (line) by day, USD',
    csv: 'Save as CSV',
    more: 'There are more rows; the CSV has up to 10,000.',
    balances: 'Low balances',
    below: 'Less than, USD',
    balance: 'Balance',
    credit: 'Credit limit',
    spendable: 'Can spend',
    stock: 'Unsold codes',
    costs: 'Costs',
    stockName: 'Stock',
    free: 'Can be sold',
    held: 'Held back',
    value: 'Bought for',
    unknownCodes: 'Of unknown cost',
  },
  ar: {
    by: { day: 'اليوم', product: 'المنتج', account: 'الحساب', supplier: 'المورّد' },
    each: 'صف لكل',
    from: 'من (UTC)',
    to: 'حتى (ضمنًا)',
    show: 'عرض',
    sales: 'المبيعات',
    cost: 'التكلفة',
    profit: 'الربح',
    withoutCost: 'مبيعات مجهولة التكلفة',
    unneeded: 'مبالغ احتُسبت عن طلبات أُغلقت يدويًا، خارج الربح',
    unneededUnknown: 'طلبات أُغلقت يدويًا واحتُسب عنها مبلغ مجهول',
    unknownCost: 'طلبات مقبولة مجهولة التكلفة',
    orders: 'الطلبات',
    waiting: 'قيد الانتظار',
    share: 'مقارنةً بالأكبر',
    none: 'لا شيء',
    nothingSold: 'لم يُبع شيء في هذه المدة.',
    explanation:
      'يُحتسب الطلب مبيعًا في اليوم (UTC) الذي أُرسل فيه وخُصم ثمنه، حتى وهو قيد الانتظار. وما يُعاد بسبب الرفض أو الاسترداد يُطرح في يوم إعادته. لا تُحتسب طلبات الاختبار ولا تصحيحات الأرصدة. ودون اختيار تُعرض آخر 30 يومًا.',
    chart: 'المبيعات بحسب اليوم، USD',
    chartBoth: 'المبيعات (المساحة) والربح (الخط) بحسب اليوم، USD',
    csv: 'حفظ كملف CSV',
    more: 'هناك صفوف أخرى؛ يحتوي ملف CSV على 10,000 صف كحد أقصى.',
    balances: 'الأرصدة المنخفضة',
    below: 'أقل من، USD',
    balance: 'الرصيد',
    credit: 'حد الائتمان',
    spendable: 'المتاح للإنفاق',
    stock: 'رموز غير مباعة',
    costs: 'التكاليف',
    stockName: 'المخزون',
    free: 'قابلة للبيع',
    held: 'محجوزة',
    value: 'ثمن الشراء',
    unknownCodes: 'مجهولة التكلفة',
  },
  tr: {
    by: { day: 'Gün', product: 'Ürün', account: 'Hesap', supplier: 'Tedarikçi' },
    each: 'Her satır',
    from: 'Başlangıç (UTC)',
    to: 'Bitiş (dâhil)',
    show: 'Göster',
    sales: 'Satış',
    cost: 'Maliyet',
    profit: 'Kâr',
    withoutCost: 'Maliyeti bilinmeyen satış',
    unneeded: 'Elle kapatılan siparişler için alınan ücret, kârda yok',
    unneededUnknown: 'Elle kapatılıp bilinmeyen ücret alınan siparişler',
    unknownCost: 'Maliyeti bilinmeyen kabul edilmiş siparişler',
    orders: 'Siparişler',
    waiting: 'Bekleyen',
    share: 'En büyüğe göre',
    none: 'yok',
    nothingSold: 'Bu sürede satış yok.',
    explanation:
      'Bir sipariş, beklerken de, verildiği ve ücretinin düşüldüğü günün (UTC) satışı sayılır. Reddedilen siparişin veya iadenin geri ödediği tutar, geri ödendiği günden düşülür. Test siparişleri ve bakiye düzeltmeleri sayılmaz. Seçim yoksa son 30 gün gösterilir.',
    chart: 'Güne göre satış, USD',
    chartBoth: 'Güne göre satış (alan) ve kâr (çizgi), USD',
    csv: 'CSV olarak kaydet',
    more: 'Daha fazla satır var; CSV en çok 10.000 satır içerir.',
    balances: 'Düşük bakiyeler',
    below: 'Şundan az, USD',
    balance: 'Bakiye',
    credit: 'Kredi sınırı',
    spendable: 'Harcanabilir',
    stock: 'Satılmamış kodlar',
    costs: 'Maliyetler',
    stockName: 'Stok',
    free: 'Satılabilir',
    held: 'Bekletilen',
    value: 'Alış tutarı',
    unknownCodes: 'Maliyeti bilinmeyen',
  },
});
