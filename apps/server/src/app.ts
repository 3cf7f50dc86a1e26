/** Builds the server's app from a configuration, a store and a clock, without listening. Tests use it in their own process. */
import { ownRelease } from '@atoll/domain/release/standing';
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { createAppHub } from './app-hub.ts';
import { serveAppMetrics } from './app-metrics.ts';
import type { HubBus } from './hub/bus/bus.ts';
import { MemoryBus } from './hub/bus/memory.ts';
import { registerAccount } from './modules/account/routes.ts';
import { registerApproval } from './modules/approval/routes.ts';
import { approvedToSend } from './modules/approval/service.ts';
import { noteAttempts } from './modules/audit/attempt.ts';
import { registerAudit } from './modules/audit/routes.ts';
import { registerAuth } from './modules/auth/routes.ts';
import { createAuth, wasSignedIn } from './modules/auth/service.ts';
import { registerBackup } from './modules/backup/routes.ts';
import { registerBill } from './modules/bill/routes.ts';
import { registerBulk } from './modules/bulk/routes.ts';
import type { Doctor } from './modules/care/bundle.ts';
import { registerCare } from './modules/care/routes.ts';
import { registerChange } from './modules/change/routes.ts';
import { claimAddress, registerClaim } from './modules/claim/routes.ts';
import { registerCopy } from './modules/copy/routes.ts';
import { registerCsv } from './modules/csv/routes.ts';
import { registerCustomer } from './modules/customer/routes.ts';
import { registerDashboard } from './modules/dashboard/routes.ts';
import { registerDelivery } from './modules/delivery/routes.ts';
import { markReady } from './modules/delivery/service.ts';
import { registerFile } from './modules/file/routes.ts';
import { registerFloor } from './modules/floor/routes.ts';
import { registerInfo } from './modules/info/routes.ts';
import { registerInvoice } from './modules/invoice/routes.ts';
import { registerKitchen } from './modules/kitchen/routes.ts';
import { registerMenu } from './modules/menu/routes.ts';
import { watchServerClock } from './modules/notification/clock-notice.ts';
import { registerNotification } from './modules/notification/routes.ts';
import { registerOffsite } from './modules/offsite/routes.ts';
import { registerOrder } from './modules/order/routes.ts';
import { serveFiles } from './modules/outlet/files.ts';
import { registerOutlet } from './modules/outlet/routes.ts';
import { registerPoints } from './modules/points/routes.ts';
import { registerPrices } from './modules/price/routes.ts';
import { registerPrintStation } from './modules/print-station/routes.ts';
import { registerRecipe } from './modules/recipe/routes.ts';
import { registerReport } from './modules/report/routes.ts';
import { registerSearch } from './modules/search/routes.ts';
import { registerSetting } from './modules/setting/routes.ts';
import { registerShift } from './modules/shift/routes.ts';
import { registerStart } from './modules/start/routes.ts';
import type { ExampleMenu } from './modules/start/service.ts';
import { registerStock } from './modules/stock/routes.ts';
import { keepContacts } from './modules/till/contact.ts';
import { trackTills } from './modules/till/track.ts';
import { registerTrust } from './modules/trust/routes.ts';
import { registerUser } from './modules/user/routes.ts';
import { registerWallet } from './modules/wallet/routes.ts';
import { registerWebsite } from './modules/website/routes.ts';
import type { Config } from './platform/config/config.ts';
import { version } from './platform/config/version.ts';
import { answerError } from './platform/errors/answer.ts';
import { addHeaders } from './platform/http/headers.ts';
import { serveHealth } from './platform/http/health.ts';
import { refuseForeignHosts } from './platform/http/host-guard.ts';
import { readJsonOnly } from './platform/http/json-body.ts';
import { onBehalfOf } from './platform/http/on-behalf-of.ts';
import { serveDocs } from './platform/http/openapi/docs.ts';
import type { NameSources } from './platform/http/own-names.ts';
import { createReadiness } from './platform/http/readiness.ts';
import { refuseBeforeRestore } from './platform/http/restored.ts';
import { requireWholeContract } from './platform/http/route.ts';
import type { Clock, Services } from './platform/http/services.ts';
import { serveWeb } from './platform/http/web.ts';
import { createLog } from './platform/log/log.ts';
import { logRefusals } from './platform/log/security-log.ts';
import { countMails, createMailer, type Mailer } from './platform/mail/mailer.ts';
import { keepStore } from './platform/store/history-key.ts';
import type { Store } from './platform/store/store.ts';
import { storeName } from './platform/store/store-name.ts';
import { secureOptions, type Tls } from './platform/tls/tls.ts';
import { recordCalls } from './platform/trace/record-calls.ts';
import { requestIds } from './platform/trace/request-id.ts';
import type { Tracing } from './platform/trace/span.ts';
import { registerResources } from './resource/routes.ts';

export interface AppParts {
  readonly config: Config;
  readonly store: Store;
  readonly clock?: Clock;
  /** The bus between server processes; within this process when absent. */
  readonly bus?: HubBus;
  readonly mailer?: Mailer;
  readonly log?: ReturnType<typeof createLog>;
  readonly isDraining?: () => boolean;
  /** The certificate when the server serves https itself. */
  readonly tls?: Tls | undefined;
  /** Returns the port of `/hello`, once it listens. */
  readonly helloPort?: () => number;
  /** Runs doctor; absent where the process does not know where it is. */
  readonly doctor?: Doctor | undefined;
  /** Returns whether a time server sets the clock of the machine; absent where nobody asks it. */
  readonly isClockSet?: (() => Promise<boolean | null>) | undefined;
  /** Where the names of this machine are looked up; its resolver when absent. */
  readonly names?: Partial<NameSources>;
  /** Archives the demo data and starts with an empty store; absent where that is not possible. */
  readonly leaveDemo?: () => void;
  /** Starts again with the store that was prepared by a restore; absent where that is not possible. */
  readonly restart?: () => void;
  /** The binary logarithm of the work of a guess of a copy's passphrase; as the program age does when absent. */
  readonly passphraseCost?: number;
  /** The release that tills compare theirs with; this one when absent. */
  readonly release?: string;
}

const bodyLimit = 1024 * 1024;

function createInstance({ config, tls }: AppParts, log: ReturnType<typeof createLog>, clock: Clock): FastifyInstance {
  const app = fastify({
    ...(tls && { https: secureOptions(tls.pair()) }),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIds(config.trustProxy),
    bodyLimit,
    trustProxy: config.trustProxy ?? false,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // The contract checks requests, and answers are plain JSON: Fastify's own schema compilers would be loaded without
    // use.
    schemaController: { compilersFactory: noCompilers },
  }) as unknown as FastifyInstance;
  logRefusals(app, clock);
  return app;
}

const noCompilers = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
} as unknown as NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** Returns the example menu of a first visit. Loaded only when needed, because the code that draws its pictures is large. */
function exampleMenu(store: Store): ExampleMenu {
  return async (outletId, businessType) =>
    (await import('./seed/example-menu.ts')).seedExample(store, outletId, businessType);
}

/** Returns what finds the actor of a call, with the approvals to send waiting work. */
function authorOf({ store, clock }: Services): FastifyInstance['onBehalfOf'] {
  return (called, actor) =>
    onBehalfOf(
      {
        store,
        isAuthor: (who, author, work) => wasSignedIn({ store, clock }, who, author, work),
        sendRights: (who, sent) => approvedToSend({ store, clock }, who, sent),
      },
      called,
      actor,
    );
}

/** Opens the export of traces when an address is set; the packages for it are loaded only then. */
async function tracingOf({ traces }: Config): Promise<Tracing | undefined> {
  if (!traces) return undefined;
  const { openTracing } = await import('./platform/trace/otel.ts');
  return openTracing(traces.endpoint, traces.serviceName);
}

/** Registers what is bought, kept and used up. */
function registerGoods(app: FastifyInstance, services: Services): void {
  registerPoints(app, services);
  registerOrder(app, services);
  registerWallet(app, services);
  registerStock(app, services);
  registerRecipe(app, services);
  registerInvoice(app, services);
}

/** Adds what the routes of the contract find on the app. */
function decorateForRoutes(app: FastifyInstance, services: Services, { release }: AppParts): void {
  app.decorate('clock', services.clock);
  app.decorate('release', release ?? ownRelease);
  app.decorate('onBehalfOf', authorOf(services));
  app.decorate('endpoints', new Set<string>());
  app.decorate('resources', new Map());
  app.decorateRequest('actor', null);
}

/** Builds the app. The caller calls `listen` and `close`; closing it leaves the store open. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, store, tls, doctor, isClockSet } = parts;
  const clock = parts.clock ?? Date.now;
  const log = parts.log ?? createLog(config.logLevel);
  const app = createInstance(parts, log, clock);
  const services: Services = { store, clock, config, log: app.log };
  const mails = countMails(parts.mailer ?? createMailer(config), config);
  const auth = await createAuth({ store, clock, config, mailer: mails.send, log: app.log });

  app.decorate('gate', auth.gate);
  decorateForRoutes(app, services, parts);
  noteAttempts(app, services);
  recordCalls(app, await tracingOf(config), clock);
  app.setErrorHandler(answerError);
  readJsonOnly(app);
  const clockWatch = watchServerClock(app, services);
  // Tills get no time from a clock that is known to be wrong.
  const serverTime = () => (clockWatch.behindMs > 0 ? null : clock());
  const storeNow = await storeName(store, clock());
  keepStore(config.dataDir, storeNow);
  addHeaders(app, config, storeNow, serverTime);
  refuseBeforeRestore(app, storeNow);
  const isOwnHost = refuseForeignHosts(app, config, parts.names);
  requireWholeContract(app);

  const hub = createAppHub(app, { services, auth, bus: parts.bus ?? new MemoryBus(), isOwnHost });
  serveHealth(app, {
    check: createReadiness(store),
    isDraining: parts.isDraining ?? (() => false),
    clockBehindMs: clockWatch.recent,
    clockOffsetMs: () => store.meter.clockOffsetMs,
  });
  serveDocs(app, version);
  const tills = trackTills(app, services);
  serveAppMetrics(app, { config, store, clock, hub, tills, mails });
  keepContacts(app, services, hub);

  registerInfo(app, services, version);
  const links = registerTrust(app, services, { tls, isOwnHost, helloPort: parts.helloPort });
  const clockBehindMs = () => clockWatch.behindMs;
  registerCare(app, services, { tls, doctor, tills, isClockSet, mailer: mails.send, clockBehindMs });
  registerAuth(app, services, auth, links);
  registerApproval(app, services, auth);
  registerUser(app, services, auth);
  registerOutlet(app, services);
  registerSetting(app, services, auth);
  registerFloor(app, services);
  registerBackup(app, services, { auth, restart: parts.restart });
  registerOffsite(app, services, auth, parts.passphraseCost);
  registerStart(app, services, { auth, example: exampleMenu(store), leaveDemo: parts.leaveDemo });
  registerMenu(app, services);
  registerPrices(app, services);
  registerCopy(app, services);
  registerCustomer(app, services);
  registerAccount(app, services);
  registerFile(app, services);
  registerDashboard(app, services);
  registerReport(app, services, mails.send);
  registerAudit(app, services, storeNow);
  registerShift(app, services);
  registerWebsite(app, services);
  registerBill(app, services, claimAddress(services, auth.tokens.digest));
  registerClaim(app, services, auth.tokens.digest);
  registerKitchen(app, services, markReady);
  registerDelivery(app, services);
  registerPrintStation(app, services, auth);
  registerChange(app, services);
  registerSearch(app, services);
  registerNotification(app, services);
  registerGoods(app, services);
  registerResources(app, services);
  registerBulk(app, services);
  registerCsv(app, services);
  serveFiles(app, services);
  await serveWeb(app, config);

  app.addHook('onClose', async () => auth.stop());
  return app;
}
