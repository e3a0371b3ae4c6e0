import { operatorList } from '../../operations/people/operator.lists.js';
import {
  operatorCreate,
  type InvitedOperatorDto,
} from '../../operations/people/operator.operations.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ListPage, type Listed } from '../operations/list-page.decorator.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { operatorsPage } from './operators-page.js';
import { invitedPage } from './shown-once-pages.js';

/** The people who run the shop. */
@ConsoleController('operators')
@ListPage(operatorList, {
  '': {
    operation: operatorCreate,
    done: 'created',
    shows: (_, visit) => (made) => invitedPage(visit, made as InvitedOperatorDto),
  },
})
export class OperatorsController {
  shown(visit: Visit, listed: Listed<typeof operatorList>): Page {
    return operatorsPage(visit, listed);
  }
}
