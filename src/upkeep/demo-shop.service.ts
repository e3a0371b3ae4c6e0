import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { AccessTokenService } from '../account/access/access-token.service.js';
import { SCOPES } from '../account/access/scopes.js';
import { AccountService } from '../account/account.service.js';
import { BalanceService } from '../account/ledger/balance.service.js';
import { CatalogImportService } from '../catalog/import/catalog-import.service.js';
import type { CatalogFile } from '../catalog/import/reading/catalog-file.js';
import { DemoCatalogService } from '../catalog/built-in/demo-catalog.service.js';
import { ConflictError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import { changeMark } from '../database/change-mark.js';

/** The same relative path from src and from dist. */
const CATALOG = fileURLToPath(new URL('../../examples/demo-shop/catalog.json', import.meta.url));
const DEPOSIT = '100';

/** A product of the demo catalog without account fields, for the first example of an order. */
export const FIRST_ORDER = { productId: 1140, name: 'Steam 1 USD' } as const;

/** Creates and removes the demo shop of the first start: a catalog, and an account with a balance. */
@Injectable()
export class DemoShopService {
  constructor(
    private readonly accounts: AccountService,
    private readonly tokens: AccessTokenService,
    private readonly balances: BalanceService,
    private readonly imports: CatalogImportService,
    private readonly catalog: DemoCatalogService,
  ) {}

  /** True if there is neither an account nor a catalog. */
  async isNewShop(): Promise<boolean> {
    return (await this.accounts.isEmpty()) && (await this.catalog.isCatalogEmpty());
  }

  /** @returns the token of the demo account, which is shown once. */
  async create(): Promise<string> {
    const options = { dryRun: false, hideMissing: false, demo: true };
    await changeMark.run('off', () => this.imports.importFile(CATALOG, options));
    const { id } = await this.accounts.create({ name: 'Demo reseller', demo: true });
    await this.balances.deposit(id, DEPOSIT, { actor: 'souk', reference: 'demo' });
    // With all scopes, so that each example of the documentation page can be tried.
    return (await this.tokens.issue(id, { label: 'demo', scopes: [...SCOPES] })).token;
  }

  /** True while the demo shop has not been removed. */
  async exists(): Promise<boolean> {
    const accounts = await this.accounts.listDemo();
    return accounts.some(({ apiPermitted }) => apiPermitted) || (await this.catalog.exists());
  }

  /**
   * Removes the catalog but for products that have another name by now, and bars the account from the API; its ledger stays.
   * @throws ConflictError
   */
  async remove(): Promise<void> {
    if (!(await this.exists())) throw new ConflictError(...sentence('demo-shop.none'));
    for (const { id } of await this.accounts.listDemo()) {
      await this.tokens.revokeAllOf(id);
      await this.accounts.suspend(id, 'everything');
    }
    const { products } = JSON.parse(await readFile(CATALOG, 'utf8')) as CatalogFile;
    await this.catalog.remove(products.map(({ id, name }) => ({ id, name })));
  }
}
