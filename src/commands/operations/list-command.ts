import type { Command } from 'commander';
import { csvHeader, csvRow } from '../../common/csv.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { fieldsOf } from '../../operations/fields/described-field.js';
import {
  fileColumnsOf,
  fileRowOf,
  filtersOf,
  shownPage,
  type AnyList,
} from '../../operations/lists/list.js';
import { MAX_ITEMS } from '../../operations/lists/page.js';
import { isNamed, type ThingId } from '../../operations/operation.js';
import type { AnyReading } from '../../operations/reading.js';
import {
  idArgument,
  limitArgument,
  type OpenShop,
  type OwnContext,
  type ShopPart,
} from '../context/command-context.js';
import { answerRow } from './answer-row.js';
import { optionOf, optionsGiven } from './command-input.js';
import { openOptionsOf, wordsIn, type OpenForm, type OwnFields } from './operation-command.js';

/** How a list is typed and shown. */
interface ListForm {
  /** Said in place of an empty list. */
  readonly whenEmpty: string;
  readonly description?: string;
  /** Of its table; those of its file by default. */
  readonly columns?: readonly string[];
  /** At most so many are shown by default; all if left out. */
  readonly limit?: number;
  /** Said after a list of which only the first items are shown. @param last the last of them */
  readonly whenMore?: (last: object) => string;
  /** Parameters that are typed in a way of their own. */
  readonly own?: OwnFields<never>;
  readonly part?: ShopPart;
}

interface ListOptions {
  readonly limit?: number;
  readonly csv?: true;
}

/** Adds the command of a list to its group. */
export function addList(
  group: Command,
  { terminal, readShop }: OwnContext,
  list: AnyList,
  form: ListForm,
): void {
  const { whenMore = () => 'There are more; raise --limit.' } = form;
  const { whenEmpty, description = list.summary, columns = list.columns, limit, own, part } = form;
  const filters = filtersOf(list).filter(({ name }) => !own?.fields.includes(name));
  const command = group.command(wordsIn(group, list.name)).description(description);
  if (list.of) command.argument(`<${list.of}>`, `${list.of} id`, idArgument);
  for (const field of filters) command.addOption(optionOf(field));
  command.option('--limit <n>', 'at most so many', limitArgument, limit);
  command.option('--csv', 'as CSV with every column, whatever the size');
  own?.add(command);
  command.action((...typed: unknown[]) =>
    readShop(async (shop) => {
      const [id, options] = list.of ? [Number(typed[0]), typed[1]] : [0, typed[0]];
      const { csv, limit: most } = options as ListOptions;
      const found = { hasMore: false };
      const typedQuery = optionsGiven(filters, options as object);
      const asked = {
        id,
        query: { ...typedQuery, ...(await own?.read(options as never)) },
        limit: csv && command.getOptionValueSource('limit') === 'default' ? undefined : most,
        onMore: () => {
          found.hasMore = true;
        },
      };
      const items = itemsOf(shop, list, asked);
      if (csv) return terminal.csv(csvOf(list, items), whenEmpty);
      const all: object[] = [];
      for await (const item of items) all.push(item);
      const rows = all.map((item) => answerRow(list.item.type, item, columns));
      terminal.list(rows, whenEmpty, all);
      const last = all.at(-1);
      if (found.hasMore && last) terminal.remark(whenMore(last));
    }, part && { part }),
  );
}

/** How one thing is shown. */
interface ReadingForm extends OpenForm {
  readonly description?: string;
  /** Parameters that are typed in a way of their own. */
  readonly own?: OwnFields<never>;
  /** As a row by default. */
  show?(answer: object, shop: OpenShop, id: ThingId, query: object): unknown;
}

/** Adds the command that shows one thing to its group. */
export function addReading(
  group: Command,
  { terminal, readShop }: OwnContext,
  reading: AnyReading,
  form: ReadingForm = {},
): void {
  const { description = reading.summary } = form;
  const { name, of, answer, query, route, calledBy = `name of the ${of}` } = reading;
  const { own } = form;
  const fields = (query ? fieldsOf(query) : []).filter(({ name }) => !own?.fields.includes(name));
  const command = group.command(wordsIn(group, name)).description(description);
  if (of && isNamed(route)) command.argument(`<${of}>`, calledBy);
  else if (of) command.argument(`<${of}>`, `${of} id`, idArgument);
  for (const field of fields) command.addOption(optionOf(field));
  own?.add(command);
  command.action((...typed: unknown[]) =>
    readShop(async (shop) => {
      const [id, options] = of ? [typed[0] as ThingId, typed[1]] : [0, typed[0]];
      const given = optionsGiven(fields, options as object);
      const checked = query ? checkedInput(query, given) : given;
      const asked = { id, query: { ...checked, ...(await own?.read(options as never)) } };
      const shown = await reading.read({ ...asked, services: servicesOf(shop), may: () => true });
      if (form.show) await form.show(shown, shop, id, asked.query);
      else terminal.item(answerRow(answer, shown), shown);
    }, openOptionsOf(form)),
  );
}

interface AskedItems {
  readonly id: number;
  readonly query: object;
  readonly limit: number | undefined;
  /** Told that there are more items than were asked for. */
  readonly onMore: () => void;
}

async function* itemsOf(
  shop: OpenShop,
  list: AnyList,
  { id, query, limit = Infinity, onMore }: AskedItems,
): AsyncGenerator<object> {
  const services = servicesOf(shop);
  let left = limit;
  let cursor: string | null | undefined;
  while (cursor !== null && left > 0) {
    const part = { ...query, limit: String(Math.min(left, MAX_ITEMS)), ...(cursor && { cursor }) };
    const asked = { services, id, query: checkedInput(list.query, part), may: () => true };
    const { items, next } = await shownPage(list, asked);
    yield* items;
    left -= items.length;
    cursor = next;
  }
  if (cursor !== null) onMore();
}

async function* csvOf(list: AnyList, items: AsyncIterable<object>): AsyncGenerator<string> {
  const columns = fileColumnsOf(list);
  yield csvHeader(columns);
  for await (const item of items) yield csvRow(columns, fileRowOf(list, item));
}

const servicesOf =
  (shop: OpenShop): Parameters<AnyReading['read']>[0]['services'] =>
  (type) =>
    shop.get(type);
