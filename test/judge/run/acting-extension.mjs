import { json } from 'node:stream/consumers';
import { Controller, HttpCode, HttpException, Post, Req } from '@nestjs/common';
import { defineExtension, Public, Shop } from 'souk';

/** What an operator asks of the admin API, done by `Shop`: the route, and the call. */
const CALLS = [
  [/^orders\/(\w+)\/accept$/, ({ orders }, ...given) => orders.accept(...given)],
  [/^orders\/(\w+)\/reject$/, ({ orders }, ...given) => orders.reject(...given)],
  [/^orders\/(\w+)\/codes$/, ({ orders }, ...given) => orders.addCodes(...given)],
  [/^orders\/(\w+)\/reversals$/, ({ orders }, ...given) => orders.reverse(...given)],
  [/^accounts\/(\d+)\/deposits$/, ({ balance }, id, ...given) => balance.deposit(+id, ...given)],
  [/^accounts\/(\d+)\/adjustments$/, ({ balance }, id, ...given) => balance.adjust(+id, ...given)],
];

/** Refusals are answered 409, and all else 500, after which the request is sent again under its key. */
class ActingController {
  constructor(shop) {
    this.shop = shop;
  }

  async act(request) {
    const path = request.path.replace('/acting/api/v1/', '');
    const [route, call] = CALLS.find(([pattern]) => pattern.test(path));
    const [, id] = route.exec(path);
    try {
      const input = await json(request);
      return await call(this.shop, id, input, request.get('idempotency-key'));
    } catch (error) {
      if (error.name === 'OperatorError') throw new HttpException(error.message, 409);
      throw error;
    }
  }
}

const method = Object.getOwnPropertyDescriptor(ActingController.prototype, 'act');
for (const decorate of [Post('*path'), HttpCode(201), Public()]) {
  decorate(ActingController.prototype, 'act', method);
}
Req()(ActingController.prototype, 'act', 0);
Reflect.defineMetadata('design:paramtypes', [Shop], ActingController);
Controller('acting/api/v1')(ActingController);

class ActingModule {}

export const extension = defineExtension({
  name: 'acting',
  souk: '*',
  module: { module: ActingModule, controllers: [ActingController] },
  uses: [
    ...['orders.accept', 'orders.reject', 'orders.addCodes', 'orders.reverse'],
    ...['balance.deposit', 'balance.adjust'],
  ],
});
