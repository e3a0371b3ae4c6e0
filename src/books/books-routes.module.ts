import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { BooksController } from './books.controller.js';
import { BooksService } from './books.service.js';
import { FeedReceipts } from './feed/feed-receipts.service.js';
import { FeedWaits } from './feed/feed-waits.js';
import { FeedService } from './feed/feed.service.js';

/** What a reseller reads of its own orders and ledger. Commands do not need it. */
@Module({
  imports: [AccountModule, OrdersModule],
  controllers: [BooksController],
  providers: [BooksService, FeedReceipts, FeedService, FeedWaits],
})
export class BooksRoutesModule {}
