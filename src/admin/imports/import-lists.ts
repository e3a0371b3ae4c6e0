import type { ChangeKey } from '../../catalog/import/uploaded/import-changes.repository.js';
import type { UploadedImports } from '../../catalog/import/uploaded/uploaded-imports.service.js';
import type { ListFile } from '../http/list-files.js';
import { idKey, pageOf, type ItemsPage, type PageQuery } from '../../operations/lists/page.js';
import { importChangeShape } from './import-shapes.js';
import type { ImportChangeDto } from './imports.dto.js';

const ITEMS = ['category', 'product'] as const;
const CHANGES = ['created', 'updated', 'hidden', 'shown'] as const;

export const IMPORT_CHANGES_FILE: ListFile = {
  permission: 'catalog.import',
  columns: {
    item: 'text',
    id: 'plain',
    name: 'text',
    change: 'text',
    values: 'json',
    reordered: 'plain',
  },
};

/** A page of the changes of an import. @throws MissingError; ConflictError */
export async function importChangePage(
  imports: UploadedImports,
  id: string,
  query: PageQuery,
): Promise<ItemsPage<ImportChangeDto>> {
  const found = await imports.get(id);
  return pageOf(
    {
      name: `import-changes ${found.digest?.slice(0, 8)}`,
      read: (after: ChangeKey | undefined, limit) => imports.page(id, after, limit),
      keyOf: ({ item, itemId, change }) => [item, String(itemId), change],
      parseKey: changeKey,
    },
    query,
    (change) => importChangeShape(change, imports.columnsOf(change.item, found)),
  );
}

function changeKey([itemText, idText = '', changeText]: readonly string[]): ChangeKey | undefined {
  const item = ITEMS.find((one) => one === itemText);
  const change = CHANGES.find((one) => one === changeText);
  const itemId = idKey([idText]);
  return item && change && itemId !== undefined ? { item, itemId, change } : undefined;
}
