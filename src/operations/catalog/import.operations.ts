import { ImportWork } from '../../catalog/import/uploaded/import-work.js';
import type { StoredImport } from '../../catalog/import/uploaded/uploaded-imports.repository.js';
import { UploadedImports } from '../../catalog/import/uploaded/uploaded-imports.service.js';
import { Database } from '../../database/database.js';
import { operation, type Target } from '../operation.js';
import { IMPORT } from './import.answers.js';

const UPLOAD = {
  noun: 'import',
  shape: IMPORT,
  locked: (services, manager, id) => services(UploadedImports).locked(manager, id),
  told: (found) => {
    const { state, name } = IMPORT.of(found);
    return { state, name };
  },
} satisfies Target<StoredImport, string>;

const CHANGE = { permission: 'catalog.import', target: UPLOAD } as const;

export const importCompare = operation({
  ...CHANGE,
  name: 'catalog compare',
  operationId: 'catalog-import-compare',
  summary: 'compare an upload with the present catalog again',
  route: 'POST catalog-imports/:uuid/compare',
  // It is compared after its transaction has ended.
  kind: 'outside',
  run: async ({ services, id }) => {
    services(ImportWork).assertRoom();
    const imports = services(UploadedImports);
    const { state } = IMPORT.of(await imports.get(id));
    await services(Database).transaction((manager) => imports.compareAgain(manager, id));
    const answer = IMPORT.of(await imports.get(id));
    imports.beginComparing(id);
    return { answer, before: { state }, after: { state: 'comparing' } };
  },
});

export const importDiscard = operation({
  ...CHANGE,
  name: 'catalog discard',
  operationId: 'catalog-import-discard',
  summary: 'forget an upload; what was applied of it stays',
  route: 'DELETE catalog-imports/:uuid',
  run: async ({ services, manager, id }) => ({
    answer: IMPORT.of(await services(UploadedImports).discard(manager, id)),
    after: null,
  }),
});
