import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import type { AddCommands } from '../context/command-context.js';
import { changeRule, ruleRows, withRuleOptions, type RuleOptions } from './rule-options.js';

const VERBS = [
  [
    'hide',
    false,
    'hide a category or product from an account, a group, or, with neither, everyone',
  ],
  ['show', true, 'show it to them again, over a rule of their group or of everyone'],
  ['clear', undefined, 'take the rule back'],
] as const;

export const addVisibilityCommands: AddCommands = (
  visibility,
  { terminal, readShop, withShop },
) => {
  for (const [verb, visible, description] of VERBS) {
    withRuleOptions(visibility.command(verb))
      .description(description)
      .action((options: RuleOptions) =>
        withShop(async (shop) => {
          const rules = shop.get(VisibilityRuleService);
          const changed = await changeRule(shop, rules, options, visible);
          terminal.show({ verb, ...changed }, 'Done; the next answer shows it.');
        }),
      );
  }

  visibility
    .command('list')
    .description('all rules; an account comes before its group, and that before everyone')
    .action(() =>
      readShop(async (shop) => {
        const rows = await ruleRows(shop, await shop.get(VisibilityRuleService).list(), (rule) => ({
          visible: rule.visible,
          made_by: rule.origin,
        }));
        terminal.list(rows, 'Everyone may see everything.');
      }),
    );
};
