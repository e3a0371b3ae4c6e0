import type { ChangeKey } from '../../catalog/import/uploaded/import-changes.repository.js';
import type { StoredImport } from '../../catalog/import/uploaded/uploaded-imports.repository.js';
import { UploadedImports } from '../../catalog/import/uploaded/uploaded-imports.service.js';
import { text } from '../answers/answer-fields.js';
import { many, shapeOf } from '../answers/shape.js';
import { list, type AskedPage, type PageOf } from '../lists/list.js';
import { WordField } from '../fields/fields.js';
import { fittingRowsOf, idKey, ListQuery, rowsOf, type PagedList } from '../lists/page.js';
import { reading, type AskedReading } from '../reading.js';
import {
  CHANGED_ITEMS,
  CHANGE_KINDS,
  IMPORT,
  IMPORT_CHANGE,
  isOfKind,
  ITEM_CHANGES,
  namedChange,
  type ChangeKind,
  type NamedChange,
} from './import.answers.js';

/** There are so few of them that they are no list with pages. */
const IMPORTS = shapeOf<readonly StoredImport[]>()('ImportListDto', {
  items: many(IMPORT, (imports: readonly StoredImport[]) => imports),
  next: text.orNull(() => null, { description: 'There is one page.' }),
});

const READ = { permission: 'catalog.import' } as const;

export const importList = reading({
  ...READ,
  name: 'catalog imports',
  operationId: 'catalog-imports',
  summary: 'the uploads of the last 24 hours, newest first',
  route: 'GET catalog-imports',
  shape: IMPORTS,
  read: ({ services }) => services(UploadedImports).list(),
});

export const importShow = reading({
  ...READ,
  name: 'catalog import show',
  operationId: 'catalog-import',
  summary: 'one upload: how far it has come, and how much it changes',
  route: 'GET catalog-imports/:uuid',
  shape: IMPORT,
  read: ({ services, id }: AskedReading<string>) => services(UploadedImports).get(id),
});

class ImportChangesQuery extends ListQuery {
  @WordField(CHANGE_KINDS, { optional: true, description: 'Only such changes; all if absent.' })
  kind?: ChangeKind;
}

export const importChanges = list({
  ...READ,
  name: 'catalog import changes',
  operationId: 'catalog-import-changes',
  summary: 'the difference of an upload, by category and product',
  route: 'GET catalog-imports/:uuid/changes',
  item: IMPORT_CHANGE,
  columns: ['item', 'id', 'name', 'change', 'values', 'reordered', 'unusual'],
  query: ImportChangesQuery,
  hasShortPages: true,
  page: async ({ services, id, query }: AskedPage<ImportChangesQuery, string>) => {
    const imports = services(UploadedImports);
    const found = await imports.get(id);
    const changes: PagedList<NamedChange, ChangeKey> = {
      name: `import-changes ${found.digest?.slice(0, 8)}`,
      read: async (after, limit) => {
        const rows = await imports.page(id, after, limit);
        return rows.map((one) => namedChange(one, imports.columnsOf(one.item, found)));
      },
      keyOf: ({ item, itemId, change }) => [item, String(itemId), change],
      parseKey: changeKey,
    };
    const { kind } = query;
    if (kind === undefined) return rowsOf(changes, query);
    return fittingRowsOf(changes, query, (change) => isOfKind(change, kind));
  },
});
export type ImportChangePageDto = PageOf<typeof importChanges>;

function changeKey([itemText, idText = '', changeText]: readonly string[]): ChangeKey | undefined {
  const item = CHANGED_ITEMS.find((one) => one === itemText);
  const change = ITEM_CHANGES.find((one) => one === changeText);
  const itemId = idKey([idText]);
  return item && change && itemId !== undefined ? { item, itemId, change } : undefined;
}
