import type { History, Request } from './history.js';

/** How often one kind of operation was sent, and how it was answered. */
export interface Count {
  readonly kind: string;
  sent: number;
  unanswered: number;
  /** With an error of ours. */
  refused: number;
}

/** Counts operations by their kind, the most frequent first. */
export function countsOf({ calls }: History): Count[] {
  const counts = new Map<string, Count>();
  for (const { request, answer } of calls) {
    const kind = kindOf(request);
    const count = counts.get(kind) ?? { kind, sent: 0, unanswered: 0, refused: 0 };
    counts.set(kind, count);
    count.sent += 1;
    if (!answer) count.unanswered += 1;
    else if (answer.status >= 400) count.refused += 1;
  }
  return [...counts.values()].sort((one, other) => other.sent - one.sent);
}

/** From so many answers on, each of them an error, it is no chance. */
const MANY = 10;

/** Kinds of which all were refused, so that the history does not show what they change. */
export function neverDone(counts: readonly Count[]): Count[] {
  return counts.filter(({ sent, unanswered, refused }) => {
    const answered = sent - unanswered;
    return answered >= MANY && refused === answered;
  });
}

/** Such as `newOrder`, `check seal` and `admin POST orders/:id/accept`. */
export function kindOf({ method, path }: Request): string {
  const { pathname, searchParams } = new URL(path, 'http://shop');
  const [, door] = /^\/(admin|acting)\//.exec(pathname) ?? [];
  const admin = door === undefined ? '' : `${door} ${method} `;
  const route = pathname
    .replace(/^\/(client\/api|(admin|acting)\/api\/v1)\//, '')
    .replace(/^(newOrder|quote|content)\/.*/, '$1')
    .replace(/(?<=\/)(\d+|ID_[0-9a-f]+|[0-9a-f-]{36})(?=\/|$)/g, ':id');
  return `${admin}${route}${searchParams.get('seal') === '1' ? ' seal' : ''}`;
}
