import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { AccessTokenService } from '../account/access/access-token.service.js';
import { AccountService } from '../account/account.service.js';
import { BalanceService } from '../account/ledger/balance.service.js';
import { CatalogImportService } from '../catalog/import/catalog-import.service.js';
import { DemoCatalogService } from '../catalog/built-in/demo-catalog.service.js';
import { OperatorError } from '../common/app-error.js';

/** Found from the sources and from the build alike. */
const CATALOG = fileURLToPath(new URL('../../examples/demo-shop/catalog.json', import.meta.url));
const DEPOSIT = '100';

/** A gift card of the demo catalog that asks for no account field, to begin with. */
export const FIRST_ORDER = { productId: 1140, name: 'Steam 1 USD' } as const;

/** The shop that a first start shows: a real catalog and an account with money, to be taken away later. */
@Injectable()
export class DemoShopService {
  constructor(
    private readonly accounts: AccountService,
    private readonly tokens: AccessTokenService,
    private readonly balances: BalanceService,
    private readonly imports: CatalogImportService,
    private readonly catalog: DemoCatalogService,
  ) {}

  /** True for a database in which nobody has done anything yet. */
  async isNewShop(): Promise<boolean> {
    return (await this.accounts.isEmpty()) && (await this.catalog.isCatalogEmpty());
  }

  /** Opens the demo shop. @returns the token of its account, which is shown once. */
  async create(): Promise<string> {
    await this.imports.importFile(CATALOG, { dryRun: false, hideMissing: false, demo: true });
    const { id } = await this.accounts.create({ name: 'Demo reseller', demo: true });
    await this.balances.deposit(id, DEPOSIT, { actor: 'souk', reference: 'demo' });
    return (await this.tokens.issue(id, { label: 'demo' })).token;
  }

  /** True while there is something to remove. */
  async exists(): Promise<boolean> {
    const accounts = await this.accounts.listDemo();
    return accounts.some(({ apiPermitted }) => apiPermitted) || (await this.catalog.exists());
  }

  /** Takes catalog and access away. The account stays, because its ledger does. @throws OperatorError */
  async remove(): Promise<void> {
    if (!(await this.exists())) throw new OperatorError('There is no demo shop.');
    for (const { id } of await this.accounts.listDemo()) {
      await this.tokens.revokeAllOf(id);
      await this.accounts.permitApi(id, false);
    }
    await this.catalog.remove();
  }
}
