import {
  operatorDisable,
  operatorEnable,
  operatorInvite,
  operatorReset,
  operatorSet,
  operatorSignOut,
  type InvitedOperatorDto,
} from '../../operations/people/operator.operations.js';
import { operatorShow } from '../../operations/people/operator.lists.js';
import { wordsOf } from '../../pages/words.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { operatorPage } from './operator-page.js';
import { invitedPage } from './shown-once-pages.js';

const invited = {
  done: '',
  shows: (_: OperatorController, visit: Visit) => (made: object) =>
    invitedPage(visit, made as InvitedOperatorDto),
};

/** One operator, and what owners do about it. */
@ConsoleController('operators/:name')
@PageWithForms<OperatorController, string>('operators.read', {
  '': { operation: operatorSet, done: 'changed' },
  disable: {
    operation: operatorDisable,
    done: 'disabled',
    question: (_, { language }) => {
      const { disable: title, disableHint: warning } = wordsOf(language, 'operator');
      return { title, warning };
    },
  },
  enable: { operation: operatorEnable, done: 'enabled' },
  'sign-out': { operation: operatorSignOut, done: 'signed-out' },
  invite: { operation: operatorInvite, ...invited },
  reset: { operation: operatorReset, ...invited },
})
export class OperatorController {
  constructor(private readonly lists: ConsoleLists) {}

  async page(visit: Visit, name: string, refused?: RefusedForm<string>): Promise<Page> {
    // Each of its forms shows the operator as it is now.
    const operator = await this.lists.read(operatorShow, visit, {}, name);
    return operatorPage(visit, operator, refused?.state.fault);
  }
}
