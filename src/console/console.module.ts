import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { AdminModule } from '../admin/admin.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { HealthModule } from '../health/health.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { UpkeepModule } from '../upkeep/upkeep.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { CallerAddresses } from './access/caller-addresses.js';
import { SessionCookie } from './access/session-cookie.js';
import { Visitors } from './access/visitors.service.js';
import { SessionLookups } from './access/session-lookups.js';
import { AccountCatalogController } from './account-catalog/account-catalog.controller.js';
import { AccountProductReading } from './account-catalog/account-product-reading.service.js';
import { OwnRulesController } from './account-catalog/own-rules.controller.js';
import { AccountController } from './accounts/account.controller.js';
import { AccountSettingsController } from './accounts/account-settings.controller.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AllowedIpsController } from './allowed-ips/allowed-ips.controller.js';
import { ColorController } from './branding/color.controller.js';
import { CostsController } from './costs/costs.controller.js';
import { DeliveryReading } from './delivery/delivery-reading.service.js';
import { GroupController } from './groups/group.controller.js';
import { ConsoleLists } from './operations/console-lists.service.js';
import { FormOperations } from './operations/form-operations.service.js';
import { GroupReading } from './groups/group-reading.service.js';
import { GroupsController } from './groups/groups.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { EntryController } from './audit/entry.controller.js';
import { CatalogController } from './catalog/catalog.controller.js';
import { CategoryController } from './catalog/category.controller.js';
import { ItemReading } from './catalog/item-reading.service.js';
import { NewProductController } from './catalog/new-product.controller.js';
import { PricesController } from './prices/prices.controller.js';
import { ProductController } from './catalog/product.controller.js';
import { ProductReading } from './catalog/product-reading.service.js';
import { RuleReading } from './catalog/rule-reading.service.js';
import { RulesController } from './catalog/rules.controller.js';
import { OpenForms } from './http/open-forms.js';
import { NeedsReading } from './home/needs-reading.service.js';
import { HomeController } from './home/home.controller.js';
import { ImportController } from './imports/import.controller.js';
import { ImportsController } from './imports/imports.controller.js';
import { LiveController } from './live/live.controller.js';
import { LiveOrders } from './live/live-orders.service.js';
import { MoneyController } from './money/money.controller.js';
import { MailServerController } from './notifications/mail-server.controller.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { RecipientController } from './notifications/recipient.controller.js';
import { OperatorController } from './operators/operator.controller.js';
import { OperatorTokensController } from './operators/operator-tokens.controller.js';
import { OperatorsController } from './operators/operators.controller.js';
import { PermissionsController } from './operators/permissions.controller.js';
import { OrderController } from './orders/order.controller.js';
import { OrderReading } from './orders/order-reading.service.js';
import { OrdersController } from './orders/orders.controller.js';
import { OwnAccount } from './own/own-account.service.js';
import { OwnController } from './own/own.controller.js';
import { OwnTwoFactorController } from './own/own-two-factor.controller.js';
import { ExtensionsController } from './shop/extensions.controller.js';
import { CatalogPicker } from './shell/catalog-picker.service.js';
import { AccountPicker } from './shell/account-picker.service.js';
import { BelowCostQuestion } from './catalog/below-cost-question.service.js';
import { OrderPickers } from './shell/order-pickers.service.js';
import { ThingNaming } from './shell/thing-naming.service.js';
import { RefusalsController } from './refusals/refusals.controller.js';
import { ShopController } from './shop/shop.controller.js';
import { LinkLookups } from './sign-in/link-lookups.js';
import { ReportsController } from './reports/reports.controller.js';
import { LinkController } from './sign-in/link.controller.js';
import { SearchController } from './search/search.controller.js';
import { SearchEverywhere } from './search/search.service.js';
import { SecondFactorController } from './sign-in/second-factor.controller.js';
import { ShopState } from './shell/shop-state.service.js';
import { UndoOffers } from './shell/undo-offers.service.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SessionStart } from './sign-in/session-start.js';
import { SignInOrigins } from './sign-in/sign-in-origin.js';
import { StockController } from './stock/stock.controller.js';
import { StocksController } from './stock/stocks.controller.js';
import { SupplierCatalogController } from './suppliers/supplier-catalog.controller.js';
import { SupplierController } from './suppliers/supplier.controller.js';
import { SuppliersController } from './suppliers/suppliers.controller.js';
import { TokenController } from './tokens/token.controller.js';
import { TokenOwnerController } from './tokens/token-owner.controller.js';
import { TokensController } from './tokens/tokens.controller.js';
import { UndoController } from './undo/undo.controller.js';
import { UpkeepController } from './upkeep/upkeep.controller.js';
import { WaitingController } from './waiting/waiting.controller.js';
import { WebhookController } from './webhooks/webhook.controller.js';
import { WebhookMessagesController } from './webhooks/webhook-messages.controller.js';

/** The operator's pages. Only the server loads them, and only where CONSOLE is on. */
@Module({
  imports: [
    AccountModule,
    AdminModule,
    CatalogModule,
    HealthModule,
    NotificationsModule,
    UpkeepModule,
    OrdersModule,
    ReportsModule,
  ],
  controllers: [
    AccountCatalogController,
    OwnRulesController,
    AccountController,
    AccountSettingsController,
    AccountsController,
    AllowedIpsController,
    AuditController,
    EntryController,
    CatalogController,
    CategoryController,
    ColorController,
    CostsController,
    ExtensionsController,
    GroupController,
    GroupsController,
    HomeController,
    ImportController,
    ImportsController,
    LinkController,
    LiveController,
    MailServerController,
    MoneyController,
    NewProductController,
    NotificationsController,
    RecipientController,
    OperatorController,
    OperatorTokensController,
    OperatorsController,
    OrderController,
    OrdersController,
    OwnController,
    OwnTwoFactorController,
    PermissionsController,
    PricesController,
    ProductController,
    RefusalsController,
    RulesController,
    ReportsController,
    SearchController,
    SecondFactorController,
    ShopController,
    SignInController,
    StockController,
    StocksController,
    SupplierCatalogController,
    SupplierController,
    SuppliersController,
    TokenController,
    TokenOwnerController,
    TokensController,
    UndoController,
    UpkeepController,
    WaitingController,
    WebhookController,
    WebhookMessagesController,
  ],
  providers: [
    AccountPicker,
    AccountProductReading,
    CallerAddresses,
    CatalogPicker,
    OrderPickers,
    BelowCostQuestion,
    ConsoleLists,
    FormOperations,
    GroupReading,
    DeliveryReading,
    ItemReading,
    LinkLookups,
    LiveOrders,
    NeedsReading,
    OpenForms,
    OrderReading,
    OwnAccount,
    ProductReading,
    ThingNaming,
    RuleReading,
    SearchEverywhere,
    SessionCookie,
    SessionLookups,
    SessionStart,
    ShopState,
    SignInOrigins,
    UndoOffers,
    Visitors,
  ],
  // For the pages of extensions.
  exports: [
    CallerAddresses,
    FormOperations,
    OpenForms,
    SessionCookie,
    SessionLookups,
    ShopState,
    UndoOffers,
  ],
})
export class ConsoleModule {}
