import { readFile } from 'node:fs/promises';

/** What Node writes for `--cpu-prof`; times are in microseconds. */
interface CpuProfile {
  readonly nodes: readonly CallNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  readonly startTime: number;
  readonly endTime: number;
}

interface CallNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** Seconds at the end of a profile in which the server may have done nothing but stop. */
const STOPPING = 2;

/** The parts of Node that work for whoever calls them; the rest of it is the HTTP server. */
const HELPERS = /^node:(fs|internal\/crypto|internal\/fs|buffer|internal\/buffer)/;
const SENDING = new Set(['writev', 'writeBuffer', 'writeUtf8String', 'writeLatin1String']);

/**
 * What part of its working time a server spent on what.
 * @param seconds of its load that count, the last ones
 * @returns shares of one by group: files of ours, packages, Node's HTTP server, the system call that sends, and others
 */
export async function profileShares(file: string, seconds: number): Promise<Map<string, number>> {
  const profile = JSON.parse(await readFile(file, 'utf8')) as CpuProfile;
  const groups = groupsOf(profile.nodes);
  const end = profile.endTime - STOPPING * 1e6;
  const begin = end - seconds * 1e6;
  const times = new Map<string, number>();
  let at = profile.startTime;
  let total = 0;
  for (const [index, id] of profile.samples.entries()) {
    const time = profile.timeDeltas[index] ?? 0;
    at += time;
    const group = groups.get(id);
    if (at < begin || at > end || group === undefined) continue;
    total += time;
    times.set(group, (times.get(group) ?? 0) + time);
  }
  return new Map([...times].map(([group, time]) => [group, time / total]));
}

/** The group of every node by its id; none for those in which nothing is done. */
function groupsOf(nodes: readonly CallNode[]): Map<number, string> {
  const groups = new Map<number, string>();
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
  // Callers come before those whom they call.
  for (const node of nodes) {
    const caller = groups.get(callers.get(node.id) ?? NaN);
    const group = groupOf(node, caller);
    if (group !== undefined) groups.set(node.id, group);
  }
  return groups;
}

function groupOf({ callFrame }: CallNode, caller: string | undefined): string | undefined {
  const { functionName, url } = callFrame;
  if (functionName === '(idle)' || functionName === '(root)') return undefined;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return "Node's native code";
  if (url === '') return SENDING.has(functionName) ? 'the system call that sends' : caller;
  if (HELPERS.test(url)) return caller ?? url;
  if (url.startsWith('node:')) return "Node's HTTP server";
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  return name ?? url.replace(/^.*\/(dist|bench)\//, '');
}
