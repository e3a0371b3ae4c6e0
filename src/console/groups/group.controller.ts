import { accountSet } from '../../operations/accounts/account.operations.js';
import { groupDelete, groupRename } from '../../operations/accounts/group.operations.js';
import { priceClear, priceSet } from '../../operations/catalog/rule.operations.js';
import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { given } from '../../operations/given.js';
import { wordsOf } from '../../pages/words.js';
import { BelowCostQuestion } from '../catalog/below-cost-question.service.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import { AccountPicker } from '../shell/account-picker.service.js';
import { CatalogPicker } from '../shell/catalog-picker.service.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { groupPage } from './group-page.js';
import { GroupReading } from './group-reading.service.js';

/** One group of accounts. */
@ConsoleController('groups/:group')
@PageWithForms<GroupController>('accounts.read', {
  rename: { operation: groupRename, done: 'renamed' },
  delete: {
    operation: groupDelete,
    done: 'deleted',
    to: () => 'groups',
    question: (_, { language }) => {
      const { delete: title, deleteHint: warning } = wordsOf(language, 'group');
      return { title, warning };
    },
  },
  accounts: {
    // Of the account nothing but its group is set, so it need not be as somebody has read it.
    operation: { ...accountSet, kind: 'change' },
    done: 'added',
    picks: { account_id: ({ accounts }, text) => accounts.pick(text) },
    thing: (_, { idOf, visit }) =>
      idOf('account_id') ??
      missing('account_id', wordsOf(visit.language, 'ruleForm').noAccountNamed),
    input: ofGroup,
  },
  prices: {
    operation: priceSet,
    done: 'priced',
    picks: {
      category_id: ({ catalog }, text) => catalog.category(text),
      product_id: ({ catalog }, text) => catalog.product(text),
    },
    input: (form, { id: group_id, idOf, visit }) => {
      const target = given({ category_id: idOf('category_id'), product_id: idOf('product_id') });
      // Without either it would be the price on the whole catalog.
      if (Object.keys(target).length === 0)
        missing('category_id', wordsOf(visit.language, 'price').idMissing);
      return { group_id, ...target, ...form.given('percentage', 'fixed_price') };
    },
    question: (page, visit, { input }) => page.costs.of(visit, input),
  },
  price: {
    operation: priceSet,
    done: 'priced',
    input: (form, { id }) => ({ group_id: id, percentage: form.text('percentage') }),
    question: (page, visit, { input }) => page.costs.of(visit, input),
  },
  'price/clear': { operation: priceClear, done: 'cleared', input: ofGroup },
})
export class GroupController {
  constructor(
    private readonly reading: GroupReading,
    readonly accounts: AccountPicker,
    readonly catalog: CatalogPicker,
    readonly costs: BelowCostQuestion,
  ) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    return groupPage(visit, await this.reading.shown(visit, id), refused);
  }
}

function ofGroup(_: unknown, { id: group_id }: { readonly id: number }) {
  return { group_id };
}

function missing(field: string, message: string): never {
  throw InvalidFieldsError.of(field, message);
}
