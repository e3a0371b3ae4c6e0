import {
  OPERATOR_SHAPE,
  operatorDisable,
  operatorEnable,
  operatorInvite,
  operatorReset,
  operatorSet,
  operatorSignOut,
  type InvitedOperatorDto,
  type OperatorDto,
} from '../../operations/people/operator.operations.js';
import { OperatorManagement } from '../../people/management/operator-management.service.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import type { RefusedForm } from '../http/refused-form.js';
import { PageWithForms } from '../operations/operation-forms.decorator.js';
import type { Page } from '../visit/page.js';
import { Visit } from '../visit/visit.js';
import { disablingQuestion, operatorPage } from './operator-page.js';
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
    question: (_, visit) => disablingQuestion(visit),
  },
  enable: { operation: operatorEnable, done: 'enabled' },
  'sign-out': { operation: operatorSignOut, done: 'signed-out' },
  invite: { operation: operatorInvite, ...invited },
  reset: { operation: operatorReset, ...invited },
})
export class OperatorController {
  constructor(private readonly operators: OperatorManagement) {}

  async page(visit: Visit, name: string, refused?: RefusedForm<string>): Promise<Page> {
    // Each of its forms shows the operator as it is now.
    return operatorPage(visit, await this.shown(name), { fault: refused?.state.fault });
  }

  async shown(name: string): Promise<OperatorDto> {
    return OPERATOR_SHAPE.of(await this.operators.get(name));
  }
}
