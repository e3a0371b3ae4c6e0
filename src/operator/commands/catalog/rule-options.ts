import type { Command } from 'commander';
import { AccountService } from '../../../account/account.service.js';
import type { RuleFor, RuleOn } from '../../../catalog/rules/rule-key.js';
import type { RuleKey } from '../../../catalog/rules/rule.repository.js';
import { idArgument, type OpenShop } from '../../command-context.js';

export interface RuleOptions {
  readonly account?: number;
  readonly group?: string;
  readonly category?: number;
  readonly product?: number;
}

/** Adds the options that say whom a rule is for and what it is about. */
export function withRuleOptions(command: Command): Command {
  return command
    .option('--account <id>', 'for one account', idArgument)
    .option('--group <name>', 'for a group')
    .option('--category <id>', 'a category with all below it', idArgument)
    .option('--product <id>', 'one product', idArgument);
}

export async function audienceOf(
  shop: OpenShop,
  { account, group }: RuleOptions,
): Promise<RuleFor> {
  const accounts = shop.get(AccountService);
  if (account !== undefined) await accounts.get(account);
  return {
    ...(account !== undefined && { accountId: account }),
    ...(group !== undefined && { groupId: (await accounts.groupNamed(group)).id }),
  };
}

export function targetOf({ category, product }: RuleOptions): RuleOn {
  return {
    ...(category !== undefined && { categoryId: category }),
    ...(product !== undefined && { productId: product }),
  };
}

/** A rule's audience and target in words. */
export function ruleWords(rule: RuleKey): { audience: string; target: string } {
  return { audience: audienceWords(rule), target: targetWords(rule) };
}

function audienceWords({ accountId, groupId }: RuleKey): string {
  if (accountId !== null) return `account ${accountId}`;
  return groupId === null ? 'everyone' : `group ${groupId}`;
}

function targetWords({ categoryId, productId }: RuleKey): string {
  if (productId !== null) return `product ${productId}`;
  return categoryId === null ? 'everything' : `category ${categoryId}`;
}
