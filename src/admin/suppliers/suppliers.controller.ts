import { Delete, Get, Patch, Post, Put } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { IfMatch, Precondition } from '../http/entity-tag.js';
import { ChangeBody, JsonBody } from '../http/json-body.js';
import { ListFiles } from '../http/list-files.js';
import { ListQuery } from '../../operations/lists/page.js';
import { PathText } from '../http/path-parts.js';
import { Parameters } from '../http/query.js';
import { SupplierAdmin, SUPPLIERS_FILE } from './supplier-admin.service.js';
import {
  KnownSupplierDto,
  NewSupplierDto,
  SupplierChangeDto,
  SupplierDto,
  SupplierImportDto,
  SupplierImportedDto,
  SupplierPageDto,
  SyncDto,
} from './suppliers.dto.js';

@AdminController('Suppliers')
export class SuppliersController {
  constructor(
    private readonly suppliers: SupplierAdmin,
    private readonly files: ListFiles,
  ) {}

  @Get('suppliers')
  @AdminRoute({
    name: 'suppliers',
    permission: 'suppliers.read',
    summary: 'The suppliers, by name; their balances need suppliers.balances as well',
    query: ListQuery,
    answer: SupplierPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(ListQuery) query: ListQuery,
  ): Promise<SupplierPageDto> | StreamedAnswer {
    return this.files.answer(SUPPLIERS_FILE, query, caller, (part, reader) =>
      this.suppliers.page(part, reader.may('suppliers.balances')),
    );
  }

  @Post('suppliers')
  @AdminRoute({
    name: 'supplier-add',
    permission: 'suppliers.edit',
    summary: 'Name another shop with this API, from which products can be bought',
    status: 201,
    body: NewSupplierDto,
    answer: SupplierDto,
    hasEntityTag: true,
  })
  add(
    @CurrentOperator() { author }: Caller,
    @JsonBody(NewSupplierDto) supplier: NewSupplierDto,
  ): Promise<SupplierDto> {
    return this.suppliers.add(supplier, author);
  }

  @Get('suppliers/:name')
  @AdminRoute({
    name: 'supplier',
    permission: 'suppliers.read',
    summary: 'The settings of a supplier, without its token',
    answer: SupplierDto,
    hasEntityTag: true,
  })
  get(@PathText('name') name: string): Promise<SupplierDto> {
    return this.suppliers.get(name);
  }

  @Patch('suppliers/:name')
  @AdminRoute({
    name: 'supplier-set',
    permission: 'suppliers.edit',
    summary: 'Change how a supplier is asked',
    body: SupplierChangeDto,
    answer: SupplierDto,
    hasEntityTag: true,
    needsIfMatch: true,
  })
  set(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
    @IfMatch() expected: Precondition,
    @ChangeBody(SupplierChangeDto) change: SupplierChangeDto,
  ): Promise<SupplierDto> {
    return this.suppliers.set(name, change, expected, author);
  }

  @Post('suppliers/:name/check')
  @AdminRoute({
    name: 'supplier-check',
    permission: 'suppliers.edit',
    summary: 'Ask a supplier for our balance there',
    answer: KnownSupplierDto,
  })
  check(
    @CurrentOperator() caller: Caller,
    @PathText('name') name: string,
  ): Promise<KnownSupplierDto> {
    return this.suppliers.check(name, caller.may('suppliers.balances'), caller.author);
  }

  @Put('suppliers/:name/sync')
  @AdminRoute({
    name: 'supplier-sync',
    permission: 'suppliers.edit',
    summary: 'Set how and how often its catalog is listed in ours',
    body: SyncDto,
    answer: SupplierDto,
  })
  configure(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
    @ChangeBody(SyncDto) sync: SyncDto,
  ): Promise<SupplierDto> {
    return this.suppliers.configure(name, sync, author);
  }

  @Post('suppliers/:name/import')
  @AdminRoute({
    name: 'supplier-import',
    permission: 'suppliers.edit',
    summary: 'List its catalog in ours once, or tell what would change',
    description: 'It may go on after 503; `synced_at` in the list tells when it has ended.',
    body: SupplierImportDto,
    answer: SupplierImportedDto,
  })
  import(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
    @JsonBody(SupplierImportDto) wanted: SupplierImportDto,
  ): Promise<SupplierImportedDto> {
    return this.suppliers.import(name, wanted, author);
  }

  @Delete('suppliers/:name')
  @AdminRoute({
    name: 'supplier-remove',
    permission: 'suppliers.edit',
    summary: 'Forget a supplier that nothing was bought from',
    answer: SupplierDto,
  })
  remove(
    @CurrentOperator() { author }: Caller,
    @PathText('name') name: string,
  ): Promise<SupplierDto> {
    return this.suppliers.remove(name, author);
  }
}
