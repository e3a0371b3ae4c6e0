import { ReceiptsTask } from '../../../src/account/receipts/receipts.task.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { CodeImportService } from '../../../src/fulfillment/codes/code-import.service.js';
import type { TestDatabase } from '../../support/test-database.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { insertAccounts, type AccountName } from './accounts.js';
import { insertCatalog } from './catalog.js';

/** A shop that is the same at every run, but for its tokens. */
export interface RecordedShop {
  readonly shop: TestShop;
  readonly accounts: Readonly<Record<AccountName, { readonly id: number; readonly token: string }>>;
}

const CODES = ['GIFT-1', 'GIFT-2', 'GIFT-3', 'كود-٤ "🎮"', 'GIFT-5'];

export async function startRecordedShop(db?: TestDatabase): Promise<RecordedShop> {
  // A shop of its own: its whole catalog and its ids are recorded, under settings for browsers and proxies.
  const settings = {
    CORS_ORIGINS: 'https://panel.example,https://other.example',
    SECRET_KEYS: newSecretKey(),
    TRUST_PROXY: 'loopback',
  };
  // A shop of its own: its answers are compared to the byte.
  const shop = await startTestShop(settings, {}, db);
  try {
    const accounts = await insertAccounts(shop);
    await insertCatalog(shop);
    const codes = shop.service(CodeImportService);
    await codes.import('gift', linesOf(CODES), { dryRun: false });
    // Else it would make its key, which the integration answer names, at any time.
    await shop.service(ReceiptsTask).run();
    return { shop, accounts };
  } catch (error) {
    await shop.close();
    throw error;
  }
}

async function* linesOf(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
  return Promise.resolve();
}
