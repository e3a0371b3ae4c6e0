import type { LedgerEntryKind } from '../../account/ledger/ledger-entry-kind.js';
import { wordTable } from '../../pages/language.js';
import type { Period } from './statement-periods.js';

interface MoneyWords {
  readonly kinds: Readonly<Record<LedgerEntryKind, string>>;
  readonly statement: string;
  readonly periods: Readonly<Record<Period, string>>;
  readonly sums: string;
  readonly sumsOfPage: string;
  readonly added: string;
  readonly taken: string;
  readonly time: string;
  readonly kind: string;
  readonly amount: string;
  readonly before: string;
  readonly after: string;
  readonly what: string;
  readonly by: string;
  readonly noReference: string;
  readonly noEntries: string;
  readonly usd: string;
  readonly deposit: string;
  readonly depositButton: string;
  readonly wasDeposited: string;
  readonly adjust: string;
  readonly adjustHint: string;
  readonly adjustButton: string;
  readonly wasAdjusted: string;
  readonly signedUsd: string;
  readonly reference: string;
  readonly referenceHint: string;
  readonly note: string;
  readonly reason: string;
  readonly readByReseller: string;
}

/** Phrases about the balance of an account and what has moved it. */
export const MONEY_WORDS = wordTable<MoneyWords>({
  en: {
    kinds: {
      deposit: 'deposit',
      debit: 'order',
      refund: 'refund of a rejected order',
      adjustment: 'adjustment',
      reversal: 'reversal of an accepted order',
    },
    statement: 'Statement, newest first',
    periods: { thisWeek: 'This week', lastWeek: 'Last week', thisMonth: 'This month' },
    sums: 'In this time',
    sumsOfPage: 'The entries on this page only',
    added: 'Came in',
    taken: 'Went out',
    time: 'Time',
    kind: 'Kind',
    amount: 'Amount',
    before: 'Balance before',
    after: 'Balance after',
    what: 'For',
    by: 'By',
    noReference: 'without reference and note',
    noEntries: 'Nothing has moved on this account yet.',
    usd: 'USD',
    deposit: 'Deposit',
    depositButton: 'Deposit',
    wasDeposited: 'The deposit is booked. The statement says the balance before and after it.',
    adjust: 'Adjustment',
    adjustHint: 'Corrects the balance up or down, within the credit limit.',
    adjustButton: 'Adjust the balance',
    wasAdjusted: 'The adjustment is booked. The statement says the balance before and after it.',
    signedUsd: 'USD, such as -10 to take away',
    reference: 'Reference',
    referenceHint:
      'Such as the number of an invoice; each can be booked once. The reseller reads it.',
    note: 'Note',
    reason: 'Reason',
    readByReseller: 'The reseller reads it.',
  },
  ar: {
    kinds: {
      deposit: 'إيداع',
      debit: 'طلب',
      refund: 'إعادة مال طلب مرفوض',
      adjustment: 'تسوية',
      reversal: 'ردّ مال طلب مقبول',
    },
    statement: 'كشف الحساب، الأحدث أولًا',
    periods: { thisWeek: 'هذا الأسبوع', lastWeek: 'الأسبوع الماضي', thisMonth: 'هذا الشهر' },
    sums: 'في هذه المدة',
    sumsOfPage: 'حركات هذه الصفحة فقط',
    added: 'الداخل',
    taken: 'الخارج',
    time: 'الوقت',
    kind: 'النوع',
    amount: 'المبلغ',
    before: 'الرصيد قبلها',
    after: 'الرصيد بعدها',
    what: 'لأجل',
    by: 'بواسطة',
    noReference: 'بلا مرجع ولا ملاحظة',
    noEntries: 'لم تحدث أي حركة في هذا الحساب بعد.',
    usd: 'دولار أمريكي',
    deposit: 'إيداع',
    depositButton: 'إيداع',
    wasDeposited: 'تم تسجيل الإيداع. يبيّن كشف الحساب الرصيد قبله وبعده.',
    adjust: 'تسوية',
    adjustHint: 'تصحّح الرصيد زيادةً أو نقصانًا، ضمن حد الائتمان.',
    adjustButton: 'تسوية الرصيد',
    wasAdjusted: 'تم تسجيل التسوية. يبيّن كشف الحساب الرصيد قبلها وبعدها.',
    signedUsd: 'دولار أمريكي، بعلامة ناقص للخصم',
    reference: 'المرجع',
    referenceHint: 'مثل رقم فاتورة؛ يُسجَّل كل مرجع مرة واحدة. يقرؤه الموزّع.',
    note: 'ملاحظة',
    reason: 'السبب',
    readByReseller: 'يقرؤه الموزّع.',
  },
  tr: {
    kinds: {
      deposit: 'yatırma',
      debit: 'sipariş',
      refund: 'reddedilen siparişin iadesi',
      adjustment: 'düzeltme',
      reversal: 'kabul edilen siparişin iadesi',
    },
    statement: 'Ekstre, en yenisi önce',
    periods: { thisWeek: 'Bu hafta', lastWeek: 'Geçen hafta', thisMonth: 'Bu ay' },
    sums: 'Bu süre içinde',
    sumsOfPage: 'Yalnızca bu sayfadaki hareketler',
    added: 'Giren',
    taken: 'Çıkan',
    time: 'Zaman',
    kind: 'Tür',
    amount: 'Tutar',
    before: 'Önceki bakiye',
    after: 'Sonraki bakiye',
    what: 'Ne için',
    by: 'Kim',
    noReference: 'referans ve not yok',
    noEntries: 'Bu hesapta henüz hareket yok.',
    usd: 'USD',
    deposit: 'Para yatırma',
    depositButton: 'Yatır',
    wasDeposited: 'Yatırma işlendi. Önceki ve sonraki bakiye ekstrede yazar.',
    adjust: 'Düzeltme',
    adjustHint: 'Bakiyeyi kredi limiti içinde artırır veya azaltır.',
    adjustButton: 'Bakiyeyi düzelt',
    wasAdjusted: 'Düzeltme işlendi. Önceki ve sonraki bakiye ekstrede yazar.',
    signedUsd: 'USD, azaltmak için örneğin -10',
    reference: 'Referans',
    referenceHint: 'Örneğin fatura numarası; her biri bir kez işlenir. Bayi bunu okur.',
    note: 'Not',
    reason: 'Neden',
    readByReseller: 'Bayi bunu okur.',
  },
});
