import { VisibilityRuleService } from '../../../catalog/rules/visibility-rule.service.js';
import type { AddCommands } from '../../command-context.js';
import {
  audienceOf,
  ruleWords,
  targetOf,
  withRuleOptions,
  type RuleOptions,
} from './rule-options.js';

const VERBS = {
  hide: 'hide a category or product from an account, a group, or everyone',
  show: 'show it to them again, over a rule of their group or of everyone',
  clear: 'take the rule back',
} as const;

export const addVisibilityCommands: AddCommands = (visibility, { terminal, withShop }) => {
  for (const [verb, description] of Object.entries(VERBS)) {
    withRuleOptions(visibility.command(verb))
      .description(description)
      .action((options: RuleOptions) =>
        withShop(async (shop) => {
          const rules = shop.get(VisibilityRuleService);
          const [audience, target] = [await audienceOf(shop, options), targetOf(options)];
          if (verb === 'clear') await rules.clear(audience, target);
          else await rules.set(audience, target, verb === 'show');
          terminal.show({ verb, audience, target }, 'Done; the next answer shows it.');
        }),
      );
  }

  visibility
    .command('list')
    .description('all rules; an account comes before its group, and that before everyone')
    .action(() =>
      withShop(async (shop) => {
        const rules = await shop.get(VisibilityRuleService).list();
        const rows = rules.map((rule) => ({
          ...ruleWords(rule),
          visible: rule.visible,
          made_by: rule.origin,
        }));
        terminal.list(rows, 'Everyone may see everything.');
      }),
    );
};
