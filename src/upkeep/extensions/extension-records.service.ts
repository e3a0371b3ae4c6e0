import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MissingError, OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import { FailedEvents } from '../../events/failures/failed-events.service.js';
import { ExtensionCallsRepository } from './extension-calls.repository.js';
import { ExtensionTasksRepository, type ExtensionTaskRow } from './extension-tasks.repository.js';
import { ExtensionFault } from './extension-fault.entity.js';
import { ExtensionRecord } from './extension-record.entity.js';
import { missingExtensions, portNames, withFormerListeners } from './recorded-ports.js';
import { ShopExtensions } from './shop-extensions.js';

/** Methods of `Shop` that an extension declares for the first time. */
export interface NewUses {
  readonly extension: string;
  readonly uses: readonly string[];
}

/** The extensions that the shop has, by the last start of a server, whatever this process has loaded. */
@Injectable()
export class ExtensionRecords {
  constructor(
    private readonly database: Database,
    private readonly calls: ExtensionCallsRepository,
    private readonly extensions: ShopExtensions,
    private readonly events: FailedEvents,
    private readonly tasks: ExtensionTasksRepository,
  ) {}

  /**
   * Records the extensions of this process; for a server at its start. A row that says the same is not written.
   * @returns what extensions may do in the shop now, and could not before
   */
  async record(): Promise<NewUses[]> {
    const { loaded } = this.extensions;
    if (loaded.length === 0) return [];
    return this.database.transaction(async (manager) => {
      // Servers that start together record one after the other, so that each sees the listeners of those before.
      await manager.query('LOCK TABLE extensions IN SHARE ROW EXCLUSIVE MODE');
      const former = await manager.find(ExtensionRecord);
      const rows = loaded.map(({ definition, version = '', ports = portNames({}) }) => {
        const { name, uses = [] } = definition;
        const row = former.find((one) => one.name === name);
        return { name, version, uses, ports: withFormerListeners(ports, row?.ports) };
      });
      await manager.query(RECORD, [JSON.stringify(rows)]);
      await this.events.begin(manager);
      return rows.flatMap(({ name, uses }) => {
        const before = former.find((one) => one.name === name)?.uses ?? [];
        const added = uses.filter((use) => !before.includes(use));
        return added.length === 0 ? [] : [{ extension: name, uses: added }];
      });
    });
  }

  /** @throws OperatorError that names what is recorded and missing in this process */
  async assertNoneMissing(): Promise<void> {
    const [sentence] = await this.missing();
    if (sentence !== undefined) throw new OperatorError(sentence);
  }

  /** What is recorded and missing in this process, a sentence each. */
  async missing(): Promise<string[]> {
    const present = this.extensions.loaded.map(({ definition: { name }, ports }) => ({
      name,
      ports,
    }));
    return missingExtensions(await this.list(), present);
  }

  list(): Promise<ExtensionRecord[]> {
    return this.database.manager.find(ExtensionRecord, { order: { name: 'ASC' } });
  }

  /** USD that each of some extensions has added to balances within 24 hours, as decimal texts. */
  async addedWithinADay(names: readonly string[]): Promise<(name: string) => string> {
    const added = await this.calls.addedByAll(names);
    return (name) => added.get(name) ?? '0';
  }

  /** The tasks of each extension, as they have run last. */
  async tasksOf(): Promise<(name: string) => readonly ExtensionTaskRow[]> {
    const rows = await this.tasks.list();
    return (name) => rows.filter(({ extension }) => extension === name);
  }

  /** Sets in the caller's transaction what an extension may add to balances within 24 hours; null for any amount. */
  async bound(manager: EntityManager, name: string, depositsADay: string | null): Promise<void> {
    await manager.update(ExtensionRecord, { name }, { depositsADay });
  }

  /** The extension, which no server records anew until the transaction ends. @throws MissingError */
  async locked(manager: EntityManager, name: string): Promise<ExtensionRecord> {
    // A server that starts locks the table before it writes rows; whoever has a row first would let both wait for each other.
    await manager.query('LOCK TABLE extensions IN ROW EXCLUSIVE MODE');
    const lock = { mode: 'pessimistic_write' } as const;
    const record = await manager.findOne(ExtensionRecord, { where: { name }, lock });
    if (record) return record;
    throw new MissingError(...sentence('missing.extension', { name }));
  }

  /** The handlers that nobody has any more when an extension is forgotten: those that are loaded here stay. */
  async handlersOnlyOf({ name, ports }: ExtensionRecord): Promise<string[]> {
    const { loaded } = this.extensions;
    const here = loaded.find(({ definition }) => definition.name === name);
    // A command that has not asked an extension for its ports does not know what its version lacks.
    if (here && !here.ports) return [];
    const others = (await this.list()).filter((one) => one.name !== name);
    const present = [...others, ...loaded].flatMap((one) => one.ports?.handlers ?? []);
    return (ports.handlers ?? []).filter((code) => !present.includes(code));
  }

  /** Forgets it in the caller's transaction. @throws MissingError */
  async forget(name: string, manager: EntityManager): Promise<void> {
    await this.locked(manager, name);
    await manager.delete(ExtensionRecord, { name });
    await manager.delete(ExtensionFault, { extension: name });
    await this.events.forget(manager, name);
    await manager.query(FORGET_TASKS, [name]);
  }
}

const FORGET_TASKS = 'DELETE FROM extension_tasks WHERE extension = $1';

const RECORD = `
  INSERT INTO extensions AS former (name, version, uses, ports)
  SELECT name, version, uses, ports
  FROM json_to_recordset($1) AS given(name text, version text, uses text[], ports json)
  ON CONFLICT (name) DO UPDATE
  SET version = excluded.version, uses = excluded.uses, ports = excluded.ports, seen_at = excluded.seen_at
  WHERE (former.version, former.uses, former.ports::text)
      IS DISTINCT FROM (excluded.version, excluded.uses, excluded.ports::text)
    OR former.seen_at < now() - interval '1 hour'`;
