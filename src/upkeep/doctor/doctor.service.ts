import { Inject, Injectable } from '@nestjs/common';
import { clockSentence } from '../../database/clock/clock-verdict.js';
import { verdictOfInstances } from '../../database/clock/instance-clocks.js';
import { Database } from '../../database/database.js';
import { ExtensionHealth } from '../extensions/extension-health.service.js';
import { SecretUsageService } from '../secrets/secret-usage.service.js';
import { ChainExamination } from './chain-examination.service.js';
import { CONSISTENCY_CHECKS, WATCH_CHECKS, type DoctorCheck } from './doctor-checks.js';
import { findingsOf } from './failed-check.js';
import { fail, MAX_NAMED, namesText, ok, warn, type Finding, type Verdict } from './finding.js';
import { Installation } from './installation.service.js';
import { SchemaExamination } from './schema-examination.service.js';
import { secretKeyVerdict } from './secret-key-verdict.js';

const ROLE = `
  SELECT current_user AS role,
         rolsuper OR pg_has_role(current_user, relowner, 'USAGE')
           OR has_table_privilege('ledger_entries', 'UPDATE, DELETE, TRUNCATE') AS free
  FROM pg_roles, pg_class WHERE rolname = current_user AND pg_class.oid = 'ledger_entries'::regclass`;

/** Examines an installation; it only reads. */
@Injectable()
export class DoctorService {
  @Inject(ExtensionHealth) private readonly health: ExtensionHealth;

  constructor(
    private readonly database: Database,
    private readonly installation: Installation,
    private readonly schema: SchemaExamination,
    private readonly chains: ChainExamination,
    private readonly secrets: SecretUsageService,
  ) {}

  /** A check that fails itself, over a page that cannot be read for instance, is a finding, too. */
  async examine({ embedded }: { embedded: boolean }): Promise<Finding[]> {
    const schema = await findingsOf('schema', () => this.schema.migrations());
    const findings = [...(await this.installation.examine(embedded)), ...schema];
    // The statements of the other checks need the present schema.
    if (schema.some(({ verdict }) => verdict === 'fail')) return findings;
    findings.push(
      ...(await this.schema.examine()),
      ...(await findingsOf('roles', () => this.roles())),
      ...(await findingsOf('proxy', () => this.installation.proxy())),
      ...(await findingsOf('secret keys', () => this.secretKeys())),
      ...(await findingsOf('backups', () => this.installation.backups())),
      ...(await findingsOf('private hosts', () => this.installation.privateHosts())),
      ...(await findingsOf('request forms', () => this.installation.requestForms())),
      ...(await findingsOf('languages', () => this.installation.languages())),
      ...(await findingsOf('ledger chain', () => this.chains.ledger())),
      ...(await findingsOf('account events', () => this.chains.events())),
      ...(await findingsOf('receipts', () => this.chains.receipts())),
      ...(await findingsOf('clocks', () => this.clocksAgree())),
      ...(await findingsOf('extension health', () => this.extensionsAreHealthy())),
    );
    for (const query of CONSISTENCY_CHECKS) {
      findings.push(...(await findingsOf(query.check, () => this.run(query, fail))));
    }
    for (const query of WATCH_CHECKS) {
      findings.push(...(await findingsOf(query.check, () => this.run(query, warn))));
    }
    return findings;
  }

  /** The database protects the ledger only from a role that may not change it. */
  private async roles(): Promise<Verdict> {
    const rows = await this.database.manager.query<[{ role: string; free: boolean }]>(ROLE);
    const [{ role, free }] = rows;
    return free
      ? warn(
          `the role ${role} of DATABASE_URL may change the ledger; give the owner to DATABASE_DIRECT_URL and a restricted role to DATABASE_URL`,
        )
      : ok(`the role ${role} cannot change the ledger`);
  }

  private async secretKeys(): Promise<Verdict> {
    return secretKeyVerdict(await this.secrets.usage());
  }

  private async clocksAgree(): Promise<Verdict> {
    const verdict = await verdictOfInstances(this.database.manager);
    return verdict
      ? warn(clockSentence(verdict))
      : ok('the clocks of the database and of running instances agree');
  }

  /** Of those that are loaded here and say it. */
  private async extensionsAreHealthy(): Promise<Verdict> {
    const unhealthy = (await this.health.ask()).filter(({ ok: isOk }) => !isOk);
    if (unhealthy.length === 0) return ok('no extension says that it cannot do its work');
    const names = unhealthy.map(({ extension, detail }) => `extension ${extension} (${detail})`);
    return warn(`extensions say that they cannot do their work: ${namesText(names)}`);
  }

  private async run(query: DoctorCheck, judge: typeof warn | typeof fail): Promise<Verdict> {
    const { expectation, fault, statement } = query;
    const rows = await this.database.manager.query<{ what: string; faults: number }[]>(
      `SELECT what, (count(*) OVER ())::int AS faults FROM (${statement}) fault LIMIT ${MAX_NAMED}`,
    );
    const [first] = rows;
    if (!first) return ok(expectation);
    const names = rows.map(({ what }) => what);
    return judge(`${fault}: ${namesText(names, { all: first.faults })}`);
  }
}
