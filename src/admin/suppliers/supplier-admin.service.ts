import { InvalidFieldsError } from '../../operations/fields/checked-input.js';
import { Injectable } from '@nestjs/common';
import { messageKey } from '../../common/message-key.js';
import { SupplierCatalogService } from '../../fulfillment/upstream/listing/supplier-catalog.service.js';
import type { Supplier } from '../../fulfillment/upstream/supplier/supplier.entity.js';
import { SupplierService } from '../../fulfillment/upstream/supplier/supplier.service.js';
import { endpointOf } from '../../outgoing/endpoint.js';
import { SsrfGuard } from '../../outgoing/ssrf-guard.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import type { Precondition } from '../http/entity-tag.js';
import type { ListFile } from '../http/list-files.js';
import { assertAllowedHost } from '../http/allowed-host.js';
import { pageOf, type PageQuery } from '../../operations/lists/page.js';

import { isOtherServer } from './supplier-address.js';
import { knownSupplierShape, listingOf, supplierShape } from './supplier-shapes.js';
import {
  isToken,
  type KnownSupplierDto,
  type NewSupplierDto,
  type SupplierChangeDto,
  type SupplierDto,
  type SupplierImportDto,
  type SupplierImportedDto,
  type SupplierPageDto,
  type SyncDto,
} from './suppliers.dto.js';

export const SUPPLIERS_FILE: ListFile = {
  permission: 'suppliers.read',
  columns: {
    name: 'text',
    url: 'text',
    max_concurrent: 'plain',
    timeout_seconds: 'plain',
    low_balance: 'plain',
    markup: 'plain',
    into_category: 'plain',
    sync_minutes: 'plain',
    balance: 'plain',
    checked_at: 'plain',
    error: 'text',
    synced_at: 'plain',
    sync_error: 'text',
  },
};

/** Other shops that we buy from, for operators. Their tokens are never answered or audited. */
@Injectable()
export class SupplierAdmin {
  constructor(
    private readonly suppliers: SupplierService,
    private readonly catalogs: SupplierCatalogService,
    private readonly changes: AuditedChanges,
    private readonly guard: SsrfGuard,
  ) {}

  /** A page of the suppliers, by name. @param showsBalances false leaves our balances out. */
  async page(query: PageQuery, showsBalances: boolean): Promise<SupplierPageDto> {
    const suppliers = await this.suppliers.list();
    const list = {
      name: 'suppliers',
      read: (after: string | undefined, limit: number) => {
        const start =
          after === undefined ? 0 : suppliers.findIndex(({ name }) => name === after) + 1;
        return Promise.resolve(suppliers.slice(start, start + limit));
      },
      keyOf: ({ name }: Supplier) => [name],
      parseKey: ([name]: readonly string[]) => name,
    };
    return pageOf(list, query, (supplier) => knownSupplierShape(supplier, showsBalances));
  }

  /** @throws MissingError */
  async get(name: string): Promise<SupplierDto> {
    return supplierShape(await this.suppliers.get(name));
  }

  /** The same with what is known of it. @param showsBalance false leaves our balance out. @throws MissingError */
  async known(name: string, showsBalance: boolean): Promise<KnownSupplierDto> {
    return knownSupplierShape(await this.suppliers.get(name), showsBalance);
  }

  /** Adds a supplier and asks it for our balance; that may fail, and the supplier is there nevertheless. */
  async add(
    { name, url, token, ...parts }: NewSupplierDto,
    by: ChangeAuthor,
  ): Promise<SupplierDto> {
    assertToken(token);
    await this.assertAllowed(url);
    const details = { supplier: name, url, ...parts };
    return this.changes.around(by, { name: 'supplier add', details }, async () => {
      await this.suppliers.add(name, url, { ...settingsOf(parts), token });
      const result = supplierShape(await this.suppliers.probe(name));
      return { result, before: null, after: { ...result } };
    });
  }

  /** Another server gets the token only from somebody who knows it: whoever may edit must not read it that way. */
  async set(
    name: string,
    { token, url, ...parts }: SupplierChangeDto,
    expected: Precondition,
    by: ChangeAuthor,
  ): Promise<SupplierDto> {
    if (token !== undefined) assertToken(token);
    if (url !== undefined) await this.assertAllowed(url);
    const details = { supplier: name, ...(url !== undefined && { url }), ...parts };
    const settings = {
      ...settingsOf(parts),
      ...(url !== undefined && { url }),
      ...(token !== undefined && { token }),
    };
    return this.changes.run(by, { name: 'supplier set', details }, async (manager) => {
      const locked = await this.suppliers.locked(manager, name);
      const before = supplierShape(locked);
      expected.assert(before);
      if (url !== undefined && token === undefined && isOtherServer(before.url, url)) {
        const message = 'must be sent with the address of another server';
        throw new InvalidFieldsError([
          { field: 'token', message, messageKey: messageKey('supplier.token-again', {}) },
        ]);
      }
      const result = supplierShape(await this.suppliers.change(manager, locked, settings));
      return { result, before: { ...before }, after: { ...result } };
    });
  }

  /** Asks a supplier for our balance there. @param showsBalance false leaves it out. */
  async check(name: string, showsBalance: boolean, by: ChangeAuthor): Promise<KnownSupplierDto> {
    const checked = await this.around(name, 'supplier check', { supplier: name }, by, () =>
      this.suppliers.probe(name),
    );
    return knownSupplierShape(checked, showsBalance);
  }

  /** Sets how and how often its catalog is listed in ours. */
  async configure(name: string, sync: SyncDto, by: ChangeAuthor): Promise<SupplierDto> {
    const { every_minutes: syncMinutes, ...listing } = sync;
    const settings = { ...listingOf(listing), ...(syncMinutes !== undefined && { syncMinutes }) };
    const details = { supplier: name, ...sync };
    const set = await this.around(name, 'supplier sync', details, by, async () => {
      await this.catalogs.configure(name, settings);
      return this.suppliers.get(name);
    });
    return supplierShape(set);
  }

  /** Lists its catalog in ours once. A dry run changes nothing and leaves no audit entry. */
  async import(
    name: string,
    { dry_run: dryRun = false, force = false, ...listing }: SupplierImportDto,
    by: ChangeAuthor,
  ): Promise<SupplierImportedDto> {
    const settings = listingOf(listing);
    const sync = () => this.catalogs.sync(name, { dryRun, force, settings });
    if (dryRun) return { applied: false, ...(await sync()) };
    const details = { from_shop: name, force, ...listing };
    return this.changes.around(by, { name: 'catalog import', details }, async () => {
      const before = supplierShape(await this.suppliers.get(name));
      const changes = await sync();
      const after = { ...supplierShape(await this.suppliers.get(name)), ...changes };
      return { result: { applied: true, ...changes }, before: { ...before }, after };
    });
  }

  /** Forgets a supplier that nothing was bought from. */
  remove(name: string, by: ChangeAuthor): Promise<SupplierDto> {
    const action = { name: 'supplier remove', details: { supplier: name } };
    return this.changes.around(by, action, async () => {
      const result = supplierShape(await this.suppliers.get(name));
      await this.suppliers.remove(name);
      return { result, before: { ...result }, after: {} };
    });
  }

  private async assertAllowed(url: string): Promise<void> {
    // What is no address is refused elsewhere.
    if (URL.canParse(url)) await assertAllowedHost(this.guard, endpointOf(url), 'url');
  }

  private around(
    name: string,
    action: string,
    details: Record<string, unknown>,
    by: ChangeAuthor,
    change: () => Promise<Supplier>,
  ): Promise<Supplier> {
    return this.changes.around(by, { name: action, details }, async () => {
      const before = await this.suppliers.get(name);
      const result = await change();
      return { result, before: { ...supplierShape(before) }, after: { ...supplierShape(result) } };
    });
  }
}

function settingsOf({
  max_concurrent: maxConcurrent,
  timeout_seconds: timeoutSeconds,
  low_balance: lowBalance,
}: Pick<SupplierChangeDto, 'max_concurrent' | 'timeout_seconds' | 'low_balance'>) {
  return {
    ...(maxConcurrent !== undefined && { maxConcurrent }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(lowBalance !== undefined && { lowBalance }),
  };
}

/** @throws ProblemError, which does not repeat it */
function assertToken(token: string): void {
  if (isToken(token)) return;
  const message = 'must be printable characters of ASCII without spaces';
  throw new InvalidFieldsError([
    { field: 'token', message, messageKey: messageKey('supplier.token', {}) },
  ]);
}
