import { Get, Put } from '@nestjs/common';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { JsonBody } from '../http/json-body.js';
import { PathId } from '../http/path-parts.js';
import { DeliveryAdmin } from './delivery-admin.service.js';
import { DeliveryDto, DeliverySettingDto, HandlersDto } from './delivery.dto.js';

@AdminController('Delivery')
export class DeliveryController {
  constructor(private readonly delivery: DeliveryAdmin) {}

  @Get('delivery-handlers')
  @AdminRoute({
    name: 'delivery-handlers',
    permission: 'delivery.read',
    summary: 'The handlers there are',
    answer: HandlersDto,
  })
  handlers(): HandlersDto {
    return { items: this.delivery.handlers() };
  }

  @Get('products/:id/delivery')
  @AdminRoute({
    name: 'product-delivery',
    permission: 'delivery.read',
    summary: 'The handlers of a product, in their order',
    answer: DeliveryDto,
  })
  get(@PathId('id') id: number): Promise<DeliveryDto> {
    return this.delivery.get(id);
  }

  @Put('products/:id/delivery')
  @AdminRoute({
    name: 'product-delivery-set',
    permission: 'delivery.edit',
    summary: 'Set the handlers of a product, for future orders',
    body: DeliverySettingDto,
    answer: DeliveryDto,
  })
  set(
    @CurrentOperator() { author }: Caller,
    @PathId('id') id: number,
    @JsonBody(DeliverySettingDto) { steps }: DeliverySettingDto,
  ): Promise<DeliveryDto> {
    return this.delivery.set(id, steps, author);
  }
}
