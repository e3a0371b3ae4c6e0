import { groupDelete, groupRename } from '../../operations/accounts/group.operations.js';
import { priceClear, priceSet } from '../../operations/catalog/rule.operations.js';
import { wordsOf } from '../../pages/words.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
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
  price: {
    operation: priceSet,
    done: 'priced',
    input: (form, { id }) => ({ group_id: id, percentage: form.text('percentage') }),
  },
  'price/clear': {
    operation: priceClear,
    done: 'cleared',
    input: (_, { id: group_id }) => ({ group_id }),
  },
})
export class GroupController {
  constructor(private readonly reading: GroupReading) {}

  async page(visit: Visit, id: number, refused?: RefusedForm<string>): Promise<Page> {
    return groupPage(visit, await this.reading.shown(visit, id), refused);
  }
}
