import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../common/http/public.decorator.js';
import { AdminDescription } from './admin-description.js';

/** The description of the admin API, which is open to everybody: it holds nothing of the shop. */
@ApiExcludeController()
@Controller('admin')
export class AdminDescriptionController {
  constructor(private readonly description: AdminDescription) {}

  @Get('openapi.json')
  @Public()
  openApi(): Buffer {
    return this.description.json;
  }
}
