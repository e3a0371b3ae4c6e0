import type { TokenOwner } from '../history.js';
import type { ClientCall } from './client-calls.js';
import { fieldsOf, numberOf, textOf } from './json.js';
import { matched, type OperatorCall } from './operator-calls.js';

export const ROTATE = 'tokens/rotate';

/** Tokens that replace one another. */
export interface Family {
  readonly first: string;
  readonly accountId: number;
  readonly tokens: ReadonlySet<string>;
  /** Those that an answer of `rotate` has told. */
  readonly successors: ReadonlySet<string>;
  /** Their ids, where the history tells them. */
  readonly tokenIds: ReadonlySet<number>;
  /** USD: the cap with which the first one was issued. */
  readonly dailyCap: string | undefined;
}

export function families(
  owners: ReadonlyMap<string, TokenOwner>,
  clients: readonly ClientCall[],
  operators: readonly OperatorCall[],
): readonly Family[] {
  const parents = new Map(
    clients.flatMap((call) => {
      const successor = successorOf(call);
      return successor === undefined ? [] : [[successor, call.token]];
    }),
  );
  const issued = new Map(operators.flatMap((call) => issuedBy(call)));
  const groups = Map.groupBy(owners, ([token]) => firstOf(token, parents));
  return [...groups].map(([first, members]) => {
    const tokens = new Set(members.map(([token]) => token));
    const ids = members.map(([token, owner]) => owner.tokenId ?? issued.get(token)?.tokenId);
    return {
      first,
      accountId: members[0]?.[1].accountId ?? 0,
      tokens,
      successors: new Set([...parents.keys()].filter((token) => firstOf(token, parents) === first)),
      tokenIds: new Set(ids.filter((id) => id !== undefined)),
      dailyCap: owners.get(first)?.dailyCap ?? issued.get(first)?.dailyCap,
    };
  });
}

/** The token that an answer of `rotate` tells. */
export function successorOf({ route, isOk, json }: ClientCall): string | undefined {
  return route === ROTATE && isOk ? textOf(fieldsOf(json).token) : undefined;
}

function firstOf(token: string, parents: ReadonlyMap<string, string>): string {
  const parent = parents.get(token);
  return parent === undefined ? token : firstOf(parent, parents);
}

function issuedBy(call: OperatorCall): [string, { tokenId?: number; dailyCap?: string }][] {
  const token = textOf(call.json.token);
  if (!matched(call, 'POST', 'accounts/*/tokens') || token === undefined) return [];
  const tokenId = numberOf(call.json.id);
  const dailyCap = textOf(call.body.daily_cap);
  return [
    [
      token,
      { ...(tokenId !== undefined && { tokenId }), ...(dailyCap !== undefined && { dailyCap }) },
    ],
  ];
}
