import type { Command } from 'commander';
import { AccountService } from '../../account/account.service.js';
import type { RuleFor, RuleOn } from '../../catalog/rules/rule-key.js';
import type { RuleKey } from '../../catalog/rules/rule-queries.js';
import { idArgument, type OpenShop } from '../context/command-context.js';
import { noteChanged } from '../context/noted-change.js';
import type { Row } from '../context/terminal.js';

export interface RuleOptions {
  readonly account?: number;
  readonly group?: string;
  readonly category?: number;
  readonly product?: number;
}

/** Adds the options for the audience and the target of a rule. */
export function withRuleOptions(command: Command): Command {
  return command
    .option('--account <id>', 'for one account', idArgument)
    .option('--group <name>', 'for a group')
    .option('--category <id>', 'a category with all below it', idArgument)
    .option('--product <id>', 'one product', idArgument);
}

interface RuleService<Value> {
  /** @returns the rule that it replaces */
  set(audience: RuleFor, target: RuleOn, value: Value): Promise<RuleKey | null>;
  clear(audience: RuleFor, target: RuleOn): Promise<RuleKey>;
}

/** Sets the value of a rule; undefined removes the rule. The audit is told the rule before and after. */
export async function changeRule<Value>(
  shop: OpenShop,
  rules: RuleService<Value>,
  options: RuleOptions,
  value: Value | undefined,
): Promise<{ audience: RuleFor; target: RuleOn }> {
  const [audience, target] = [await audienceOf(shop, options), targetOf(options)];
  if (value === undefined) {
    const { ...before } = await rules.clear(audience, target);
    noteChanged(shop, before, null);
  } else {
    const before = await rules.set(audience, target, value);
    noteChanged(shop, before && { ...before }, { ...audience, ...target, value });
  }
  return { audience, target };
}

/** The rows of a list of rules: audience with the group's name, target and what `valueOf` adds. */
export async function ruleRows<Rule extends RuleKey>(
  shop: OpenShop,
  rules: readonly Rule[],
  valueOf: (rule: Rule) => Row,
): Promise<Row[]> {
  const groups = await shop.get(AccountService).listGroups();
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return rules.map((rule) => ({
    audience: audienceWords(rule, names),
    target: targetWords(rule),
    ...valueOf(rule),
  }));
}

async function audienceOf(shop: OpenShop, { account, group }: RuleOptions): Promise<RuleFor> {
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

function audienceWords(
  { accountId, groupId }: RuleKey,
  groups: ReadonlyMap<number, string>,
): string {
  if (accountId !== null) return `account ${accountId}`;
  return groupId === null ? 'everyone' : `group ${groups.get(groupId) ?? groupId}`;
}

function targetWords({ categoryId, productId }: RuleKey): string {
  if (productId !== null) return `product ${productId}`;
  return categoryId === null ? 'everything' : `category ${categoryId}`;
}
