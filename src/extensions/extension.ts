import type { DynamicModule, Type } from '@nestjs/common';
import type { TokenSource } from '../account/access/source/token-source.js';
import type { CatalogPolicy } from '../catalog/policies/catalog-policy.js';
import type { ExtensionJob } from '../events/jobs/extension-job.js';
import type { Listener } from '../events/listener.js';
import type { OrderedListener } from '../events/ordered/ordered-listener.js';
import type { OrderCheck, OrderRefusal } from '../orders/checks/order-check.js';
import type { Reader } from '../config/variable-readers.js';
import type { MigrationClass } from '../database/run-migration.js';
import type { AddCommands, ShopPart } from '../commands/context/command-context.js';
import type { FulfillmentHandler } from '../orders/delivery/fulfillment-handler.js';
import type { PageSection } from '../operations/sections/page-section.js';
import type { ExtensionOperation, OperatorPermission } from './operators/extension-operation.js';
import type { ExtensionShop } from './shop/extension-shop.js';
import type { HealthAnswer } from '../upkeep/extensions/extension-health.service.js';
import type { ShopUse } from './shop/shop-use.js';
import type { ExtensionTask } from './tasks/extension-task.js';

export type { ExtensionShop };

/** An environment variable of an extension. */
export interface ExtensionSetting<T = unknown> {
  /** Converts the text of the variable. @throws Error whose message completes the sentence "NAME …" */
  readonly read: Reader<T>;
  /** The value while the variable is unset or empty; left out of a required one. */
  readonly default?: T;
  /** Nothing starts while the variable is unset or empty. */
  readonly required?: true;
  /** Its value is in no message, and may be in a file that the variable NAME_FILE names. */
  readonly secret?: true;
  /** What the variable does. */
  readonly sentence: string;
}

/** A table of an extension. Its name begins with the name of the extension and an underscore. */
export interface ExtensionTable {
  readonly name: string;
  /** True for a table whose only row is inserted by a migration: a restore replaces that row. */
  readonly singleRow?: true;
  /** The column with an identity sequence. */
  readonly identity?: 'id';
}

/** A group of commands of an extension, run as `souk NAME …`. */
export interface ExtensionCommands {
  /** The name of the extension, or that name with a hyphen and more. */
  readonly name: string;
  readonly description: string;
  /** What the commands need; `whole` by default, with the services of the extension. */
  readonly part?: ShopPart;
  /** Adds commands with Commander. Those that open the shop by `withShop` leave an audit entry. */
  readonly add: AddCommands;
}

/** What an extension plugs into the shop. */
export interface ExtensionPorts {
  /** Ways to deliver orders. */
  readonly handlers?: readonly FulfillmentHandler[];
  /** Rules about who sees which products at which price, in the order in which they apply. */
  readonly policies?: readonly CatalogPolicy[];
  /** Rules that may refuse orders. */
  readonly checks?: readonly OrderCheck[];
  /** They learn what has happened in the shop. */
  readonly listeners?: readonly Listener[];
  /** They learn the same in its order, account by account. */
  readonly orderedListeners?: readonly OrderedListener[];
  /** What they add to pages of orders, accounts and products in the console, for reading alone. */
  readonly sections?: readonly PageSection[];
  /** Knows tokens that are not in the shop; one in all extensions. */
  readonly tokenSource?: TokenSource;
  /** Work that is repeated, on one server at a time. */
  readonly tasks?: readonly ExtensionTask[];
  /** Work that `ExtensionJobs` sends for later. */
  readonly jobs?: readonly ExtensionJob[];
  /**
   * Whether the extension can do its work, for `souk doctor`, the console and the metric `souk_extension_healthy`; it has
   * three seconds. It never makes a server leave: no route of `/health` asks it. It is called in commands, too, where
   * `start` is not: so it looks at what the extension depends on, such as a supplier, rather than at what `start` has begun.
   */
  health?(): Promise<HealthAnswer>;
}

/** An extension as its module describes it; all members but name and range are optional. */
export interface ExtensionDefinition {
  /** Lower-case letters, digits and hyphens. Prefix of its tables, migrations, queues, commands, metrics and settings. */
  readonly name: string;
  /** The versions of Souk that it works with, as a semver range such as `^1.2.0`. */
  readonly souk: string;
  /** Its controllers, services and entities. */
  readonly module?: Type | DynamicModule;
  /** They run after those of Souk, and are remembered by the names of the extension and of their classes. */
  readonly migrations?: readonly MigrationClass[];
  /** Its tables, each after those that it references. */
  readonly tables?: readonly ExtensionTable[];
  readonly commands?: readonly ExtensionCommands[];
  /** By the name of the variable, which begins with the name of the extension in capitals and an underscore. */
  readonly settings?: Readonly<Record<string, ExtensionSetting>>;
  /** The errors with which its order checks refuse. */
  readonly errors?: readonly OrderRefusal[];
  /** The methods of `Shop` that it calls; any other one is refused. The shop's owner reads them in `souk extension list`. */
  readonly uses?: readonly ShopUse[];
  /** Permissions of its own, for its operations. */
  readonly permissions?: readonly OperatorPermission[];
  /** What operators can do: commands, routes of the admin API and forms of the console are made of it. */
  readonly operations?: readonly ExtensionOperation[];
  /**
   * Called once in each server and each command with all services, after dependency injection and before Nest's hooks, the
   * first request and the first job. It only says what there is: work begins in `start`.
   */
  ports?(shop: ExtensionShop): ExtensionPorts | Promise<ExtensionPorts>;
  /**
   * Begins the work of its own, such as timers and connections that are listened on. Awaited in servers alone, never in a
   * command: after all hooks and before the first request, in the order of SOUK_EXTENSIONS. Of the workers of a server
   * (WORKERS) it is called in the first one alone, in which jobs and tasks run, too, unless `work` says otherwise.
   */
  start?(shop: ExtensionShop): void | Promise<void>;
  /** `each worker` for work that each process of a server needs, such as what its order checks read from memory. */
  readonly work?: 'each worker';
  /**
   * Ends what `start` has begun. Awaited in the orderly stop of a server, after requests and jobs have ended, in the
   * reverse order, unless `start` has failed or was not reached.
   */
  stop?(): void | Promise<void>;
}

/** Declares an extension. A module exports the result as `extension`. */
export function defineExtension(definition: ExtensionDefinition): ExtensionDefinition {
  return definition;
}

/** An extension that was loaded and checked. */
export interface LoadedExtension {
  readonly definition: ExtensionDefinition;
  /** What SOUK_EXTENSIONS names it by. */
  readonly source: string;
  /** The URL of the file that was loaded. */
  readonly url: string;
  /** The version of its package; undefined for a file without one. */
  readonly version: string | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
}
