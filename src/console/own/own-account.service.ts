import { Injectable } from '@nestjs/common';
import { OperatorManagement } from '../../people/management/operator-management.service.js';
import { OperatorSessions } from '../../people/sessions/operator-sessions.service.js';
import type { FormState } from '../../pages/form.js';
import { presentPasswordFault, signInFault } from '../sign-in/sign-in-fault.js';
import type { Page } from '../visit/page.js';
import type { SeeOther } from '../visit/see-other.js';
import type { Visit } from '../visit/visit.js';
import { ownPage, type OwnForms } from './own-page.js';

/** Shows operators what they see of themselves. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly operators: OperatorManagement,
    private readonly sessions: OperatorSessions,
  ) {}

  /** @param refused the form that was refused */
  async page(visit: Visit, refused?: OwnForms): Promise<Page> {
    const operator = await this.operators.get(visit.session.name);
    const sessions = await this.sessions.list(visit.session);
    return ownPage(visit, { operator, sessions, conventions: visit.session.chosen }, refused);
  }

  /** What a form of the page does; the page again where that is refused. @param sent what of the form is shown then */
  async changed(
    visit: Visit,
    form: keyof OwnForms,
    change: () => Promise<Page | SeeOther>,
    sent?: FormState,
  ): Promise<Page | SeeOther> {
    try {
      return await change();
    } catch (error) {
      const faultOf = form === 'password' ? presentPasswordFault : signInFault;
      const fault = faultOf(error, visit.language);
      return this.page(visit, { [form]: { ...sent, fault } });
    }
  }
}
