import { Injectable } from '@nestjs/common';
import { DeclaredLists } from '../../admin/operations/declared-lists.service.js';
import type { ListFile } from '../../admin/http/list-files.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { fieldsOf } from '../../operations/fields/described-field.js';
import { filtersOf, type List } from '../../operations/lists/list.js';
import type { ItemsPage, ListQuery } from '../../operations/lists/page.js';
import type { ThingId } from '../../operations/operation.js';
import type { Reading, Report } from '../../operations/reading.js';
import type { FormState } from '../../pages/form.js';
import type { Picked } from '../../pages/picker.js';
import { assertPicked, pickedBy, pickedIds } from '../shell/picked.js';
import { formFault } from '../http/form-fault.js';
import { LIST_PARAMETERS, pageOrFile } from '../http/page-or-file.js';
import { inUtc, parametersOf } from '../http/parameters.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';

export interface ShownList<Item extends object, Id extends ThingId> {
  /** Of the thing that the list belongs to. */
  readonly id?: Id;
  /** The name of its file; the operation id of the list by default. */
  readonly file?: string;
  /** What the file has besides the fields of the items. */
  readonly csv?: Partial<ListFile<Item>>;
  /** What is asked for, where that is not what was typed. */
  readonly asked?: (typed: Readonly<Record<string, string>>) => object;
  /** The filters of the page, where these are not all of the list. */
  readonly filters?: readonly string[];
  /** The filters that name one of many things, and how each is found by its text. */
  readonly picks?: Readonly<Record<string, (text: string) => Promise<Picked>>>;
}

interface ShownReport extends Pick<ShownList<never, never>, 'asked'> {
  /** The name of its file. */
  readonly file: (values: Readonly<Record<string, string>>) => string;
  /** What is asked for where nothing was typed. */
  readonly usual?: Readonly<Record<string, string>>;
}

/** Shows declared lists on pages. */
@Injectable()
export class ConsoleLists {
  constructor(private readonly lists: DeclaredLists) {}

  /**
   * The page of a list, filtered by the parameters of its address, or the whole list as a file.
   * @param pageOf makes the page. Its second argument is the form of the filter; what is refused shows an empty list with it.
   */
  async show<Row, Item extends object, Query extends ListQuery, Id extends ThingId>(
    list: List<Row, Item, Query, Id>,
    visit: Visit,
    pageOf: (found: ItemsPage<Item>, filter: FormState) => Page | Promise<Page>,
    { id = 0 as Id, file = list.operationId, csv, picks = {}, ...shown }: ShownList<Item, Id> = {},
  ): Promise<Page | Download> {
    const { query, caller, language, conventions } = visit;
    const { asked: askedFor = (given) => inUtc(given, conventions.timeZone) } = shown;
    const { filters = filtersOf(list).map(({ name }) => name) } = shown;
    const typed = parametersOf(query, filters);
    const picked = await pickedBy(picks, (pick, field) => pick(typed[field] ?? ''));
    const values = { ...typed, ...pickedIds(picked) };
    const paging = parametersOf(query, LIST_PARAMETERS);
    try {
      assertPicked(picked, language);
      const asked = checkedInput(list.query, { ...askedFor(values), ...paging });
      const answer = this.lists.answer(list, { id, query: asked, caller, file: csv });
      return await pageOrFile(answer, file, (found) => pageOf(found, { values, picked }));
    } catch (error) {
      // Without a filter, no form can tell what is wrong.
      if (filters.length === 0) throw error;
      const fault = formFault(error);
      const page = await pageOf({ items: [], next: null }, { values, picked, fault });
      return { ...page, status: fault.status };
    }
  }

  /** What is to be looked at. @param id of the thing; left out for what the shop has once */
  read<Answer extends object, Query extends object, Id extends ThingId = number>(
    reading: Reading<Answer, Id, Query>,
    { caller, timeLimit: signal, conventions: { timeZone, weekStart } }: Visit,
    query: Query,
    id = 0 as Id,
  ): Promise<Answer> {
    return this.lists.read(reading, { id, query, caller, signal, timeZone, weekStart });
  }

  /**
   * The page of a report, by the parameters of its address, or its file.
   * @param pageOf makes the page; what is refused shows its form without an answer
   * @param file the name of its file
   */
  async report<Answer extends object, Query extends object>(
    reading: Report<Answer, Query>,
    visit: Visit,
    pageOf: (answer: Answer | undefined, filter: FormState) => Page | Promise<Page>,
    { file, usual = {}, asked = (typed) => typed }: ShownReport,
  ): Promise<Page | Download> {
    const { query: parameters, caller, timeLimit: signal, conventions } = visit;
    const names = fieldsOf(reading.query).map(({ name }) => name);
    const { format } = parametersOf(parameters, ['format']);
    const chosen = names.filter((name) => !['limit', 'format'].includes(name));
    const values = { ...usual, ...parametersOf(parameters, chosen) };
    try {
      const given = { ...asked(values), ...(format !== undefined && { format }) };
      const query = checkedInput(reading.query, given);
      // A file is the same from each door.
      const { timeZone, weekStart } = conventions;
      const answer = this.lists.answerReading(reading, {
        ...{ id: 0, query, caller, signal },
        ...(format !== 'csv' && { timeZone, weekStart }),
      });
      return await pageOrFile(answer, file(values), (found) => pageOf(found, { values }));
    } catch (error) {
      if (chosen.length === 0) throw error;
      const fault = formFault(error);
      return { ...(await pageOf(undefined, { values, fault })), status: fault.status };
    }
  }

  /** The first items of a list. @param asked of its filter, and how many */
  first<Row, Item extends object, Query extends ListQuery, Id extends ThingId>(
    list: List<Row, Item, Query, Id>,
    { caller }: Visit,
    id = 0 as Id,
    asked: object = {},
  ): Promise<ItemsPage<Item>> {
    return this.lists.page(list, { id, query: checkedInput(list.query, asked), caller });
  }
}
