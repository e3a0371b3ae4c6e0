/** The ports of an extension by name, as a row of `extensions` holds them. */
export interface PortNames {
  readonly handlers: readonly string[];
  readonly policies: readonly string[];
  readonly checks: readonly string[];
  readonly listeners: readonly ListenerNames[];
  readonly orderedListeners: readonly ListenerNames[];
  readonly tokenSource: boolean;
  readonly tasks: readonly string[];
  readonly jobs: readonly string[];
}

export interface ListenerNames {
  readonly name: string;
  /** The types of events that it listens to. */
  readonly events: readonly string[];
}

/** The ports that an extension has returned. */
interface Ports {
  readonly handlers?: readonly { readonly code: string }[];
  readonly policies?: readonly { readonly name: string }[];
  readonly checks?: readonly { readonly name: string }[];
  readonly listeners?: readonly ListenerNames[];
  readonly orderedListeners?: readonly ListenerNames[];
  readonly tokenSource?: object;
  readonly tasks?: readonly { readonly name: string }[];
  readonly jobs?: readonly { readonly name: string }[];
}

/** Kinds of ports without which a process would sell, price or deliver otherwise than the others. */
const NEEDED_KINDS = [
  ['handlers', 'handler'],
  ['policies', 'policy'],
  ['checks', 'check'],
] as const;

export interface RecordedExtension {
  readonly name: string;
  /** Empty for an extension without one. */
  readonly version: string;
  /** A row of an older release lacks the kinds of ports that it did not know. */
  readonly ports: Partial<PortNames>;
}

/** An extension of this process; `ports` is undefined in a command that has not asked for them. */
export interface PresentExtension {
  readonly name: string;
  readonly ports: PortNames | undefined;
}

/** The names of ports, in an order of their own, so that the same ports are always the same JSON. */
export function portNames({
  handlers = [],
  policies = [],
  checks = [],
  listeners = [],
  orderedListeners = [],
  tokenSource,
  tasks = [],
  jobs = [],
}: Ports): PortNames {
  return {
    handlers: handlers.map(({ code }) => code).sort(),
    policies: policies.map(({ name }) => name).sort(),
    checks: checks.map(({ name }) => name).sort(),
    listeners: sorted(listeners),
    orderedListeners: sorted(orderedListeners),
    tokenSource: tokenSource !== undefined,
    tasks: tasks.map(({ name }) => name).sort(),
    jobs: jobs.map(({ name }) => name).sort(),
  };
}

function sorted(listeners: readonly ListenerNames[]): ListenerNames[] {
  return listeners
    .map(({ name, events }) => ({ name, events: [...events].sort() }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/**
 * The ports to record at a start. Listeners and jobs stay recorded, so that a server of an older version does not end the
 * events and jobs for those of a newer one.
 */
export function withFormerListeners(
  ports: PortNames,
  { listeners: former, jobs: formerJobs }: Partial<PortNames> = {},
): PortNames {
  const events = new Map(ports.listeners.map((one) => [one.name, new Set(one.events)]));
  for (const one of Array.isArray(former) ? former.filter(isListener) : []) {
    events.set(one.name, new Set([...(events.get(one.name) ?? []), ...one.events]));
  }
  const listeners = [...events].map(([name, types]) => ({ name, events: [...types] }));
  const jobs = Array.isArray(formerJobs)
    ? formerJobs.filter((name) => typeof name === 'string')
    : [];
  return {
    ...ports,
    listeners: sorted(listeners),
    jobs: [...new Set([...ports.jobs, ...jobs])].sort(),
  };
}

/**
 * What is recorded and missing in this process, a sentence each. An extension that only listens is not missed: the
 * events for its listeners are written because of its row, or are read later.
 */
export function missingExtensions(
  recorded: readonly RecordedExtension[],
  present: readonly PresentExtension[],
): string[] {
  return recorded.flatMap((extension) => {
    const { name, version, ports } = extension;
    const loaded = present.find((one) => one.name === name);
    const label = version === '' ? name : `${name} ${version}`;
    if (!loaded) {
      return onlyListens(ports)
        ? []
        : [
            `The extension ${label} is recorded in the database but not loaded here; add it to SOUK_EXTENSIONS, or run "souk extension forget ${name}" when the shop has it no longer.`,
          ];
    }
    return NEEDED_KINDS.flatMap(([kind, word]) =>
      (ports[kind] ?? [])
        .filter((port) => loaded.ports?.[kind].includes(port) === false)
        .map(
          (port) =>
            `The ${word} ${port} of the extension ${label} is recorded in the database but not loaded here; add the version that has it to SOUK_EXTENSIONS, or run "souk extension forget ${name}" when the shop has it no longer.`,
        ),
    );
  });
}

/** A row may have been written by hand. */
function isListener(value: unknown): value is ListenerNames {
  const { name, events } = Object(value) as Partial<Record<keyof ListenerNames, unknown>>;
  return typeof name === 'string' && Array.isArray(events);
}

function onlyListens({
  handlers = [],
  policies = [],
  checks = [],
  listeners = [],
  orderedListeners = [],
  tokenSource = false,
}: Partial<PortNames>): boolean {
  const others = handlers.length + policies.length + checks.length;
  return listeners.length + orderedListeners.length > 0 && others === 0 && !tokenSource;
}
