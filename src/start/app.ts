import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { AdminDescription } from '../admin/description/admin-description.js';
import { describeAdmin } from '../admin/description/admin-document.js';
import { AdminModule } from '../admin/admin.module.js';
import { AppModule } from '../app.module.js';
import { ShopBranding } from '../catalog/branding/shop-branding.service.js';
import { AccessLog } from '../common/http/access-log.js';
import { Shutdown } from '../common/http/connection/shutdown.js';
import { corsFor } from '../common/http/cors.js';
import { FastPath } from '../common/http/prepared/fast-path.js';
import { mergeSlashes, noStore } from '../common/http/path.middleware.js';
import { RequestMetrics } from '../common/http/request-metrics.js';
import { TrustedProxies } from '../common/http/trusted-proxies.js';
import { SoukHttpAdapter, type ConnectionLimits } from '../common/http/server/souk-http-adapter.js';
import { NestLogger } from '../common/logger.js';
import { PortFaults } from '../common/port-faults.js';
import type { Tracing } from '../common/tracing/tracing.js';
import type { SoukConfig } from '../config/souk-config.js';
import { assertRoutesOfExtensions } from '../common/http/extension-routes.js';
import { attributed, modulesOf } from '../extensions/connect-ports.js';
import { confineAnswers } from '../extensions/confinement/confined-answers.js';
import { confineExtensions } from '../extensions/confinement/confine-extensions.js';
import { ownEnhancersOf } from '../extensions/confinement/own-enhancers.js';
import { guardRouter } from '../extensions/confinement/router-guard.js';
import type { LoadedExtension } from '../extensions/extension.js';
import { ExtensionWiring } from '../extensions/extension-wiring.js';
import {
  ExtensionAdminModule,
  ExtensionConsoleModule,
} from '../extensions/doors/operator-doors.js';
import { RunningExtensions } from '../extensions/running-extensions.js';
import { ConsoleModule } from '../console/console.module.js';
import { loadHandlerModules } from '../fulfillment/handlers/handler-modules.js';
import { ApiDescription } from '../integration/api-description.js';
import { Locale } from '../locales/locale.js';
import { describeApi } from '../integration/api-document.js';
import { ExtensionRecords } from '../upkeep/extensions/extension-records.service.js';
import { OrderMetrics } from '../orders/wire/order-metrics.js';
import { serveDocsPage } from './docs-page.js';
import { rootPage } from './root-page.js';
import { assertSoundSchema } from './schema-check.js';
import { serveFiles } from './static-files.js';

const IMAGES = { folder: 'images', prefix: '/images/', caching: 'public, max-age=86400' };
/** The style sheet and the scripts. Browsers ask by ETag whether a file has changed. */
const CONSOLE_FILES = { folder: 'console', prefix: '/console/assets/', caching: 'no-cache' };

export interface StartOptions {
  /** Starts on a damaged schema, too. */
  readonly startAnyway?: boolean;
}

/**
 * Creates the application on a migrated database. The caller has to listen, and to close it.
 * @throws OperatorError that names an extension which fails, or what is damaged in the schema
 */
export async function createApp(
  config: SoukConfig,
  logger: Logger,
  extensions: readonly LoadedExtension[] = [],
  { startAnyway = false }: StartOptions = {},
): Promise<NestExpressApplication> {
  const handlers = await loadHandlerModules(config.FULFILLMENT_MODULES);
  useLanguages(config, logger);
  const tracing = await tracingFor(config, logger);
  const adapter = new SoukHttpAdapter(connectionLimits(config), tracing);
  const create = async (): Promise<NestExpressApplication> => {
    for (const { definition } of extensions) await ownEnhancersOf(definition);
    return NestFactory.create<NestExpressApplication>(
      AppModule.register(config, logger, { handlers, extensions, tracing }),
      adapter,
      { logger: new NestLogger(logger), bodyParser: false, abortOnError: false },
    );
  };
  guardRouter(adapter, extensions);
  const app = await attributed(extensions, create);
  try {
    await assertSoundSchema(app, logger, startAnyway);
    return await prepared(app, adapter, config, logger, extensions);
  } catch (error) {
    // Jobs and connections that have been started already would keep the process alive.
    await app.close();
    throw error;
  }
}

/** Connects extensions and middleware, initializes the application, and starts the extensions. */
async function prepared(
  app: NestExpressApplication,
  adapter: SoukHttpAdapter,
  config: SoukConfig,
  logger: Logger,
  extensions: readonly LoadedExtension[],
): Promise<NestExpressApplication> {
  await app.get(ExtensionWiring, { strict: false }).wire();
  const routes = await assertRoutesOfExtensions(app, modulesOf(extensions));
  const owned = await confineExtensions(app, adapter, extensions, routes);
  const records = app.get(ExtensionRecords, { strict: false });
  await records.assertNoneMissing();
  const shutdown = app.get(Shutdown);
  const accessLog = accessLogOf(app, logger);
  adapter.fastPath = new FastPath(shutdown, accessLog, adapter.unsentAnswers);
  app.use(shutdown.endConnection);
  app.use(accessLog.middleware);
  app.use(adapter.unsentAnswers.middleware);
  useMiddleware(app, config);
  if (owned.length > 0) app.use(confineAnswers(owned, app.get(PortFaults, { strict: false })));
  const apart = [AdminModule, ConsoleModule, ExtensionAdminModule, ExtensionConsoleModule];
  app.get(ApiDescription).document = describeApi(app, config.BASE_URL, apart);
  if (config.CONSOLE === 'on') {
    app
      .get(AdminDescription)
      .describeBy(() => describeAdmin(app, [AdminModule, ExtensionAdminModule], config.BASE_URL));
    serveFiles(app, CONSOLE_FILES);
    app.use(rootPage(config.BASE_URL, app.get(ShopBranding, { strict: false })));
  }
  serveDocsPage(app);
  // Before the jobs start: one for a listener that is not recorded is given up in the end.
  for (const added of await records.record()) {
    logger.warn(added, 'an extension may change more of the shop than before');
  }
  await attributed(extensions, () => app.init());
  await app.get(RunningExtensions, { strict: false }).start();
  return app;
}

function accessLogOf(app: NestExpressApplication, logger: Logger): AccessLog {
  const [requests, orders] = [app.get(RequestMetrics), app.get(OrderMetrics)];
  return new AccessLog(logger, app.get(TrustedProxies), (ended) => {
    requests.observe(ended);
    orders.observe(ended);
  });
}

/** What is wrong with further languages stops no shop. */
function useLanguages({ LOCALES_DIR: folder }: SoukConfig, logger: Logger): void {
  const faults = Locale.useFolder(folder);
  Locale.readAll();
  if (faults.length === 0) return;
  logger.warn(
    { faults: faults.length },
    'something in LOCALES_DIR cannot be used; souk doctor names it',
  );
}

/** Undefined, and nothing of OpenTelemetry is loaded, unless the operator names a collector. */
async function tracingFor(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: SoukConfig,
  logger: Logger,
): Promise<Tracing | undefined> {
  if (endpoint === undefined) return undefined;
  const { OpenTelemetry } = await import('../common/tracing/open-telemetry.js');
  return new OpenTelemetry(endpoint, logger);
}

function connectionLimits(config: SoukConfig): ConnectionLimits {
  return {
    connections: config.MAX_CONNECTIONS,
    headersMs: config.HEADERS_TIMEOUT_SECONDS * 1000,
    requestMs: config.REQUEST_TIMEOUT_SECONDS * 1000,
    unsentAnswers: {
      stallMs: config.WRITE_TIMEOUT_SECONDS * 1000,
      bytes: config.UNSENT_ANSWERS_MB * 1024 * 1024,
    },
  };
}

function useMiddleware(app: NestExpressApplication, config: SoukConfig): void {
  app.use(noStore);
  app.use(securityHeaders());
  app.use(mergeSlashes);
  if (config.CORS_ORIGINS.length > 0) app.enableCors(corsFor(config.CORS_ORIGINS));
  serveFiles(app, IMAGES);
}

function securityHeaders() {
  return helmet({
    contentSecurityPolicy: {
      // The interactive docs may be served over plain HTTP, where upgraded requests would fail.
      directives: { upgradeInsecureRequests: null },
    },
    // Strict-Transport-Security applies to a whole domain, so the proxy in front has to set it.
    strictTransportSecurity: false,
    // Other sites and apps show the product images.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
}
