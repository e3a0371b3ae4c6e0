import { Injectable } from '@nestjs/common';
import { itemId } from '../../catalog/wire/item-id.js';
import type { Picked } from '../../pages/picker.js';
import { AccountPicker } from './account-picker.service.js';
import { CatalogPicker } from './catalog-picker.service.js';

/** What lists of orders, and of what became none, are filtered by: an account and a product, by number or name. */
@Injectable()
export class OrderPickers {
  readonly picks = {
    account_id: (text: string): Promise<Picked> => this.accounts.pick(text),
    product_id: (text: string): Promise<Picked> => this.productOf(text),
  };

  constructor(
    private readonly accounts: AccountPicker,
    private readonly catalog: CatalogPicker,
  ) {}

  /** A product that does not exist any more, or never did, may have been asked for by its number. */
  private async productOf(text: string): Promise<Picked> {
    const picked = await this.catalog.product(text);
    const id = itemId(text);
    return picked.kind === 'none' && id !== undefined ? { kind: 'one', id, name: text } : picked;
  }
}
