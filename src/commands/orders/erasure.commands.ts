import { erasureAdd, erasureList } from '../../operations/orders/erasure.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addList } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';

export const addErasureCommands: AddOwnCommands = (erasure, context) => {
  addOperation(erasure, context, erasureAdd);
  addList(erasure, context, erasureList, { whenEmpty: 'Nothing was erased yet.' });
};
