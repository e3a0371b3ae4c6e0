import { accountCatalog, accountProduct } from '../../operations/catalog/account-catalog.lists.js';
import { accountList, accountShow } from '../../operations/accounts/account.lists.js';
import { groupList } from '../../operations/accounts/group.lists.js';
import { ACCOUNT_OPERATIONS } from '../../operations/accounts/account.operations.js';
import { ALLOWED_IP_OPERATIONS } from '../../operations/accounts/allowed-ip.operations.js';
import { balanceShow, ledgerList } from '../../operations/accounts/balance.lists.js';
import { BALANCE_OPERATIONS } from '../../operations/accounts/balance.operations.js';
import { GROUP_OPERATIONS } from '../../operations/accounts/group.operations.js';
import { ipList, tokenList, tokenShow } from '../../operations/accounts/token.lists.js';
import { TOKEN_OPERATIONS } from '../../operations/accounts/token.operations.js';
import { webhookFailures, webhookShow } from '../../operations/accounts/webhook.lists.js';
import { WEBHOOK_OPERATIONS } from '../../operations/accounts/webhook.operations.js';
import { costList } from '../../operations/costs/cost.lists.js';
import { COST_OPERATIONS } from '../../operations/costs/cost.operations.js';
import { deliveryHandlers, deliveryShow } from '../../operations/delivery/delivery.lists.js';
import { DELIVERY_OPERATIONS } from '../../operations/delivery/delivery.operations.js';
import { stockList } from '../../operations/stock/stock.lists.js';
import { STOCK_OPERATIONS } from '../../operations/stock/stock.operations.js';
import {
  supplierCatalog,
  supplierList,
  supplierShow,
} from '../../operations/suppliers/supplier.lists.js';
import { SUPPLIER_OPERATIONS } from '../../operations/suppliers/supplier.operations.js';
import { priceBase } from '../../operations/catalog/base-price.operations.js';
import { BUILT_IN_OPERATIONS } from '../../operations/catalog/built-in.operations.js';
import {
  catalogSettingsSet,
  catalogSettingsShow,
} from '../../operations/catalog/catalog-setting.operations.js';
import { CATEGORY_OPERATIONS } from '../../operations/catalog/category.operations.js';
import { importChanges, importList, importShow } from '../../operations/catalog/import.lists.js';
import { importCompare, importDiscard } from '../../operations/catalog/import.operations.js';
import {
  categoryList,
  categoryShow,
  productList,
  productShow,
} from '../../operations/catalog/item.lists.js';
import { PICTURE_OPERATIONS } from '../../operations/catalog/picture.operations.js';
import { PRODUCT_OPERATIONS } from '../../operations/catalog/product.operations.js';
import { ledgerVerify } from '../../operations/accounts/ledger-verification.js';
import {
  mailServerRemove,
  mailServerSet,
} from '../../operations/notifications/mail-server.operations.js';
import {
  mailServerShow,
  recipientList,
  recipientShow,
} from '../../operations/notifications/notification.lists.js';
import { NOTIFICATION_OPERATIONS } from '../../operations/notifications/notification.operations.js';
import { receiptsCheck } from '../../operations/accounts/receipt-check.js';
import { refusalList } from '../../operations/orders/refusal.lists.js';
import { auditEntry, auditItems, auditList } from '../../operations/shop/audit.lists.js';
import { AUDIT_OPERATIONS } from '../../operations/shop/audit.operations.js';
import { priceList, visibilityList } from '../../operations/catalog/rule.lists.js';
import { RULE_OPERATIONS } from '../../operations/catalog/rule.operations.js';
import { EXTENSION_OPERATIONS, extensionList } from '../../operations/shop/extension.operations.js';
import { extensionFailures } from '../../operations/shop/failed-event.operations.js';
import { BRANDING_OPERATIONS, brandingShow } from '../../operations/shop/branding.operations.js';
import { conventionsSet, conventionsShow } from '../../operations/shop/convention.operations.js';
import {
  maintenanceSet,
  maintenanceShow,
  requestFormsSet,
  requestFormsShow,
} from '../../operations/shop/maintenance.operations.js';
import {
  backupsConfirm,
  backupsMake,
  doctor,
  settle,
} from '../../operations/shop/recovery.operations.js';
import {
  operatorTokenCreate,
  operatorTokenRevoke,
} from '../../operations/people/operator-token.operations.js';
import {
  operatorList,
  operatorShow,
  operatorTokenList,
} from '../../operations/people/operator.lists.js';
import { OPERATOR_OPERATIONS } from '../../operations/people/operator.operations.js';
import { orderAddCodes } from '../../operations/orders/code.operations.js';
import { erasureAdd, erasureList } from '../../operations/orders/erasure.operations.js';
import { orderSearch } from '../../operations/orders/order-search.lists.js';
import { orderList, orderShow, orderTimeline } from '../../operations/orders/order.lists.js';
import {
  orderAccept,
  orderReject,
  orderReverse,
} from '../../operations/orders/order.operations.js';
import { orderPurchase, PURCHASE_OPERATIONS } from '../../operations/orders/purchase.operations.js';
import { balanceReport, salesReport, stockReport } from '../../operations/reports/report.lists.js';
import { topicController, type Topic } from './topic-controller.js';

/** All that operators can do and see, by the tag under which the OpenAPI document lists it. */
const TOPICS: readonly Topic[] = [
  {
    tag: 'Accounts',
    operations: [...ACCOUNT_OPERATIONS, ...GROUP_OPERATIONS],
    readings: [accountShow],
    lists: [accountList, groupList],
  },
  {
    tag: 'Balances',
    operations: [...BALANCE_OPERATIONS, receiptsCheck],
    readings: [balanceShow, ledgerVerify],
    lists: [ledgerList],
  },
  {
    tag: 'Tokens and Allowed IPs',
    operations: [...TOKEN_OPERATIONS, ...ALLOWED_IP_OPERATIONS],
    readings: [tokenShow, ipList],
    lists: [tokenList],
  },
  {
    tag: 'Webhooks',
    operations: WEBHOOK_OPERATIONS,
    readings: [webhookShow],
    lists: [webhookFailures],
  },
  {
    tag: 'Costs',
    operations: COST_OPERATIONS,
    lists: [costList],
  },
  {
    tag: 'Stock',
    operations: STOCK_OPERATIONS,
    lists: [stockList],
  },
  {
    tag: 'Delivery',
    operations: DELIVERY_OPERATIONS,
    readings: [deliveryHandlers, deliveryShow],
  },
  {
    tag: 'Suppliers',
    operations: SUPPLIER_OPERATIONS,
    readings: [supplierShow, supplierCatalog],
    lists: [supplierList],
  },
  {
    tag: 'Catalog',
    operations: [
      ...[...CATEGORY_OPERATIONS, ...PRODUCT_OPERATIONS, ...PICTURE_OPERATIONS],
      ...BUILT_IN_OPERATIONS,
      catalogSettingsSet,
    ],
    readings: [catalogSettingsShow, categoryShow, productShow, accountProduct],
    lists: [categoryList, productList, accountCatalog],
  },
  {
    tag: 'Catalog imports',
    operations: [importCompare, importDiscard],
    readings: [importList, importShow],
    lists: [importChanges],
  },
  {
    tag: 'Audit',
    operations: AUDIT_OPERATIONS,
    readings: [auditEntry],
    lists: [auditList, auditItems],
  },
  {
    tag: 'Orders',
    operations: [
      ...[orderAccept, orderReject, orderReverse, orderAddCodes, ...PURCHASE_OPERATIONS],
      erasureAdd,
    ],
    readings: [orderSearch, orderShow, orderTimeline, orderPurchase],
    lists: [orderList, refusalList, erasureList],
  },
  {
    tag: 'Operators',
    operations: [...OPERATOR_OPERATIONS, operatorTokenCreate, operatorTokenRevoke],
    readings: [operatorShow],
    lists: [operatorList, operatorTokenList],
  },
  {
    tag: 'Shop',
    operations: [
      ...[maintenanceSet, conventionsSet, ...BRANDING_OPERATIONS, requestFormsSet, settle],
      ...[backupsMake, backupsConfirm],
    ],
    readings: [maintenanceShow, conventionsShow, brandingShow, requestFormsShow, doctor],
  },
  {
    tag: 'Extensions',
    operations: EXTENSION_OPERATIONS,
    readings: [extensionList, extensionFailures],
  },
  {
    tag: 'Notifications',
    operations: [...NOTIFICATION_OPERATIONS, mailServerSet, mailServerRemove],
    readings: [recipientShow, mailServerShow],
    lists: [recipientList],
  },
  {
    tag: 'Prices and visibility',
    operations: [...RULE_OPERATIONS, priceBase],
    lists: [visibilityList, priceList],
  },
  {
    tag: 'Reports',
    readings: [salesReport, balanceReport, stockReport],
  },
];

/** All that operators can change. */
export const OPERATIONS = TOPICS.flatMap(({ operations = [] }) => operations).filter(
  ({ kind }) => kind !== 'reading',
);

/** Their routes. */
export const TOPIC_CONTROLLERS = TOPICS.map(topicController);
