import type { ExtensionSetting } from 'souk';

function url(text: string): string {
  if (URL.canParse(text)) return text;
  throw new Error('must be an address such as https://supplier.example');
}

function dollars(text: string): string {
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text)) return text;
  throw new Error('must be an amount in USD such as 250 or 99.50');
}

/** Environment variables. Souk reads them before anything else runs; each begins with the name of the extension. */
export const settings: Record<string, ExtensionSetting> = {
  ACME_SUPPLIER_URL: {
    read: url,
    default: 'http://127.0.0.1:8081',
    sentence: 'Where codes are bought.',
  },
  ACME_SINK_URL: {
    read: url,
    default: 'http://127.0.0.1:8082',
    sentence: 'Where events are posted.',
  },
  ACME_PAYMENT_SECRET: {
    read: (text: string): string => text,
    default: '',
    secret: true,
    sentence: 'Shared with the payment gateway; without it no payment is taken.',
  },
  ACME_DAILY_LIMIT: {
    read: dollars,
    default: '1000',
    sentence: 'USD that an account may spend in a day, unless it has a limit of its own.',
  },
};
