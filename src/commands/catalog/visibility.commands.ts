import { GROUP } from '../../operations/accounts/group.operations.js';
import {
  RuleKeyDto,
  visibilityClear,
  visibilitySet,
} from '../../operations/catalog/rule.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addList } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';
import { namedVisibilities, RULE_COLUMNS } from './rule-lists.js';

const VERBS = [
  ['hide', 'hide a category or product from an account, a group, or, with neither, everyone'],
  ['show', 'show it to them again, over a rule of their group or of everyone'],
] as const;

export const addVisibilityCommands: AddOwnCommands = (visibility, context) => {
  const form = {
    named: { group_id: GROUP },
    said: 'Done; the next answer shows it.',
  };
  for (const [verb, summary] of VERBS) {
    addOperation(
      visibility,
      context,
      { ...visibilitySet, name: `visibility ${verb}`, summary },
      { ...form, typed: RuleKeyDto, given: (rule) => ({ ...rule, visible: verb === 'show' }) },
    );
  }
  addOperation(visibility, context, visibilityClear, form);

  addList(visibility, context, namedVisibilities, {
    whenEmpty: 'Everyone may see everything.',
    description: 'all rules; an account comes before its group, and that before everyone',
    columns: [...RULE_COLUMNS, 'visible', 'made_by'],
  });
};
