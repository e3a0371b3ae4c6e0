/**
 * `hurried-shop.ts`, with DATABASE_URL: the shop as a team in a hurry writes it. Every answer is found by TypeORM,
 * serialized and compressed at each request; an order is five statements in a transaction.
 */
import 'reflect-metadata';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  Controller,
  ForbiddenException,
  Get,
  Injectable,
  Module,
  Param,
  Query,
  Req,
  Res,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import {
  HurriedAccount,
  HurriedCategory,
  HurriedEntry,
  HurriedOrder,
  HurriedProduct,
} from './hurried-shop.entities.js';
import { listen } from './listen.js';

const IMAGES = 'http://localhost:3000';
const LISTED = { position: 'ASC', id: 'ASC' } as const;

type Caller = Request & { account?: HurriedAccount };

@Injectable()
class TokenGuard implements CanActivate {
  constructor(private readonly database: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Caller>();
    const token = String(request.headers['api-token']);
    const account = await this.database.manager.findOneBy(HurriedAccount, { token });
    if (account) request.account = account;
    return account !== null;
  }
}

@Controller('client/api')
@UseGuards(TokenGuard)
class ShopController {
  constructor(private readonly database: DataSource) {}

  @Get('ping')
  ping() {
    return { status: 'OK' };
  }

  @Get('products')
  async products(@Req() request: Request, @Res() response: Response): Promise<void> {
    await send(request, response, await this.productsWhere({}));
  }

  @Get('content/:id')
  async content(
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const categoryId = Number(id);
    const { manager } = this.database;
    const found = await manager.find(HurriedCategory, {
      where: { parentId: categoryId },
      order: LISTED,
    });
    const categories = found.map(categoryShape);
    const products = await this.productsWhere({ categoryId });
    const content = { status: 'OK', categories, products, category_id: categoryId };
    await send(request, response, content);
  }

  @Get('newOrder/:product/params')
  async order(
    @Param('product') id: string,
    @Query() { order_uuid: orderUuid = '', ...fields }: Record<string, string>,
    @Req() { account: caller }: Caller,
  ) {
    return this.database.transaction(async (manager) => {
      const product = await manager.findOneByOrFail(HurriedProduct, { id: Number(id) });
      const account = await manager.findOneOrFail(HurriedAccount, {
        where: { id: caller?.id ?? 0 },
        lock: { mode: 'pessimistic_write' },
      });
      const { id: accountId } = account;
      const total = Number(product.price);
      const balance = (Number(account.balance) - total).toFixed(8);
      if (Number(balance) < 0) throw new ForbiddenException('Insufficient balance');
      await manager.update(HurriedAccount, { id: accountId }, { balance });
      const order = { accountId, orderUuid, productId: product.id, total: String(total), fields };
      await manager.insert(HurriedOrder, order);
      const entry = { accountId, orderUuid, amount: String(-total), balanceAfter: balance };
      await manager.insert(HurriedEntry, entry);
      const data = { order_id: orderUuid, status: 'wait', price: total, data: fields };
      return { status: 'OK', data };
    });
  }

  private async productsWhere(where: { categoryId?: number }) {
    const products = await this.database.manager.find(HurriedProduct, {
      where: { ...where, available: true },
      relations: { category: true },
      order: LISTED,
    });
    return products.map(productShape);
  }
}

async function send(request: Request, response: Response, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  response.type('json').vary('Accept-Encoding');
  if (!request.acceptsEncodings('gzip')) {
    response.send(text);
    return;
  }
  response.set('Content-Encoding', 'gzip').send(await promisify(gzip)(text));
}

function categoryShape({ id, name, parentId, image }: HurriedCategory) {
  const url = `${IMAGES}${image ?? '/images/placeholder.svg'}`;
  return { id, name, parent_id: parentId, category_img: url, image: url };
}

function productShape(product: HurriedProduct) {
  const { category, fields } = product;
  const { image: categoryImage } = categoryShape(category);
  return {
    id: product.id,
    name: product.name,
    price: Number(product.price),
    currency: 'USD',
    parent_id: category.id,
    category_id: category.id,
    category_name: category.name,
    available: product.available,
    product_type: product.productType,
    input_schema: fields,
    params: fields.filter(({ required }) => required).map(({ name }) => name),
    qty_values: product.quantityValues,
    image: product.image === null ? categoryImage : `${IMAGES}${product.image}`,
    category_img: categoryImage,
  };
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env.DATABASE_URL ?? '',
      entities: [HurriedAccount, HurriedCategory, HurriedEntry, HurriedOrder, HurriedProduct],
    }),
  ],
  controllers: [ShopController],
})
class ShopModule {}

await listen(await NestFactory.create<NestExpressApplication>(ShopModule, { logger: false }));
