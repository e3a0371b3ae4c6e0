import { Get, Post, Put } from '@nestjs/common';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { BackupAdmin } from './backup-admin.service.js';
import { RequestFormsAdmin } from './request-forms-admin.service.js';
import { ShopAdmin } from './shop-admin.service.js';
import {
  ConfirmedBackupsDto,
  FindingsDto,
  MaintenanceDto,
  MaintenanceSettingDto,
  RequestFormsDto,
  RequestFormsSettingDto,
  SettlementDto,
} from './shop.dto.js';

@AdminController('Shop')
export class ShopController {
  constructor(
    private readonly shop: ShopAdmin,
    private readonly backups: BackupAdmin,
    private readonly forms: RequestFormsAdmin,
  ) {}

  @Get('maintenance')
  @AdminRoute({
    name: 'maintenance',
    permission: 'maintenance.read',
    summary: 'What is closed, and since when',
    answer: MaintenanceDto,
  })
  maintenance(): Promise<MaintenanceDto> {
    return this.shop.maintenance();
  }

  @Put('maintenance')
  @AdminRoute({
    name: 'maintenance-set',
    permission: 'maintenance.switch',
    summary: 'Close new orders or the whole API to resellers, or open everything',
    body: MaintenanceSettingDto,
    answer: MaintenanceDto,
  })
  close(
    @CurrentOperator() { author }: Caller,
    @JsonBody(MaintenanceSettingDto) { closed }: MaintenanceSettingDto,
  ): Promise<MaintenanceDto> {
    return this.shop.close(closed, author);
  }

  @Post('maintenance/settle')
  @AdminRoute({
    name: 'settle',
    permission: 'maintenance.settle',
    summary: 'After a recovery: hold back what may be sold twice, and end all sessions',
    answer: SettlementDto,
  })
  settle(@CurrentOperator() { author }: Caller): Promise<SettlementDto> {
    return this.shop.settle(author);
  }

  @Get('request-forms')
  @AdminRoute({
    name: 'request-forms',
    permission: 'settings.read',
    summary: 'Whether forms of orders are read that the release before does not know',
    answer: RequestFormsDto,
  })
  requestForms(): Promise<RequestFormsDto> {
    return this.forms.status();
  }

  @Put('request-forms')
  @AdminRoute({
    name: 'request-forms-set',
    permission: 'settings.edit',
    summary: 'Read these forms, or read them no more',
    body: RequestFormsSettingDto,
    answer: RequestFormsDto,
  })
  setRequestForms(
    @CurrentOperator() { author }: Caller,
    @JsonBody(RequestFormsSettingDto) { on }: RequestFormsSettingDto,
  ): Promise<RequestFormsDto> {
    return this.forms.set(on, author);
  }

  @Post('backups/confirm')
  @AdminRoute({
    name: 'backups-confirm',
    permission: 'settings.edit',
    summary: 'Say that a copy of the nightly backups, and their key, lie on another machine',
    answer: ConfirmedBackupsDto,
  })
  confirmBackups(@CurrentOperator() { author }: Caller): Promise<ConfirmedBackupsDto> {
    return this.backups.confirm(author);
  }

  @Get('doctor')
  @AdminRoute({
    name: 'doctor',
    permission: 'doctor.run',
    summary: 'Examine the installation and the books',
    description: 'It reads all books; a large shop uses `souk doctor`.',
    answer: FindingsDto,
  })
  examine(): Promise<FindingsDto> {
    return this.shop.examine();
  }
}
