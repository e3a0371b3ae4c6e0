import { h } from 'preact';
import { Get, Inject, Post, type Type } from '@nestjs/common';
import { NeedsPermission, type NeededPermission } from '../../admin/access/needs-permission.js';
import { idOf, thingOf } from '../../admin/http/path-parts.js';
import { type AnyOperation, type ThingId } from '../../operations/operation.js';
import type { Permission } from '../../people/permissions/permissions.js';
import type { Ask } from '../../operations/running/operation-runner.js';
import { faultOf } from '../http/form-fault.js';
import { FORM_KEY_FIELD } from '../../pages/form.js';
import { formOf, type FormValues } from '../http/form-values.js';
import type { Picked } from '../../pages/picker.js';
import { pickedBy, pickedId } from '../shell/picked.js';
import type { FormFault } from '../../pages/form-state.js';
import { refusedForm, type RefusedForm } from '../http/refused-form.js';
import { Confirmation, CONFIRMED_FIELD, type ConfirmQuestion } from '../shell/confirmation.js';
import { UNDO_PARAMETER } from '../shell/undo-offers.service.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { SeeOther } from '../visit/see-other.js';
import { CurrentConsoleRequest, visitOf, type ConsoleRequest, type Visit } from '../visit/visit.js';
import { FormOperations } from './form-operations.service.js';

/** The property of a controller with forms in which what runs them is injected. */
const FORMS = 'forms';

/** A page with forms that ask for operations. */
export interface PageOfForms<Id extends ThingId = ThingId> {
  /**
   * The page, with the form that was refused.
   * @param id of the thing that the page is about; 0 for none
   * @param above of the thing above it, if the path names one
   */
  page(visit: Visit, id: Id, refused?: RefusedForm<string>, above?: number): Promise<Page>;
  /** @throws an error for a path whose things do not belong together. @param above of the thing above that of the page */
  assertPath?(above: number, id: ThingId): Promise<unknown>;
}

/** A form that can be done. */
export interface AskedForm<Id extends ThingId = number> {
  readonly id: Id;
  readonly input: object;
  readonly form: FormValues;
}

/** Where a form was sent. */
export interface FormPlace<Controller, Id extends ThingId = number> {
  readonly page: Controller;
  readonly visit: Visit;
  /** Of the thing that the page is about; 0 for none. */
  readonly id: Id;
  /** Of the thing above it, if the path names one. */
  readonly above: number | undefined;
  /** The id of what a field names; undefined if it is empty. @throws InvalidFieldsError if it names none or several */
  readonly idOf: (field: string) => number | undefined;
}

type Asked = ConfirmQuestion | Page | undefined;
type Shown = (answer: object) => Page | undefined | Promise<Page | undefined>;

/** A form of a page. */
export interface OperationForm<Controller, Id extends ThingId = number> {
  readonly operation: AnyOperation;
  /** What the next page says, or its parameters. */
  readonly done:
    | string
    | ((answer: object, input: object, form: FormValues) => Readonly<Record<string, string>>);
  /** The next page, if it is another one. @param own the page of the form @param answer that of the operation */
  readonly to?: (own: string, answer: object, form: FormValues) => string;
  /** The thing that is changed, where the form names it rather than the path. */
  readonly thing?: (form: FormValues, place: FormPlace<Controller, Id>) => ThingId;
  /** The fields that name one of many things, and how each is found by its text. */
  readonly picks?: Readonly<Record<string, (page: Controller, text: string) => Promise<Picked>>>;
  /** What is asked for, where that does not follow from the names of the fields. */
  readonly input?: (form: FormValues, place: FormPlace<Controller, Id>) => object | Promise<object>;
  /**
   * Makes the page that shows the answer itself, such as a secret that is shown once; undefined for the usual next page. What it needs
   * is read before the operation runs, since what fails afterwards would hide the secret for good; a page without a secret may read more.
   */
  readonly shows?: (page: Controller, visit: Visit, asked: AskedForm<Id>) => Shown | Promise<Shown>;
  /** Asked before it is done, or a page instead; undefined for what needs no question. */
  readonly question?: (
    page: Controller,
    visit: Visit,
    asked: AskedForm<Id>,
  ) => Asked | Promise<Asked>;
}

type Forms<Controller, Id extends ThingId> = Readonly<
  Record<string, OperationForm<Controller, Id>>
>;

/**
 * Adds the forms of a page to its controller, by the part of the path under which each is sent. What is refused shows the page
 * again, with the form as it was sent.
 */
export function OperationForms<Controller extends PageOfForms, Id extends ThingId = number>(
  forms: Forms<Controller, Id>,
) {
  return (controller: Type<Controller>): void => {
    Inject(FormOperations)(controller.prototype as object, FORMS);
    for (const [name, form] of Object.entries(forms)) {
      const { permission } = form.operation;
      addHandler(controller, [Post(name), permission], (page, request) =>
        answerOf(page, name, form, request),
      );
    }
  };
}

/** The same with the page itself. @param reading who may open it */
export function PageWithForms<Controller extends PageOfForms, Id extends ThingId = number>(
  reading: Permission,
  forms: Forms<Controller, Id>,
) {
  return (controller: Type<Controller>): void => {
    OperationForms<Controller, Id>(forms)(controller);
    const { route = '' } = Object.values(forms)[0]?.operation ?? {};
    addHandler(controller, [Get(), reading], async (page, request) => {
      const { id, above } = await thingsOf(page, route, request);
      return page.page(visitOf(request), id, undefined, above);
    });
  };
}

/** Adds a handler of a route, for who has the permission. */
export function addHandler<Controller>(
  { prototype }: Type<Controller>,
  [route, permission]: readonly [route: MethodDecorator, permission: NeededPermission],
  handle: (page: Controller, request: ConsoleRequest) => Promise<Page | SeeOther | Download>,
): void {
  const target = prototype as object;
  const method = `handler ${Object.getOwnPropertyNames(target).length}`;
  const descriptor = {
    value(this: Controller, request: ConsoleRequest) {
      return handle(this, request);
    },
  };
  Object.defineProperty(target, method, descriptor);
  Reflect.defineMetadata('design:paramtypes', [Object], target, method);
  CurrentConsoleRequest()(target, method, 0);
  route(target, method, descriptor);
  NeedsPermission(permission)(target, method, descriptor);
}

/** What the path of a page names. */
export async function thingsOf(
  page: Pick<PageOfForms, 'assertPath'>,
  route: string,
  { params }: ConsoleRequest,
) {
  const [idText, aboveText] = Object.values(params).toReversed();
  const id = idText === undefined ? 0 : thingOf(route, String(idText));
  const above = aboveText === undefined ? undefined : idOf(String(aboveText));
  if (above !== undefined) await page.assertPath?.(above, Number(id));
  return { id, above };
}

/** Where a form was sent, and what its fields have found that name one of many things. */
async function placeOf<Controller extends PageOfForms, Id extends ThingId>(
  page: Controller,
  { operation, picks = {} }: Pick<OperationForm<Controller, Id>, 'operation' | 'picks'>,
  request: ConsoleRequest,
  form: FormValues,
) {
  const visit = visitOf(request);
  const { id, above } = await thingsOf(page, operation.route, request);
  const picked = await pickedBy(picks, (pick, field) => pick(page, form.text(field)));
  const idOf = (field: string) => pickedId(picked, field, visit.language);
  return { page, visit, id: id as Id, above, idOf, picked };
}

async function answerOf<Controller extends PageOfForms, Id extends ThingId>(
  page: Controller,
  name: string,
  sent: OperationForm<Controller, Id>,
  request: ConsoleRequest,
): Promise<Page | SeeOther> {
  const { operation, done, to, thing, input, shows, question } = sent;
  const { forms } = page as unknown as { readonly [FORMS]: FormOperations };
  const form = await formOf(request);
  const { picked, ...place } = await placeOf<Controller, Id>(page, sent, request, form);
  const { visit, id, above } = place;
  let ask: Ask<object> | undefined;
  let answer: object = {};
  let shown: Shown | undefined;
  let asked: Asked;
  const fault = await faultOf(async () => {
    const given = await input?.(form, place);
    ask = await forms.asked(operation, request, thing?.(form, place) ?? id, given);
    const askedForm = { id, input: ask.input, form };
    if (!form.has(CONFIRMED_FIELD)) asked = await question?.(page, visit, askedForm);
    if (asked) return;
    shown = await shows?.(page, visit, askedForm);
    answer = await forms.run(operation, request, ask);
  });
  if (fault) {
    const refused = refusedForm(name, form, fault, picked);
    return { ...(await page.page(visit, id, refused, above)), status: fault.status };
  }
  const own = name === '' ? visit.page : visit.page.slice(0, -name.length - 1);
  if (asked) {
    if ('content' in asked) return asked;
    // Some pages know by the form alone what they are about.
    const { title } = await page.page(visit, id, refusedForm(name, form, NO_FAULT), above);
    return { title, content: questionUnder(form, { to: visit.page, backTo: own, ...asked }) };
  }
  const answered = await shown?.(answer);
  if (answered) return answered;
  const said = typeof done === 'string' ? { done } : done(answer, ask?.input ?? {}, form);
  const undo = visit.undoable === undefined ? {} : { [UNDO_PARAMETER]: String(visit.undoable) };
  return new SeeOther(to?.(own, answer, form) ?? own, { ...said, ...undo });
}

const NO_FAULT: FormFault = { status: 200, message: '', fields: {} };

/** The question with the same form below it. */
function questionUnder(
  form: FormValues,
  asked: ConfirmQuestion & { readonly to: string; readonly backTo: string },
) {
  const { [FORM_KEY_FIELD]: formKey, ...values } = form.shown;
  return h(Confirmation, { ...asked, values, ...(formKey !== undefined && { formKey }) });
}
