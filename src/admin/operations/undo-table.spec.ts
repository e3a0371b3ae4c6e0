import { isUndoable, leavesUndoable } from '../../operations/shop/undo-table.js';
import { OPERATIONS } from './topics.js';

/** The action in the audit of each operation, whatever is asked. */
const ACTIONS = OPERATIONS.flatMap((operation) => {
  const { name, kind = 'change', makes = false } = operation;
  const inputs = [{}, { visible: true }, { closed: 'nothing' }, { parent_id: 1 }, { on: true }];
  const actions = new Set(inputs.map((input) => operation.action?.(input) ?? name));
  return [...actions].map((action) => ({ action, kind, makes }));
});

it('of what sets something, settings of the shop, names, prices and the group of an account can be undone', () => {
  const settings = ACTIONS.filter(({ kind }) => kind === 'setting').map(({ action }) => action);
  expect(Object.groupBy(settings.sort(), (action) => String(isUndoable(action)))).toEqual({
    true: [
      ...['account set', 'branding set', 'catalog set', 'category move', 'category rename'],
      ...['conventions set', 'extension set', 'product set', 'supplier set'],
    ],
    // Secrets, messages, people and tokens.
    false: ['notify mail-server set', 'notify set', 'operator set', 'token set'],
  });
});

it('of all else, what has one value or rule of the catalog, of an account or of a supplier can', () => {
  const others = ACTIONS.filter(({ kind, makes }) => kind !== 'setting' && !makes);
  const undoable = new Set(others.map(({ action }) => action).filter((one) => isUndoable(one)));
  expect([...undoable].sort()).toEqual([
    ...['account set', 'cost set', 'delivery set', 'group rename', 'price base', 'price set'],
    ...['product set', 'supplier sync', 'visibility clear', 'visibility hide', 'visibility show'],
  ]);
});

it('nothing that makes something, moves money, or is about orders, stock, tokens, people or messages can', () => {
  const never = /^(?:balance|order|codes|token|operator|ip|webhook|notify|settle|backups|audit)\b/;
  const wrong = ACTIONS.filter(({ action, makes }) => makes || never.test(action));
  expect(wrong.length).toBeGreaterThan(40);
  expect(wrong.filter(({ action }) => isUndoable(action))).toEqual([]);
});

it('what an operation does with its input decides', () => {
  const [visibility] = OPERATIONS.filter(({ name }) => name === 'visibility set');
  expect(leavesUndoable(visibility!, { visible: false })).toBe(true);
  const [deposit] = OPERATIONS.filter(({ name }) => name === 'balance deposit');
  expect(leavesUndoable(deposit!, {})).toBe(false);
});
