import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { AccountSearch } from '../../account/search/account-search.service.js';
import { itemId } from '../../catalog/wire/item-id.js';
import { isStorableText } from '../../common/text.js';
import { MAX_PICKER_OPTIONS, pickedOf, pickedUnsought, type Picked } from '../../pages/picker.js';

/** Finds the account that a field names, for operators who may read accounts. The field is shown by `Picker`. */
@Injectable()
export class AccountPicker {
  constructor(
    private readonly accounts: AccountService,
    private readonly search: AccountSearch,
  ) {}

  /** @param text an id, or the beginnings of words of a name or e-mail address */
  async pick(text: string): Promise<Picked> {
    const unsought = pickedUnsought(text);
    if (unsought) return unsought;
    const id = itemId(text);
    const numbered = id === undefined ? [] : await this.accounts.named([id]);
    if (numbered.length > 0) return pickedOf(numbered);
    if (!isStorableText(text)) return { kind: 'none' };
    const { items, next } = await this.search.page({ text }, undefined, MAX_PICKER_OPTIONS);
    return pickedOf(items, next !== null);
  }
}
