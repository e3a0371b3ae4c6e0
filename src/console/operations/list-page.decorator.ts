import { Get, Inject, type Type } from '@nestjs/common';
import type { AnyList, PageOf } from '../../operations/lists/list.js';
import type { FormState } from '../../pages/form.js';
import type { RefusedForm } from '../http/refused-form.js';
import type { Page } from '../visit/page.js';
import { visitOf, type Visit } from '../visit/visit.js';
import { ConsoleLists, type ShownList } from './console-lists.service.js';
import {
  addHandler,
  OperationForms,
  thingsOf,
  type OperationForm,
  type PageOfForms,
} from './operation-forms.decorator.js';

/** The property of a controller of a list in which what reads it is injected. */
const LISTS = 'lists';

/** What the page of a list shows. */
export interface Listed<Declared extends AnyList> {
  readonly found: PageOf<Declared>;
  /** The form of its filter. */
  readonly filter: FormState;
  /** Another form of the page that was refused; below it is the beginning of the list. */
  readonly refused?: RefusedForm<string> | undefined;
  /** Of the thing that the list belongs to; 0 for a list of the shop. */
  readonly id: number;
}

interface PageOfList<Declared extends AnyList> {
  shown(visit: Visit, listed: Listed<Declared>): Page | Promise<Page>;
}

interface ListPlace {
  /** Of the list, below that of the controller. */
  readonly path?: string;
  /** The name of its file; the operation id of the list by default. */
  readonly file?: (id: number) => string;
  /** What else is to be said of how it is read. */
  readonly more?: (visit: Visit) => Pick<ShownList<never, number>, 'csv' | 'asked'>;
}

/** Adds a list to a controller, as pages and as a file, and the forms of its page. */
export function ListPage<Declared extends AnyList, Controller extends PageOfList<Declared>>(
  list: Declared,
  forms: Readonly<Record<string, OperationForm<Controller>>>,
  { path = '', file = () => list.operationId, more }: ListPlace = {},
) {
  return (controller: Type<Controller>): void => {
    type Shown = Controller & PageOfForms & { readonly [LISTS]: ConsoleLists };
    const listed = controller as Type<Shown>;
    const prototype = controller.prototype as object;
    Inject(ConsoleLists)(prototype, LISTS);
    const page = async function (
      this: Shown,
      visit: Visit,
      idOfForm: number,
      refused?: RefusedForm<string>,
    ): Promise<Page> {
      // A form may be about one of the items.
      const id = list.of === undefined ? 0 : idOfForm;
      const found = (await this[LISTS].first(list, visit, id)) as PageOf<Declared>;
      return this.shown(visit, { found, filter: {}, refused, id });
    };
    Object.defineProperty(prototype, 'page', { value: page });
    OperationForms<Shown>(forms)(listed);
    addHandler(listed, [Get(path), list.permission], async (shown, request) => {
      const visit = visitOf(request);
      const id = Number((await thingsOf(shown, list.route, request)).id);
      const pageOf = (found: object, filter: FormState) =>
        shown.shown(visit, { found: found as PageOf<Declared>, filter, id });
      const read = { id, file: file(id), ...more?.(visit) } as ShownList<object, number>;
      return shown[LISTS].show(list, visit, pageOf, read);
    });
  };
}
