import { createHash } from 'node:crypto';
import { MIGRATIONS } from '../support/migrations.js';

/**
 * Databases exist that these have made. A change to one of them would be made nowhere but in new databases: write a new
 * migration instead, and add its line here when it is released.
 */
const RELEASED: Readonly<Record<string, string>> = {
  Accounts1795200000001: '0f166243cfea8691',
  Catalog1795200000002: '4eb1fad84d4ce8fa',
  Orders1795200000003: '80c4d495600d9092',
  LedgerChain1795200000004: '20d95cd73c881dae',
  HaltAndAudit1795200000005: '80e6b750aa80e21c',
  Delivery1795200000006: '0bc4be4960c3b1e9',
  CodeStock1795200000007: 'abcad4ed5f1026bf',
  Suppliers1795200000008: '968dba672c1c7426',
  Webhooks1795200000009: '8ea9b88ad1d98b8c',
  PlaceOrder1795200000010: 'df80fe091eed2e25',
  CatalogChanges1795200000011: '72b5f562d8fd4c91',
  PlaceOrders1795200000012: '6b1a57600c345d5f',
  AccessTokenChanges1795200000013: 'aff887466f4ac079',
  OrdersErrorMode1795200000014: 'a48d2bf29597b09e',
  MaintenanceOfOrders1795200000015: 'f3411814e22b0fb6',
  ReasonForReseller1795200000016: 'c0cde077048c8d41',
  DatabaseHistory1795200000017: '2662d5566353754e',
  LockTimeouts1795200000018: 'dcf6dbd926a4dcea',
  Restores1795200000019: 'ed3c4215b0b81b8d',
  Extensions1795200000020: '16d5f734c9dcdc9e',
  FailedEvents1795200000021: '8bd9a948d0aa4032',
  PolicyChanges1795200000022: 'ba4b341f6dc6e3ae',
  ExtensionFaults1795200000023: 'ad59114458a8e83f',
  OwnBooks1795200000024: 'e6b6e232c521b1bb',
  TokenScopes1795200000025: '92544ef3b3fdd49b',
  TokenFamilies1795200000026: '12f7fba3b10de8a7',
  AccountLimits1795200000027: 'a039b918eb2b3b79',
  FormerRows1795200000028: '69b0a3ec0c7922ed',
  OperatorPeople1795200000029: '40fbb08f337d0315',
  OrderReversals1795200000030: 'c4f858bfe39a822e',
  OrderRefusals1795200000031: '72afd7a5304e2967',
  Costs1795200000032: 'dc7db21ac5768387',
  AdminRequests1795200000033: '7fd910d38de79284',
  OrderSearch1795200000034: '8936b30617c8c5d7',
  Notifications1795200000035: '6631adde5578be1c',
  CatalogImports1795200000036: 'b4fd631c4edff689',
  BoundedLists1795200000037: '643a1a4d45dc1fbc',
  WebhookMessages1795200000038: '6c5f824ad96d9029',
  OperatorFilters1795200000039: 'cea5da558b3581c0',
  OrderOrigins1795200000040: '3299738417385ac3',
  ImportApplying1795200000041: 'd68b5191defde3b5',
  UnneededPurchases1795200000042: '9d7eac0a256d411b',
  CatalogWords1795200000043: 'a17d408b4933c057',
  OrderSearchKeys1795200000044: 'fc45f6f4adf0bf3b',
  CodesPerPiece1795200000045: '54fed395fd5414f7',
  SearchSteps1795200000046: '2ffdf530f0e1e822',
  PrivateHosts1795200000048: '375f0182d71c185e',
  ReplacedPurchases1795200000053: 'b479924a941ffcf2',
  ForgottenPurchases1795200000055: '474040a1a7a0c985',
  SchemaObjects1795200000047: 'be485d5e2367b431',
  InstanceClocks1795200000049: '0cef355b0ef03c01',
  KnownDevices1795200000050: '6a673357c80ec05a',
  NightlyBackup1795200000051: '1c145212e58d4c14',
  UntriedRestores1795200000054: 'ec3021f0f8f71ed2',
  RequestForms1795200000056: '9a0196bf0378fb03',
  SuspendedOrders1795200000057: '8de87665fee419e9',
  DeliveredOnce1795200000058: '03b4fdaadef52277',
  ClearedStocks1795200000059: 'c36b4300d92f70db',
  LostCodesInStock1795200000060: '24a342fc8190d5db',
  AuditTargets1795200000061: '834133d220367f15',
  FrozenSuppliers1795200000062: '2477eed0e95919c6',
  LineageSince1795200000063: '72e18e7a0e6c4831',
  CreatedTokenTargets1795200000064: 'f6ad05a4c4b323cf',
  UnusualChanges1795200000065: '9eb547a14493cbea',
  ItemChanges1795200000066: 'dee5f0131ccb7bad',
  SupplierImport1795200000067: 'f65dc40dc253d18f',
  Conventions1795200000068: 'a3ec744f05bbeb32',
  CodesByHand1795200000069: '0f2c6db6aa8e64b8',
  ShopBranding1795200000070: 'c9a53d7085a57ab0',
  AccountContact1795200000071: '24b38bde37c12272',
  AccountEvents1795200000072: '63b8034b33157333',
  LedgerTexts1795200000073: '795d7147051ba125',
  Receipts1795200000074: '952a406c8f96b45c',
  CodeCommitments1795200000075: '2b338841b15b550e',
  ExtensionCalls1795200000076: '4d8144696e096613',
  OrderedEvents1795200000077: 'a4649f930560371f',
  ExtensionTasks1795200000078: '11e3c03ce1bf7839',
  SentinelCheckpoints1795200000079: 'f6467cc59a51b553',
  OrderedIds1795200000080: '146760de9f04459c',
  Erasures1795200000082: 'db797b53d01f9570',
  ErasedMessages1795200000083: '26c479ffde9f25a7',
  NarrowIndexes1795200000084: 'ce1cb3cef59ae1a6',
  WideIndexes1795200000085: 'f3bec87fa5781ac3',
};

/** Of all statements of a migration, up and down. */
async function digestOf(Migration: (typeof MIGRATIONS)[number]): Promise<string> {
  const migration = new Migration();
  const hash = createHash('sha256');
  const runner = { query: (sql: string) => Promise.resolve(hash.update(`${sql}\n`)) };
  await migration.up(runner);
  await migration.down(runner);
  return hash.digest('hex').slice(0, 16);
}

it('the SQL of a released migration never changes', async () => {
  const digests: Record<string, string> = {};
  for (const Migration of MIGRATIONS) digests[Migration.name] = await digestOf(Migration);
  expect(digests).toEqual(RELEASED);
});
