import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { AccountSearch } from '../../account/search/account-search.service.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { MAX_PICKER_OPTIONS, type Picked } from '../../pages/picker.js';
import { pickedByText } from './picked.js';

/** Finds the account that a field names, for operators who may read accounts. The field is shown by `Picker`. */
@Injectable()
export class AccountPicker {
  constructor(
    private readonly accounts: AccountService,
    private readonly search: AccountSearch,
  ) {}

  /** @param text an id, or the beginnings of words of a name, an address or a tag: a number alone names no telephone */
  pick(text: string): Promise<Picked> {
    return pickedByText(
      text,
      (id) => this.accounts.named([id]),
      async () => {
        if (itemId(text) !== undefined) return { items: [], hasMore: false };
        const { items, next } = await this.search.page({ text }, undefined, MAX_PICKER_OPTIONS);
        return { items, hasMore: next !== null };
      },
    );
  }
}
