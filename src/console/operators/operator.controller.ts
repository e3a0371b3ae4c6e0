import { Get, Post } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { PathText } from '../../admin/http/path-parts.js';
import { InvitationShapes } from '../../admin/people/invitation-shapes.js';
import { operatorShape } from '../../admin/people/operator-shapes.js';
import { OperatorChangeDto } from '../../admin/people/operators.dto.js';
import {
  OperatorManagement,
  type InvitedOperator,
} from '../../operators/management/operator-management.service.js';
import type { FormState } from '../../pages/form.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { preconditionIn } from '../http/form-tag.js';
import { CurrentForm, FormValues } from '../http/form-values.js';
import { CONFIRMED_FIELD } from '../shell/confirmation.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { addressOf, disablingQuestion, operatorPage, type OperatorDone } from './operator-page.js';
import { invitedPage } from './shown-once-pages.js';

/** One operator, and what owners do about it. */
@ConsoleController('operators/:name')
export class OperatorController {
  constructor(
    private readonly operators: OperatorManagement,
    private readonly invitations: InvitationShapes,
  ) {}

  @Get()
  @NeedsPermission('operators.read')
  show(@CurrentVisit() visit: Visit, @PathText('name') name: string): Promise<Page> {
    return this.page(visit, name, {});
  }

  @Post()
  @NeedsPermission('operators.edit')
  change(
    @CurrentVisit() visit: Visit,
    @PathText('name') name: string,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    return this.changed(visit, name, 'changed', () => {
      const expected = preconditionIn(form);
      const required = form.text('two_factor_required') === 'on';
      const given = { ...form.given('role'), two_factor_required: required };
      const { role } = checkedInput(OperatorChangeDto, given);
      const change = { ...(role !== undefined && { role }), twoFactorRequired: required };
      return this.operators.set(name, change, visit.caller.author, (operator) => {
        expected.assert(operatorShape(operator));
      });
    });
  }

  @Post('disable')
  @NeedsPermission('operators.edit')
  async disable(
    @CurrentVisit() visit: Visit,
    @PathText('name') name: string,
    @CurrentForm() form: FormValues,
  ): Promise<Page | SeeOther> {
    if (!form.has(CONFIRMED_FIELD)) {
      return disablingQuestion(visit, operatorShape(await this.operators.get(name)));
    }
    const { author } = visit.caller;
    return this.changed(visit, name, 'disabled', () => this.operators.disable(name, author));
  }

  @Post('enable')
  @NeedsPermission('operators.edit')
  enable(@CurrentVisit() visit: Visit, @PathText('name') name: string): Promise<Page | SeeOther> {
    const { author } = visit.caller;
    return this.changed(visit, name, 'enabled', () => this.operators.enable(name, author));
  }

  @Post('sign-out')
  @NeedsPermission('operators.edit')
  signOut(@CurrentVisit() visit: Visit, @PathText('name') name: string): Promise<Page | SeeOther> {
    const { author } = visit.caller;
    return this.changed(visit, name, 'signed-out', () => this.operators.signOut(name, author));
  }

  @Post('invite')
  @NeedsPermission('operators.edit')
  invite(@CurrentVisit() visit: Visit, @PathText('name') name: string): Promise<Page> {
    return this.invited(visit, name, () => this.operators.invite(name, visit.caller.author));
  }

  @Post('reset')
  @NeedsPermission('operators.edit')
  reset(@CurrentVisit() visit: Visit, @PathText('name') name: string): Promise<Page> {
    return this.invited(visit, name, () => this.operators.reset(name, visit.caller.author));
  }

  private async changed(
    visit: Visit,
    name: string,
    done: OperatorDone,
    change: () => Promise<unknown>,
  ): Promise<Page | SeeOther> {
    try {
      await change();
      return new SeeOther(addressOf(name), { done });
    } catch (error) {
      return this.page(visit, name, { fault: formFault(error) });
    }
  }

  private async invited(
    visit: Visit,
    name: string,
    change: () => Promise<InvitedOperator>,
  ): Promise<Page> {
    try {
      return invitedPage(visit, this.invitations.of(await change()));
    } catch (error) {
      return this.page(visit, name, { fault: formFault(error) });
    }
  }

  private async page(visit: Visit, name: string, state: FormState): Promise<Page> {
    return operatorPage(visit, operatorShape(await this.operators.get(name)), state);
  }
}
