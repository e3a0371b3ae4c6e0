import { Accounts1795200000001 } from './0001-accounts.js';
import { Catalog1795200000002 } from './0002-catalog.js';
import { Orders1795200000003 } from './0003-orders.js';
import { LedgerChain1795200000004 } from './0004-ledger-chain.js';
import { HaltAndAudit1795200000005 } from './0005-halt-and-audit.js';
import { Delivery1795200000006 } from './0006-delivery.js';
import { CodeStock1795200000007 } from './0007-code-stock.js';
import { Suppliers1795200000008 } from './0008-suppliers.js';
import { Webhooks1795200000009 } from './0009-webhooks.js';
import { PlaceOrder1795200000010 } from './0010-place-order.js';
import { CatalogChanges1795200000011 } from './0011-catalog-changes.js';
import { PlaceOrders1795200000012 } from './0012-place-orders.js';
import { AccessTokenChanges1795200000013 } from './0013-access-token-changes.js';
import { OrdersErrorMode1795200000014 } from './0014-orders-error-mode.js';
import { MaintenanceOfOrders1795200000015 } from './0015-maintenance-of-orders.js';
import { ReasonForReseller1795200000016 } from './0016-reason-for-reseller.js';
import { DatabaseHistory1795200000017 } from './0017-database-history.js';
import { LockTimeouts1795200000018 } from './0018-lock-timeouts.js';
import { Restores1795200000019 } from './0019-restores.js';
import { Extensions1795200000020 } from './0020-extensions.js';
import { FailedEvents1795200000021 } from './0021-failed-events.js';
import { PolicyChanges1795200000022 } from './0022-policy-changes.js';
import { ExtensionFaults1795200000023 } from './0023-extension-faults.js';
import { OwnBooks1795200000024 } from './0024-own-books.js';
import { TokenScopes1795200000025 } from './0025-token-scopes.js';
import { TokenFamilies1795200000026 } from './0026-token-families.js';
import { AccountLimits1795200000027 } from './0027-account-limits.js';
import { FormerRows1795200000028 } from './0028-former-rows.js';
import { OperatorPeople1795200000029 } from './0029-operator-people.js';
import { OrderReversals1795200000030 } from './0030-order-reversals.js';
import { OrderRefusals1795200000031 } from './0031-order-refusals.js';
import { Costs1795200000032 } from './0032-costs.js';
import { AdminRequests1795200000033 } from './0033-admin-requests.js';
import { OrderSearch1795200000034 } from './0034-order-search.js';
import { Notifications1795200000035 } from './0035-notifications.js';
import { CatalogImports1795200000036 } from './0036-catalog-imports.js';
import { BoundedLists1795200000037 } from './0037-bounded-lists.js';
import { WebhookMessages1795200000038 } from './0038-webhook-messages.js';
import { OperatorFilters1795200000039 } from './0039-operator-filters.js';
import { OrderOrigins1795200000040 } from './0040-order-origins.js';
import { ImportApplying1795200000041 } from './0041-import-applying.js';
import { UnneededPurchases1795200000042 } from './0042-unneeded-purchases.js';
import { CatalogWords1795200000043 } from './0043-catalog-words.js';
import { OrderSearchKeys1795200000044 } from './0044-order-search-keys.js';
import { CodesPerPiece1795200000045 } from './0045-codes-per-piece.js';
import { SearchSteps1795200000046 } from './0046-search-steps.js';
import { SchemaObjects1795200000047 } from './0047-schema-objects.js';
import { PrivateHosts1795200000048 } from './0048-private-hosts.js';
import { InstanceClocks1795200000049 } from './0049-instance-clocks.js';
import { KnownDevices1795200000050 } from './0050-known-devices.js';
import { NightlyBackup1795200000051 } from './0051-nightly-backup.js';
import { ReplacedPurchases1795200000053 } from './0053-replaced-purchases.js';
import { UntriedRestores1795200000054 } from './0054-untried-restores.js';
import { ForgottenPurchases1795200000055 } from './0055-forgotten-purchases.js';
import { RequestForms1795200000056 } from './0056-request-forms.js';
import { SuspendedOrders1795200000057 } from './0057-suspended-orders.js';
import { DeliveredOnce1795200000058 } from './0058-delivered-once.js';
import { ClearedStocks1795200000059 } from './0059-cleared-stocks.js';
import { LostCodesInStock1795200000060 } from './0060-lost-codes-in-stock.js';
import { AuditTargets1795200000061 } from './0061-audit-targets.js';
import { FrozenSuppliers1795200000062 } from './0062-frozen-suppliers.js';
import { LineageSince1795200000063 } from './0063-lineage-since.js';
import { CreatedTokenTargets1795200000064 } from './0064-created-token-targets.js';
import { UnusualChanges1795200000065 } from './0065-unusual-changes.js';
import { ItemChanges1795200000066 } from './0066-item-changes.js';
import { SupplierImport1795200000067 } from './0067-supplier-import.js';
import { CodesByHand1795200000069 } from './0069-codes-by-hand.js';

/** All migrations, oldest first. The statements of a released migration are never changed. */
export const MIGRATIONS = [
  Accounts1795200000001,
  Catalog1795200000002,
  Orders1795200000003,
  LedgerChain1795200000004,
  HaltAndAudit1795200000005,
  Delivery1795200000006,
  CodeStock1795200000007,
  Suppliers1795200000008,
  Webhooks1795200000009,
  PlaceOrder1795200000010,
  CatalogChanges1795200000011,
  PlaceOrders1795200000012,
  AccessTokenChanges1795200000013,
  OrdersErrorMode1795200000014,
  MaintenanceOfOrders1795200000015,
  ReasonForReseller1795200000016,
  DatabaseHistory1795200000017,
  LockTimeouts1795200000018,
  Restores1795200000019,
  Extensions1795200000020,
  FailedEvents1795200000021,
  PolicyChanges1795200000022,
  ExtensionFaults1795200000023,
  OwnBooks1795200000024,
  TokenScopes1795200000025,
  TokenFamilies1795200000026,
  AccountLimits1795200000027,
  FormerRows1795200000028,
  OperatorPeople1795200000029,
  OrderReversals1795200000030,
  OrderRefusals1795200000031,
  Costs1795200000032,
  AdminRequests1795200000033,
  OrderSearch1795200000034,
  Notifications1795200000035,
  CatalogImports1795200000036,
  BoundedLists1795200000037,
  WebhookMessages1795200000038,
  OperatorFilters1795200000039,
  OrderOrigins1795200000040,
  ImportApplying1795200000041,
  UnneededPurchases1795200000042,
  CatalogWords1795200000043,
  OrderSearchKeys1795200000044,
  CodesPerPiece1795200000045,
  SearchSteps1795200000046,
  SchemaObjects1795200000047,
  PrivateHosts1795200000048,
  InstanceClocks1795200000049,
  KnownDevices1795200000050,
  NightlyBackup1795200000051,
  ReplacedPurchases1795200000053,
  UntriedRestores1795200000054,
  ForgottenPurchases1795200000055,
  RequestForms1795200000056,
  SuspendedOrders1795200000057,
  DeliveredOnce1795200000058,
  ClearedStocks1795200000059,
  LostCodesInStock1795200000060,
  AuditTargets1795200000061,
  FrozenSuppliers1795200000062,
  LineageSince1795200000063,
  CreatedTokenTargets1795200000064,
  UnusualChanges1795200000065,
  ItemChanges1795200000066,
  SupplierImport1795200000067,
  CodesByHand1795200000069,
];
